/** The shop's client for the payment service. It does not know about the sandbox. */
import { has } from './bugs'

export interface PaymentService {
  readonly url: string
  readonly keys: { readonly secret: string }
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Waits before a request is sent again, in ms. */
  readonly pause: (ms: number) => Promise<unknown>
}

export interface Charge {
  readonly id: string
  readonly paid: boolean
  readonly refunded_amount: number
}

/** The service has refused: another attempt would not help. */
export class Refused extends Error {}

const attempts = 5

/** Repeats a request until there is an answer: one may get lost, and the service may be busy. */
const ask = async <T>(service: PaymentService, path: string, init: RequestInit = {}): Promise<T> => {
  const headers = { authorization: `Basic ${btoa(`${service.keys.secret}:`)}`, ...init.headers }
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const answer = await service.fetch(`${service.url}${path}`, { ...init, headers }).catch(() => null)
    if (answer?.ok) return answer.json()
    const isFinal = answer !== null && answer.status < 500 && answer.status !== 429
    if (isFinal) throw new Refused((await answer.json()).message)
    await service.pause(200 * attempt)
  }
  throw new Error(`no answer to ${path}`)
}

/** With the same key, the service does a thing only once within 24 hours. */
const post = <T>(service: PaymentService, path: string, body: object, key: string): Promise<T> => {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'idempotency-key': key }
  if (has('no-idempotency-key')) delete headers['idempotency-key']
  return ask(service, path, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Keeps the card of a token for a customer. @throws Refused when the token is wrong or used */
export const saveCard = (service: PaymentService, token: string): Promise<{ readonly id: string }> =>
  post(service, '/customers', { card: token }, `customer-${token}`)

/** @throws Refused when the card is declined */
export const charge = (
  service: PaymentService,
  { id, attempt, amount, customer }: { id: string; attempt: number; amount: number; customer: string | null },
): Promise<Charge> => {
  const input = { amount, currency: 'thb', customer, metadata: { order: id } }
  return post(service, '/charges', input, `order-${id}-${attempt}`)
}

/** Refunds a part. @throws Refused when less is left */
export const refund = (
  service: PaymentService,
  { id, charge, amount }: { id: string; charge: string; amount: number },
): Promise<unknown> => post(service, `/charges/${charge}/refunds`, { amount }, `refund-${id}`)

/** The paid charge of an order, by the number of the order in its metadata. */
export const findPaid = async (service: PaymentService, order: string): Promise<Charge | undefined> => {
  const query = new URLSearchParams({ scope: 'charge', query: `metadata.order:"${order}"` })
  const { data } = await ask<{ data: Charge[] }>(service, `/search?${query}`)
  return data.find(({ paid }) => paid)
}
