/** A shop that reserves the money of an order, ships it, and then captures the money. */
const { verifyWebhook, WebhookError } = require('payment-sandbox/webhooks')
const { PaymentError } = require('./payments')

/** The state of an order after an event. */
const states = {
  'charge.update': ({ status }) => (status === 'expired' ? 'lapsed' : undefined),
  'charge.dispute.create': () => 'disputed',
  'charge.dispute.close': ({ status }) => (status === 'won' ? 'shipped' : 'lost'),
}

class Shop {
  #payments
  #secret
  #orders = new Map()
  /** Ids of the events that were handled: one may be delivered again. */
  #handled = new Set()

  constructor(payments, webhookSecret) {
    this.#payments = payments
    this.#secret = webhookSecret
  }

  place(id, amount) {
    const order = { id, amount, state: 'open', charge: null, refunded: 0, problem: null }
    this.#orders.set(id, order)
    return order
  }

  /** Reserves the money. Called twice with the same card, it does so once. */
  async checkout(id, card) {
    const order = this.#order(id)
    try {
      const { id: charge } = await this.#payments.authorize(id, order.amount, card)
      return Object.assign(order, { charge, state: 'reserved', problem: null })
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error
      return Object.assign(order, { problem: error.message })
    }
  }

  /** Captures the money. */
  async ship(id) {
    const order = this.#order(id)
    if (order.state !== 'reserved') throw new Error(`order ${id} is ${order.state}`)
    await this.#payments.capture(order.charge)
    return Object.assign(order, { state: 'shipped' })
  }

  async cancel(id) {
    const order = this.#order(id)
    await this.#payments.reverse(order.charge)
    return Object.assign(order, { state: 'cancelled' })
  }

  async refund(id, amount) {
    const order = this.#order(id)
    await this.#payments.refund(order.charge, amount, `${order.refunded}-${amount}`)
    order.refunded += amount
    return order
  }

  /** The endpoint for webhooks. */
  async receive(request) {
    try {
      const body = await request.text()
      const event = verifyWebhook({ body, headers: request.headers, secret: this.#secret })
      if (!this.#handled.has(event.id)) this.#handle(event)
      this.#handled.add(event.id)
      return new Response(null, { status: 204 })
    } catch (error) {
      if (error instanceof WebhookError) return new Response(error.message, { status: 400 })
      throw error
    }
  }

  /** An event is about the charge that it holds, or names. */
  #handle({ key, data }) {
    const charge = data.object === 'charge' ? data.id : data.charge
    const order = [...this.#orders.values()].find((one) => one.charge === charge)
    const state = states[key]?.(data)
    if (order !== undefined && state !== undefined) order.state = state
  }

  #order(id) {
    const order = this.#orders.get(id)
    if (order === undefined) throw new Error(`there is no order ${id}`)
    return order
  }
}

module.exports = { Shop }
