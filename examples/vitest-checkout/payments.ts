/** The shop's client for the payment service. It does not know about the sandbox. */
export interface PaymentService {
  readonly url: string
  readonly keys: { readonly secret: string }
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
}

export interface Charge {
  readonly id: string
  readonly status: string
  readonly authorize_uri: string | null
}

/** The answer to a request that the service refused. */
export class PaymentError extends Error {
  readonly body: { readonly code: string; readonly message: string }

  constructor(body: PaymentError['body']) {
    super(body.message)
    this.body = body
  }
}

/** Repeats a request when the answer was lost: with the same idempotency key nothing happens twice. */
const post = async <T>(service: PaymentService, path: string, body: object, key: string): Promise<T> => {
  const headers = {
    authorization: `Basic ${btoa(`${service.keys.secret}:`)}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  }
  const ask = () =>
    service.fetch(`${service.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const response = await ask().catch(ask)
  const answer = await response.json()
  if (!response.ok) throw new PaymentError(answer)
  return answer
}

export interface ChargeInput {
  readonly amount: number
  /** A token of a card, made by the payer's browser. */
  readonly card?: string
  readonly source?: { readonly type: 'promptpay' }
  readonly order?: string
}

export const charge = (
  service: PaymentService,
  { order, ...input }: ChargeInput,
  key: string = crypto.randomUUID(),
): Promise<Charge> =>
  post(
    service,
    '/charges',
    { ...input, currency: 'thb', metadata: order === undefined ? {} : { order } },
    key,
  )

export const refund = (service: PaymentService, id: string, amount: number, key: string): Promise<unknown> =>
  post(service, `/charges/${id}/refunds`, { amount }, key)
