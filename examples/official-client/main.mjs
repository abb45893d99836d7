/** A day in the shop, as a program that does not know about the sandbox. */
import { openShop } from './shop.mjs'

const { PAYMENT_SANDBOX_PUBLIC_KEY: publicKey, PAYMENT_SANDBOX_SECRET_KEY: secretKey } = process.env
const shop = openShop({ publicKey, secretKey }, console.log)

try {
  const charge = await shop.sell(150_000)
  await shop.refund(charge.id, 50_000)
  await shop.refund(charge.id, 150_000).catch((error) => {
    console.log(`refused   ${error.code}: ${error.message}`)
  })
  await shop.sellToCustomer('somchai@example.com', 99_900)
  await shop.lastCharge()
} catch (error) {
  // The client rejects with the service's error object, or with an error of the connection.
  console.error(`the shop is closed: ${error.code}: ${error.message}`)
  process.exitCode = 1
}
