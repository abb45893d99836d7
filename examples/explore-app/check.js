/** What runs every night, and then a look at the books: fails when the shop and the service disagree about the order. */
import { chargesOf } from './payments.js'

const shop = `http://127.0.0.1:${process.env.PORT ?? '3000'}`
await fetch(`${shop}/look-up`, { method: 'POST' })
const order = await (await fetch(`${shop}/orders/A-1`)).json()
const paid = (await chargesOf('A-1')).filter((charge) => charge.paid)
const parcels = order?.parcels ?? 0
if (parcels !== Math.min(paid.length, 1)) {
  console.error(
    `${paid.length} charges of A-1 are paid, the shop sent ${parcels} parcels: ${JSON.stringify(order)}`,
  )
  process.exit(1)
}
