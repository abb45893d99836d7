/** Small shops, each with one mistake that people make. */
import { exploring, lookUp, Refused, type Shop, type ShopContext } from './shop'

const charging = (context: ShopContext, key?: () => string) =>
  context.ask('POST', '/charges', context.byCard, key)
const orderKey = (): string => 'order-A-1'

/** Stores what a webhook says of the payment. */
const storing =
  (context: ShopContext): NonNullable<Shop['hear']> =>
  ({ key, data }) => {
    if (key === 'charge.complete') Object.assign(context.order, { charge: data.id, paid: data.paid })
  }

/** One attempt to charge, `null` where no answer comes. */
const attempt = ({ byCard, sandbox }: ShopContext, key: string): Promise<Response | null> => {
  const { fetch, url, authorization } = sandbox
  const headers = { authorization: authorization.secret, 'idempotency-key': key }
  const init = { method: 'POST', headers, body: new URLSearchParams(byCard) }
  return fetch(`${url}/charges`, init).catch(() => null)
}

/** A QR code that the customer scans. */
const chargeQr = async ({ ask }: ShopContext) => {
  const source = { type: 'promptpay', amount: '100000', currency: 'thb' }
  const { id } = await ask('POST', '/sources', source)
  const form = { amount: '100000', currency: 'thb', source: id, 'metadata[order]': 'A-1' }
  return ask('POST', '/charges', form, orderKey)
}

const chargesWithoutKey = (context: ShopContext): Shop => ({
  checkout: async () => {
    const { id, paid } = await charging(context)
    Object.assign(context.order, { charge: id, paid })
  },
})

const chargesWithNewKeys = (context: ShopContext): Shop => {
  let tries = 0
  return { checkout: () => charging(context, () => `order-A-1-${++tries}`) }
}

const believesPending = (context: ShopContext): Shop => ({
  checkout: async () => {
    const { id, status } = await chargeQr(context)
    Object.assign(context.order, { charge: id, paid: status !== 'failed' })
    await context.pay(id)
  },
})

const believesRefused = (context: ShopContext): Shop => ({
  checkout: async () => {
    const charge = await charging(context, orderKey).catch((error) => {
      if (error instanceof Refused) return lookUp(context)
      throw error
    })
    Object.assign(context.order, { charge: charge?.id, paid: true })
  },
})

const believesAnyone = (context: ShopContext): Shop => ({
  checkout: () => charging(context, orderKey),
  receive: async (request) => storing(context)(await request.json()),
})

const shipsAgain = (context: ShopContext): Shop => ({
  checkout: () => charging(context, orderKey),
  hear: ({ key, data }) => {
    if (key !== 'charge.complete' || !data.paid) return
    context.order.paid = true
    context.order.parcels += 1
  },
})

const forgetsUnknown = (context: ShopContext): Shop => ({
  checkout: async () => {
    context.order.charge = (await charging(context, orderKey)).id
  },
  hear: ({ key, data }) => {
    if (key === 'charge.complete' && data.id === context.order.charge) context.order.paid = data.paid
  },
  reconcile: async () => {
    const { charge } = context.order
    if (charge !== null) context.order.paid = (await context.ask('GET', `/charges/${charge}`)).paid
  },
})

const writesOver = (context: ShopContext): Shop => ({
  checkout: async () => {
    const { id } = await charging(context, orderKey)
    Object.assign(context.order, { charge: id, paid: false })
  },
  hear: storing(context),
})

const wantsOrder = (context: ShopContext): Shop => ({
  checkout: () => charging(context, orderKey),
  hear: ({ key, data }) => {
    const { order } = context
    if (key === 'charge.create') order.charge = data.id
    if (key === 'charge.complete' && data.id === order.charge) order.paid = data.paid
  },
})

const waitsForWebhooks = (context: ShopContext): Shop => ({
  checkout: () => charging(context, orderKey),
  hear: storing(context),
})

const refundsAgain = (context: ShopContext): Shop => ({
  checkout: async () => {
    const { id, paid } = await charging(context, orderKey)
    Object.assign(context.order, { charge: id, paid })
    const { amount } = await context.ask('POST', `/charges/${id}/refunds`, { amount: '30000' })
    context.order.refunded = amount
  },
})

const believesOldEvents = (context: ShopContext): Shop => {
  const learn = ({ id, paid, refunded_amount }: { id: string; paid: boolean; refunded_amount: number }) =>
    Object.assign(context.order, { charge: id, paid, refunded: refunded_amount })
  return {
    checkout: async () => {
      const { id } = await charging(context, orderKey)
      await context.sandbox.webhooks.settle()
      await context.ask('POST', `/charges/${id}/refunds`, { amount: '30000' }, () => 'refund-A-1')
      learn(await context.ask('GET', `/charges/${id}`))
    },
    hear: ({ key, data }) => {
      if (key === 'charge.complete') learn(data)
    },
  }
}

const chargesAgainAfterCrash = (context: ShopContext): Shop => {
  let starts = 0
  const checkout = async (): Promise<void> => {
    if (context.order.paid) return
    const key = `order-A-1-${++starts}`
    context.order.paid = (await charging(context, () => key)).paid
  }
  return { checkout, reconcile: checkout }
}

const triesAnotherCard = (context: ShopContext): Shop => ({
  checkout: async () => {
    for (const key of ['first-card', 'second-card']) if ((await attempt(context, key))?.ok) return
  },
})

const givesUp = (context: ShopContext): Shop => ({
  checkout: async () => {
    const answer = await attempt(context, orderKey())
    if (!answer?.ok) return
    const { id, paid } = await answer.json()
    Object.assign(context.order, { charge: id, paid })
  },
})

const ordersPerClick = (context: ShopContext): Shop => {
  let clicks = 0
  return {
    checkout: async () => {
      const key = `click-${++clicks}`
      await charging(context, () => key)
    },
  }
}

const charge = 'POST /charges #1'
const complete = 'charge.complete #1'
const lost = `${charge}: answer-lost`
const inTheWay = ['charge.create #1: early books', `${complete}: early books`]

type Exploring = Parameters<typeof exploring>

/** By its mistake: the shop, the rules that it is judged by, and all that is found. */
const shops: Readonly<Record<string, [Exploring[0], Exploring[1], readonly string[], Exploring[2]?]>> = {
  'repeats a charge without a key': [chargesWithoutKey, ['once'], [`${lost} double-charge`]],
  'repeats a charge with a new key for each attempt': [
    chargesWithNewKeys,
    ['once'],
    [`${lost} double-charge`],
  ],
  'takes a charge that waits for its payer as paid': [
    believesPending,
    ['once', 'books'],
    [`${charge}: declined books`, 'payer: pay-charge #1: payer-never books'],
  ],
  'takes a declined charge as paid': [believesRefused, ['once', 'books'], [`${charge}: declined books`]],
  'does not check signatures': [believesAnyone, [], ['charge.create #1: forged forged']],
  'sends a parcel for each webhook': [
    shipsAgain,
    ['once', 'parcels'],
    ['twice', 'ack-lost', 'at-once'].map((kind) => `${complete}: ${kind} check`),
  ],
  'forgets a webhook that is faster than the answer, though it would look up charges that it knows': [
    forgetsUnknown,
    ['books'],
    inTheWay,
    { kinds: ['early', 'overtaken', 'late'] },
  ],
  'lets the answer write over what a faster webhook has told': [
    writesOver,
    ['once', 'books'],
    inTheWay,
    { kinds: ['early', 'overtaken', 'late', 'twice'] },
  ],
  'expects charge.create before charge.complete': [
    wantsOrder,
    ['once', 'books'],
    [
      ...['lost', 'never', 'late', 'overtaken'].map((kind) => `charge.create #1: ${kind} books`),
      `${complete}: never books`,
      'charge.create #1: together -1 tick books',
    ],
  ],
  'hears of payments by webhooks alone': [waitsForWebhooks, ['once', 'books'], [`${complete}: never books`]],
  'repeats a refund without a key': [
    refundsAgain,
    ['once'],
    ['POST /charges/:id/refunds #1: answer-lost double-refund'],
  ],
  'takes a late webhook as the newest state of a charge': [
    believesOldEvents,
    ['once', 'books'],
    ['lost', 'ack-lost', 'late', 'overtaken', 'together'].map((kind) => `${complete}: ${kind} books`),
  ],
  'charges again after a crash, where it should look': [
    chargesAgainAfterCrash,
    ['once'],
    [`${charge}: declined retried-decline`, `${charge}: crash-after double-charge`],
    { recovers: true },
  ],
  'takes a lost answer as a decline, and charges the card of the customer again': [
    triesAnotherCard,
    ['once'],
    [`${lost} double-charge`, `${charge}: declined retried-decline`],
  ],
  'gives an order up when the answer is lost': [givesUp, ['once', 'books'], [`${lost} books`]],
  'makes an order of each click': [
    ordersPerClick,
    ['once'],
    ['flow: double-click', 'flow: double-click at POST /charges #1'].map((name) => `${name} double-charge`),
    { kinds: ['double-click'] },
  ],
}

export const brokenShops = Object.entries(shops).map(([mistake, [open, by, found, more]]) => ({
  ...{ mistake, found },
  shop: exploring(open, by, more),
}))
