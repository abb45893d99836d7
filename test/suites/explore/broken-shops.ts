/** Small shops, each with one mistake that people make. */
import type { ExploreOptions } from '../../../src/suites/explore/explore'
import { exploring, lookUp, Refused, type Scene, type Shop } from './shop'

const charging = (scene: Scene, key?: () => string) => scene.ask('POST', '/charges', scene.byCard, key)
const orderKey = (): string => 'order-A-1'

/** A QR code that the customer scans. */
const chargeQr = async ({ ask }: Scene) => {
  const source = { type: 'promptpay', amount: '100000', currency: 'thb' }
  const { id } = await ask('POST', '/sources', source)
  const form = { amount: '100000', currency: 'thb', source: id, 'metadata[order]': 'A-1' }
  return ask('POST', '/charges', form, orderKey)
}

const chargesWithoutKey = (scene: Scene): Shop => ({
  checkout: async () => {
    const { id, paid } = await charging(scene)
    Object.assign(scene.order, { charge: id, paid })
  },
})

const chargesWithNewKeys = (scene: Scene): Shop => {
  let tries = 0
  return { checkout: () => charging(scene, () => `order-A-1-${++tries}`) }
}

const believesPending = (scene: Scene): Shop => ({
  checkout: async () => {
    const { id, status } = await chargeQr(scene)
    Object.assign(scene.order, { charge: id, paid: status !== 'failed' })
    await scene.pay(id)
  },
})

const believesRefused = (scene: Scene): Shop => ({
  checkout: async () => {
    const charge = await charging(scene, orderKey).catch((error) => {
      if (error instanceof Refused) return lookUp(scene)
      throw error
    })
    Object.assign(scene.order, { charge: charge?.id, paid: true })
  },
})

const believesAnyone = (scene: Scene): Shop => ({
  checkout: () => charging(scene, orderKey),
  receive: async (request) => {
    const { key, data } = await request.json()
    if (key === 'charge.complete') Object.assign(scene.order, { charge: data.id, paid: data.paid })
  },
})

const shipsAgain = (scene: Scene): Shop => ({
  checkout: () => charging(scene, orderKey),
  hear: ({ key, data }) => {
    if (key !== 'charge.complete' || !data.paid) return
    scene.order.paid = true
    scene.order.parcels += 1
  },
})

const forgetsUnknown = (scene: Scene): Shop => ({
  checkout: async () => {
    scene.order.charge = (await charging(scene, orderKey)).id
  },
  hear: ({ key, data }) => {
    if (key === 'charge.complete' && data.id === scene.order.charge) scene.order.paid = data.paid
  },
  reconcile: async () => {
    const { charge } = scene.order
    if (charge !== null) scene.order.paid = (await scene.ask('GET', `/charges/${charge}`)).paid
  },
})

const writesOver = (scene: Scene): Shop => ({
  checkout: async () => {
    const { id } = await charging(scene, orderKey)
    Object.assign(scene.order, { charge: id, paid: false })
  },
  hear: ({ key, data }) => {
    if (key === 'charge.complete') Object.assign(scene.order, { charge: data.id, paid: data.paid })
  },
})

const wantsOrder = (scene: Scene): Shop => ({
  checkout: () => charging(scene, orderKey),
  hear: ({ key, data }) => {
    const { order } = scene
    if (key === 'charge.create') order.charge = data.id
    if (key === 'charge.complete' && data.id === order.charge) order.paid = data.paid
  },
})

const waitsForWebhooks = (scene: Scene): Shop => ({
  checkout: () => charging(scene, orderKey),
  hear: ({ key, data }) => {
    if (key === 'charge.complete') Object.assign(scene.order, { charge: data.id, paid: data.paid })
  },
})

const refundsAgain = (scene: Scene): Shop => ({
  checkout: async () => {
    const { id, paid } = await charging(scene, orderKey)
    Object.assign(scene.order, { charge: id, paid })
    const { amount } = await scene.ask('POST', `/charges/${id}/refunds`, { amount: '30000' })
    scene.order.refunded = amount
  },
})

const believesOldEvents = (scene: Scene): Shop => {
  const learn = ({ id, paid, refunded_amount }: { id: string; paid: boolean; refunded_amount: number }) =>
    Object.assign(scene.order, { charge: id, paid, refunded: refunded_amount })
  return {
    checkout: async () => {
      const { id } = await charging(scene, orderKey)
      await scene.sandbox.webhooks.settle()
      await scene.ask('POST', `/charges/${id}/refunds`, { amount: '30000' }, () => 'refund-A-1')
      learn(await scene.ask('GET', `/charges/${id}`))
    },
    hear: ({ key, data }) => {
      if (key === 'charge.complete') learn(data)
    },
  }
}

const chargesAgainAfterCrash = (scene: Scene): Shop => {
  let starts = 0
  const checkout = async (): Promise<void> => {
    if (scene.order.paid) return
    const key = `order-A-1-${++starts}`
    scene.order.paid = (await charging(scene, () => key)).paid
  }
  return { checkout, reconcile: checkout }
}

const triesAnotherCard = (scene: Scene): Shop => ({
  checkout: async () => {
    const { fetch, url, authorization } = scene.sandbox
    for (const key of ['first-card', 'second-card']) {
      const headers = { authorization: authorization.secret, 'idempotency-key': key }
      const init = { method: 'POST', headers, body: new URLSearchParams(scene.byCard) }
      const answer = await fetch(`${url}/charges`, init).catch(() => null)
      if (answer?.ok) return
    }
  },
})

const givesUp = (scene: Scene): Shop => ({
  checkout: async () => {
    const { fetch, url, authorization } = scene.sandbox
    const headers = { authorization: authorization.secret, 'idempotency-key': orderKey() }
    const init = { method: 'POST', headers, body: new URLSearchParams(scene.byCard) }
    const answer = await fetch(`${url}/charges`, init).catch(() => null)
    if (!answer?.ok) return
    const { id, paid } = await answer.json()
    Object.assign(scene.order, { charge: id, paid })
  },
})

const ordersPerClick = (scene: Scene): Shop => {
  let clicks = 0
  return {
    checkout: async () => {
      const key = `click-${++clicks}`
      await charging(scene, () => key)
    },
  }
}

interface Broken {
  readonly mistake: string
  readonly shop: ExploreOptions
  /** All that is found. */
  readonly found: readonly string[]
}

const charge = 'POST /charges #1'
const complete = 'charge.complete #1'

export const brokenShops: readonly Broken[] = [
  {
    mistake: 'repeats a charge without a key',
    shop: exploring(chargesWithoutKey, ['once']),
    found: [`${charge}: answer-lost double-charge`],
  },
  {
    mistake: 'repeats a charge with a new key for each attempt',
    shop: exploring(chargesWithNewKeys, ['once']),
    found: [`${charge}: answer-lost double-charge`],
  },
  {
    mistake: 'takes a charge that waits for its payer as paid',
    shop: exploring(believesPending, ['once', 'books']),
    found: [`${charge}: declined books`],
  },
  {
    mistake: 'takes a declined charge as paid',
    shop: exploring(believesRefused, ['once', 'books']),
    found: [`${charge}: declined books`],
  },
  {
    mistake: 'does not check signatures',
    shop: exploring(believesAnyone, []),
    found: ['charge.create #1: forged forged', `${complete}: forged forged`],
  },
  {
    mistake: 'sends a parcel for each webhook',
    shop: exploring(shipsAgain, ['once', 'parcels']),
    found: [`${complete}: twice check`, `${complete}: ack-lost check`],
  },
  {
    mistake:
      'forgets a webhook that is faster than the answer, though it would look up charges that it knows',
    shop: exploring(forgetsUnknown, ['books'], { kinds: ['early', 'overtaken', 'late'] }),
    found: ['charge.create #1: early books', `${complete}: early books`],
  },
  {
    mistake: 'lets the answer write over what a faster webhook has told',
    shop: exploring(writesOver, ['once', 'books'], { kinds: ['early', 'overtaken', 'late', 'twice'] }),
    found: ['charge.create #1: early books', `${complete}: early books`],
  },
  {
    mistake: 'expects charge.create before charge.complete',
    shop: exploring(wantsOrder, ['once', 'books']),
    found: [
      ...['lost', 'never', 'late', 'overtaken'].map((kind) => `charge.create #1: ${kind} books`),
      `${complete}: never books`,
    ],
  },
  {
    mistake: 'hears of payments by webhooks alone',
    shop: exploring(waitsForWebhooks, ['once', 'books']),
    found: [`${complete}: never books`],
  },
  {
    mistake: 'repeats a refund without a key',
    shop: exploring(refundsAgain, ['once']),
    found: ['POST /charges/:id/refunds #1: answer-lost double-refund'],
  },
  {
    mistake: 'takes a late webhook as the newest state of a charge',
    shop: exploring(believesOldEvents, ['once', 'books']),
    found: ['lost', 'ack-lost', 'late', 'overtaken'].map((kind) => `${complete}: ${kind} books`),
  },
  {
    mistake: 'charges again after a crash, where it should look',
    shop: exploring(chargesAgainAfterCrash, ['once'], { recovers: true }),
    found: [`${charge}: crash-after double-charge`],
  },
  {
    mistake: 'takes a lost answer as a decline, and charges another card',
    shop: exploring(triesAnotherCard, ['once']),
    found: [`${charge}: answer-lost double-charge`],
  },
  {
    mistake: 'gives an order up when the answer is lost',
    shop: exploring(givesUp, ['once', 'books']),
    found: [`${charge}: answer-lost books`],
  },
  {
    mistake: 'makes an order of each click',
    shop: exploring(ordersPerClick, ['once'], { kinds: ['double-click'] }),
    found: ['flow: double-click double-charge'],
  },
]
