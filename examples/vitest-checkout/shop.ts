/** A shop: its orders, their states, and the webhooks that change them. */
import { verifyWebhook, WebhookError, type WebhookEvent } from 'payment-sandbox/webhooks'
import { type ChargeInput, charge, PaymentError, type PaymentService, refund } from './payments'

export type OrderState = 'open' | 'waiting' | 'paid' | 'refunded' | 'disputed' | 'lost'

export interface Order {
  readonly id: string
  /** Satang. */
  readonly amount: number
  state: OrderState
  /** The number of attempts to pay. A new attempt is a new charge. */
  attempt: number
  charge: string | null
  refunded: number
  /** Why the last attempt failed, for the payer. */
  problem: string | null
}

export class Shop {
  readonly #service: PaymentService
  readonly #secret: string
  readonly #orders = new Map<string, Order>()
  /** Ids of the events that were handled: one may be delivered again. */
  readonly #handled = new Set<string>()

  constructor(service: PaymentService, webhookSecret: string) {
    this.#service = service
    this.#secret = webhookSecret
  }

  place(id: string, amount: number): Order {
    const order: Order = {
      ...{ id, amount, state: 'open', attempt: 1 },
      ...{ charge: null, refunded: 0, problem: null },
    }
    this.#orders.set(id, order)
    return order
  }

  /** Pays an order. Called twice, it charges once. */
  async checkout(id: string, by: Pick<ChargeInput, 'card' | 'source'>): Promise<Order> {
    const order = this.#order(id)
    if (order.state !== 'open') return order
    const { amount, attempt } = order
    try {
      const made = await charge(this.#service, { ...by, amount, order: id }, `order-${id}-${attempt}`)
      order.charge = made.id
      order.state = made.status === 'successful' ? 'paid' : 'waiting'
      order.problem = null
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error
      this.#reopen(order, error.body.message)
    }
    return order
  }

  /** Refunds a part or the rest. @throws PaymentError for more than is left */
  async refund(id: string, amount: number): Promise<Order> {
    const order = this.#order(id)
    if (order.charge === null) throw new Error(`order ${id} is not paid`)
    await refund(this.#service, order.charge, amount, `refund-${id}-${order.refunded}-${amount}`)
    order.refunded += amount
    if (order.refunded === order.amount) order.state = 'refunded'
    return order
  }

  /** The endpoint for webhooks. */
  async receive(request: Request): Promise<Response> {
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

  #handle({ key, data }: WebhookEvent): void {
    if (key === 'charge.complete' || key === 'charge.update') this.#settle(data)
    if (key === 'charge.dispute.create') this.#move(data.charge, 'disputed')
    if (key === 'charge.dispute.close') this.#move(data.charge, data.status === 'won' ? 'paid' : 'lost')
  }

  /** The result of a charge that waited for its payer. */
  #settle({ id, status, failure_message }: { id: string; status: string; failure_message: string | null }) {
    const order = this.#of(id)
    if (order?.state !== 'waiting') return
    if (status === 'successful') order.state = 'paid'
    if (status === 'failed') this.#reopen(order, failure_message ?? 'the payment failed')
    if (status === 'expired') this.#reopen(order, 'the code was not paid in time')
  }

  #move(charge: string, state: OrderState): void {
    const order = this.#of(charge)
    if (order !== undefined) order.state = state
  }

  #reopen(order: Order, problem: string): void {
    Object.assign(order, { state: 'open', charge: null, problem, attempt: order.attempt + 1 })
  }

  #of(charge: string): Order | undefined {
    return [...this.#orders.values()].find((order) => order.charge === charge)
  }

  #order(id: string): Order {
    const order = this.#orders.get(id)
    if (order === undefined) throw new Error(`there is no order ${id}`)
    return order
  }
}
