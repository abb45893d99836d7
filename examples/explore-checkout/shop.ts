/** A shop: an order book, a checkout, refunds, and webhooks. */
import { Hono } from 'hono'
import { verifyWebhook, WebhookError } from 'payment-sandbox/webhooks'
import { has } from './bugs'
import { type Charge, charge, findPaid, type PaymentService, Refused, refund, saveCard } from './payments'

export interface Order {
  readonly id: string
  /** Satang. */
  readonly amount: number
  state: 'open' | 'waiting' | 'paid'
  refunded: number
  customer: string | null
  charge: string | null
  /** A payer whose card was declined may try again: that is a new charge, with its own key. */
  attempt: number
  /** How many parcels have left. */
  parcels: number
}

/** A table of the shop's database: it survives a crash of the shop. */
export type OrderBook = Map<string, Order>

export const place = (book: OrderBook, id: string, amount: number): void => {
  const blank = { state: 'open', refunded: 0, customer: null, charge: null, attempt: 1, parcels: 0 } as const
  book.set(id, { id, amount, ...blank })
}

/**
 * Takes news of a paid charge, from a webhook or a look-up, in any order and any number of times. It looks and changes in
 * one step, without an `await`: the same news may come twice at once. In a database this is an update that names the
 * state that it expects.
 */
const learn = async (order: Order, { id, refunded_amount }: Charge): Promise<void> => {
  const isNew = order.state !== 'paid'
  if (has('looks-first')) await Promise.resolve()
  if (isNew) order.parcels += 1
  order.state = 'paid'
  order.charge = id
  order.refunded = Math.max(order.refunded, refunded_amount)
}

export const openShop = (service: PaymentService, book: OrderBook, webhookSecret: string): Hono => {
  const app = new Hono()

  app.post('/orders/:id/checkout', async (context) => {
    const order = book.get(context.req.param('id'))
    if (order === undefined) return context.notFound()
    if (order.state !== 'open') return context.json(order)
    const { token } = await context.req.json()
    order.customer ??= (await saveCard(service, token)).id
    try {
      order.charge = (await charge(service, order)).id
    } catch (error) {
      // The next attempt is by the card that the customer chooses then.
      if (error instanceof Refused) Object.assign(order, { attempt: order.attempt + 1, customer: null })
      throw error
    }
    // The parcel leaves with the webhook, which may have been faster.
    if (order.state === 'open' || has('writes-over')) order.state = 'waiting'
    return context.json(order)
  })

  app.post('/orders/:id/refund', async (context) => {
    const order = book.get(context.req.param('id'))
    if (order?.state !== 'paid' || order.charge === null) return context.notFound()
    const { amount } = await context.req.json()
    await refund(service, { id: order.id, charge: order.charge, amount })
    order.refunded = amount
    return context.json(order)
  })

  app.post('/webhooks', async (context) => {
    const { headers } = context.req.raw
    const { key, data } = verifyWebhook({ body: await context.req.text(), headers, secret: webhookSecret })
    if (key === 'charge.complete' && data.paid) {
      // By the number of the order, which is known from the start: the id of the charge comes with the answer.
      const order = book.get(String(data.metadata.order))
      if (order?.state === 'paid' && has('ships-again')) order.parcels += 1
      if (order !== undefined) await learn(order, data)
    }
    return context.body(null, 204)
  })

  app.onError((error, context) => {
    if (error instanceof WebhookError) return context.text(error.message, 400)
    if (error instanceof Refused) return context.text(error.message, 402)
    return context.text('we do not know yet what became of it', 503)
  })
  return app
}

/** Runs when the shop starts, and every night: answers and webhooks get lost. */
export const lookUp = async (service: PaymentService, book: OrderBook): Promise<void> => {
  if (has('no-look-up')) return
  for (const order of book.values()) {
    const found = await findPaid(service, order.id)
    if (found !== undefined) await learn(order, found)
  }
}
