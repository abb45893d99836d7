/** Small shops without a mistake. */
import type { Charge } from '../../../src/index'
import { type KindRow, kindNames, rowOf } from '../../../src/service/faults/kinds'
import type { ExploreOptions } from '../../../src/suites/explore/explore'
import { queue } from './racing'
import { exploring, lookUp, lookUpAll, type Shop, type ShopContext } from './shop'

type Learn = (charge: Pick<Charge, 'id' | 'paid' | 'refunded_amount'> | undefined) => void

const learning =
  ({ order }: ShopContext): Learn =>
  (charge) => {
    if (charge === undefined) return
    // A charge that was paid stays paid: what says otherwise is older.
    if (order.paid && !charge.paid) return
    if (charge.paid && !order.paid) order.parcels += 1
    order.charge = charge.id
    order.paid = charge.paid
    order.refunded = Math.max(order.refunded, charge.refunded_amount)
  }

const hearing =
  (context: ShopContext): NonNullable<Shop['hear']> =>
  ({ key, data }) => {
    if (key === 'charge.complete' && data.metadata.order === 'A-1') learning(context)(data)
  }

/** Looks up what became of its order when it starts. */
const shopOf =
  (checkout: (context: ShopContext, learn: Learn) => Promise<void>) =>
  (context: ShopContext): Shop => ({
    checkout: () => checkout(context, learning(context)),
    reconcile: async () => learning(context)(await lookUp(context)),
  })

/** The same, and hears of payments by webhook. */
const hearingShop =
  (checkout: Parameters<typeof shopOf>[0]) =>
  (context: ShopContext): Shop => ({ ...shopOf(checkout)(context), hear: hearing(context) })

/** Charges a card with a key for the order. */
const byCard = shopOf(async ({ ask, byCard }, learn) =>
  learn(await ask('POST', '/charges', byCard, () => 'order-A-1')),
)

/** Shows a QR code. */
const byQr = hearingShop(async ({ ask, order, pay }) => {
  const common = { amount: '100000', currency: 'thb' }
  const source = await ask('POST', '/sources', { ...common, type: 'promptpay' })
  const form = { ...common, source: source.id, 'metadata[order]': 'A-1' }
  const { id } = await ask('POST', '/charges', form, () => 'order-A-1')
  order.charge ??= id
  await pay(id)
})

/** A card with 3-D Secure: the customer goes to the bank and comes back, and the shop looks what became of it. */
const by3ds = hearingShop(async ({ ask, byCard, pay }, learn) => {
  const form = { ...byCard, authentication: '3DS', return_uri: 'https://shop.example/thanks' }
  const { id } = await ask('POST', '/charges', form, () => 'order-A-1')
  await pay(id)
  learn(await ask('GET', `/charges/${id}`))
})

/** Charges, with a key or without one, and gives a part back. */
const chargingAndRefunding =
  (key?: () => string): Parameters<typeof shopOf>[0] =>
  async ({ ask, byCard, order }, learn) => {
    learn(await ask('POST', '/charges', byCard, key))
    await ask('POST', `/charges/${order.charge}/refunds`, { amount: '30000' }, () => 'refund-A-1')
    learn(await ask('GET', `/charges/${order.charge}`))
  }

const refunding = hearingShop(chargingAndRefunding(() => 'order-A-1'))

/** Charges without a key, and gives back what it took twice: in all it keeps as much as without a fault. */
const givingBack = (context: ShopContext): Shop => ({
  ...shopOf(chargingAndRefunding())(context),
  reconcile: async () => {
    const { ask, order } = context
    const paid = (await lookUpAll(context)).filter((charge) => charge.paid)
    const kept = paid.find(({ id }) => id === order.charge) ?? paid[0]
    learning(context)(kept)
    for (const { id, amount, refunded_amount } of paid) {
      if (id === kept?.id || amount === refunded_amount) continue
      const rest = { amount: String(amount - refunded_amount) }
      await ask('POST', `/charges/${id}/refunds`, rest, () => `back-${id}`)
    }
  },
})

/** Holds the lock of the order while it charges; the receiver of webhooks waits for the same lock. */
const locking = (context: ShopContext): Shop => {
  const inTurn = queue()
  const learn = learning(context)
  return {
    checkout: () =>
      inTurn(async () => learn(await context.ask('POST', '/charges', context.byCard, () => 'order-A-1'))),
    hear: (event) => inTurn(async () => hearing(context)(event)),
  }
}

interface Correct {
  readonly does: string
  readonly shop: ExploreOptions
}

/** Without a receiver there are no deliveries, and without a page no payer who leaves it. */
const kindsAt = (...places: readonly KindRow['at'][]) =>
  kindNames.filter((kind) => places.includes(rowOf(kind).at) && kind !== 'payer-gone')
const calls = { recovers: true, kinds: kindsAt('call', 'flow') }
const heard = { recovers: true, kinds: kindsAt('call', 'delivery', 'flow') }
const paid = { recovers: true, kinds: kindsAt('call', 'delivery', 'payer', 'flow') }

export const correctShops: readonly Correct[] = [
  {
    does: 'charges a card with a key for the order',
    shop: exploring(byCard, ['once', 'books', 'parcels'], calls),
  },
  {
    does: 'shows a QR code, and hears of the payment',
    shop: exploring(byQr, ['once', 'books', 'parcels'], { ...paid, skip: ['source.*'] }),
  },
  { does: 'sends its customer to the bank', shop: exploring(by3ds, ['once', 'books', 'parcels'], paid) },
  {
    does: 'gives back what it took twice',
    // Without a key a second flow takes the money again.
    shop: exploring(givingBack, ['once', 'books'], { ...calls, kinds: kindsAt('call') }),
  },
  {
    does: 'locks the order while it charges',
    shop: exploring(locking, ['once', 'parcels'], {
      kinds: ['early', 'at-once', 'together', 'beside', 'double-click'],
    }),
  },
  { does: 'charges and refunds with keys', shop: exploring(refunding, ['once', 'books', 'parcels'], heard) },
]
