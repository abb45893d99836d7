/** A shop's own code: it takes money through a payment service and does not know about any sandbox. */
export interface PaymentService {
  readonly url: string
  readonly secretKey: string
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
}

export interface Order {
  readonly id: string
  /** Satang. */
  readonly amount: number
  readonly token: string
}

export type Payment = { readonly charge: string } | { readonly refused: string }

export const pay = async (service: PaymentService, order: Order): Promise<Payment> => {
  const response = await service.fetch(`${service.url}/charges`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${service.secretKey}:`)}`,
      'content-type': 'application/json',
      'idempotency-key': `order-${order.id}`,
    },
    body: JSON.stringify({
      amount: order.amount,
      currency: 'thb',
      card: order.token,
      metadata: { order: order.id },
    }),
  })
  const answer = await response.json()
  return response.ok ? { charge: answer.id } : { refused: answer.message }
}
