/** A shop: its orders, its answers to the browser, and its webhooks. */
import { verifyWebhook, WebhookError } from 'payment-sandbox/webhooks'
import { checkoutPage, paidPage, waitingPage } from './pages.mjs'

/** Satang. From this amount on, the bank of the payer confirms (3-D Secure). */
const askFrom = 500_000

const textOf = async (request) => {
  const parts = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}

export class Shop {
  #service
  #origin
  #orders = new Map()

  /**
   * @param service the addresses of the payment service, its keys, and the secret of its webhooks
   * @param origin the address of the shop
   */
  constructor(service, origin) {
    this.#service = service
    this.#origin = origin
  }

  place(id, amount) {
    const order = { id, amount, state: 'open', attempt: 1, charge: null, code: null, problem: null }
    this.#orders.set(id, order)
    return order
  }

  /** A listener of node:http. */
  async answer(request, response) {
    const text = await textOf(request)
    if (request.url === '/webhooks') return response.writeHead(this.#receive(text, request.headers)).end()
    const [, id, action] = /^\/orders\/([\w-]+)(?:\/(pay|state))?$/.exec(request.url) ?? []
    const order = this.#orders.get(id)
    if (order === undefined) return response.writeHead(404).end()
    if (action === 'state') return response.end(JSON.stringify({ state: order.state }))
    if (action === 'pay') {
      const location = await this.#pay(order, Object.fromEntries(new URLSearchParams(text)))
      return response.writeHead(303, { location }).end()
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(this.#show(order))
  }

  #show(order) {
    if (order.state === 'open') return checkoutPage(order, this.#service)
    return order.state === 'waiting' ? waitingPage(order) : paidPage(order)
  }

  /** Charges once, however often the payer sends the form. @returns where the payer goes next */
  async #pay(order, { card, source }) {
    const next = `${this.#origin}/orders/${order.id}`
    if (order.state !== 'open') return next
    const charge = await this.#charge(order, {
      return_uri: next,
      ...(source ? { source: { type: source } } : { card }),
      ...(!source && order.amount >= askFrom && { authentication: '3DS' }),
    })
    if (charge.object === 'error') {
      this.#reopen(order, charge.message)
      return next
    }
    order.charge = charge.id
    order.state = charge.status === 'successful' ? 'paid' : 'waiting'
    order.code = charge.source?.scannable_code?.image.download_uri ?? null
    return charge.authorize_uri ?? next
  }

  async #charge({ id, attempt, amount }, payment) {
    const answer = await fetch(`${this.#service.url}/charges`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${this.#service.secretKey}:`)}`,
        'content-type': 'application/json',
        'idempotency-key': `order-${id}-${attempt}`,
      },
      body: JSON.stringify({ amount, currency: 'thb', ...payment }),
    })
    return answer.json()
  }

  /** @returns the status of the answer */
  #receive(body, headers) {
    try {
      const { key, data } = verifyWebhook({ body, headers, secret: this.#service.webhookSecret })
      if (key.startsWith('charge.')) this.#settle(data)
      return 204
    } catch (error) {
      if (error instanceof WebhookError) return 400
      throw error
    }
  }

  /** The result of a charge that waited for its payer. */
  #settle({ id, status, failure_message }) {
    const order = [...this.#orders.values()].find(({ charge }) => charge === id)
    if (order?.state !== 'waiting') return
    if (status === 'successful') order.state = 'paid'
    if (status === 'failed') this.#reopen(order, failure_message)
    if (status === 'expired') this.#reopen(order, 'the code was not paid in time')
  }

  #reopen(order, problem) {
    Object.assign(order, { state: 'open', attempt: order.attempt + 1, charge: null, code: null, problem })
  }
}
