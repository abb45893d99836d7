/** A client of the API for tests: every answer is held against the form that its route promises. */
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { checkValue } from '../../src/kernel/schema'
import type { KeyPair } from '../../src/service/accounts'
import type { Route } from '../../src/service/http/route'
import type { Card } from '../../src/service/resources/card/record'
import type { Charge } from '../../src/service/resources/charge/record'
import type { Customer } from '../../src/service/resources/customer/record'
import type { Refund } from '../../src/service/resources/refund/record'
import { kinds, routes } from '../../src/service/resources/registry'
import type { Token } from '../../src/service/resources/token/record'
import { webhookDeliveryRecord } from '../../src/service/resources/webhook-delivery/record'
import { currentVersion } from '../../src/service/versions/history'
import { encodeForm, type Params } from './form'
import { announces, routeOf } from './routing'

export interface Answer<T = Body> {
  readonly status: number
  readonly body: T
  readonly headers: Headers
  /** The body as it came. */
  readonly text: string
}

/** What every object has and, for errors, what every error has; the rest must be looked at to be known. */
export interface Body {
  readonly object: string
  readonly id: string
  readonly code: string
  readonly message: string
  readonly [field: string]: unknown
}

/** A page of records. */
export interface ListBody<T = Body> {
  readonly object: 'list'
  readonly data: readonly T[]
  readonly limit: number
  readonly offset: number
  readonly total: number
  readonly location: string
  readonly order: 'chronological' | 'reverse_chronological'
  readonly from: string
  readonly to: string
}

export interface Asking {
  /** How parameters travel in the body; those of GET and DELETE are always the query. */
  readonly as?: 'form' | 'json'
  /** `secret` and `public` are the client's own; any other text is a key, or `none` for no header at all. */
  readonly key?: 'secret' | 'public' | 'none' | (string & {})
  readonly host?: 'api' | 'vault'
  readonly headers?: Readonly<Record<string, string>>
}

/** A request with any body, well formed or not. */
export interface RawAsking extends Omit<Asking, 'as'> {
  readonly body?: string | FormData | Uint8Array<ArrayBuffer>
  readonly contentType?: string
}

/** What a client talks to: a sandbox, or anything that answers requests in its place. */
export interface ClientTarget {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
  readonly url: string
  readonly vaultUrl: string
  /** Routes promise the form of `spec`: the answers of `omise` have tests of their own. */
  readonly profile?: string
}

export type Method = Uppercase<Route['method']>

const anyError = z.strictObject({
  object: z.literal('error'),
  location: z.url(),
  code: z.string().check(z.regex(/^[a-z_]+$/)),
  message: z.string().check(z.minLength(1)),
  charge_id: z.optional(z.string()),
  customer_id: z.optional(z.string()),
  validation_errors: z.optional(
    z
      .array(z.strictObject({ field: z.string(), code: z.string(), message: z.string() }))
      .check(z.minLength(1)),
  ),
})

/** Object name -> the form in which its own route shows it; for the data of events. */
const shapes = new Map<string, z.core.$ZodType>([['webhook_delivery', webhookDeliveryRecord.schema()]])
for (const route of routes) {
  const schema = route.returns()
  const name = schema instanceof z.ZodMiniObject ? schema.shape.object : undefined
  if (name instanceof z.ZodMiniLiteral)
    for (const object of name._zod.values) shapes.set(String(object), schema)
}

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null

/** With `expand=true` ids became objects: puts the ids back, so that the one documented form fits both. */
const collapse = (value: unknown): unknown => {
  if (!isBody(value)) return value
  if (['list', 'search'].includes(value.object) && Array.isArray(value.data)) {
    const file = isBody(value.export) ? { export: value.export.id } : {}
    return { ...value, data: value.data.map(collapse), ...file }
  }
  // What has no id (a balance) is no record and shows none.
  if (typeof value.id !== 'string') return value
  const collapsed: Record<string, unknown> = { ...value }
  const kind = [...kinds.values()].find(({ object }) => object === value.object)
  for (const field in kind?.expandable) {
    const member = value[field]
    if (!isBody(member)) continue
    checkShape(member.object, member)
    collapsed[field] = member.id
  }
  return collapsed
}

const checkShape = (object: string, value: unknown): void => {
  const schema = shapes.get(object)
  if (schema === undefined) expect.fail(`no route answers an object ${object}: ${JSON.stringify(value)}`)
  check(schema, value, `the ${object}`)
}

const check = (schema: z.core.$ZodType, value: unknown, what: string): void => {
  const result = checkValue(schema, value)
  if (result.success) return
  const issues = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  expect.fail(`${what} does not have the promised form:\n${issues.join('\n')}\n${print(value)}`)
}

export const print = (body: unknown): string => JSON.stringify(body, null, 2)

/** Holds an answer against its route; fails with the body printed. */
export const checkAnswer = (method: string, path: string, answer: Answer, expanded: boolean): void => {
  const what = `${method} ${path} (${answer.status})`
  const { headers } = answer
  if (headers.get('content-type') !== 'application/json; charset=utf-8' || !headers.get('x-request-id'))
    expect.fail(`${what} has the headers ${print(Object.fromEntries(headers))}`)
  if (answer.status >= 400) {
    check(anyError, answer.body, what)
    checkAnnounced(method, path, answer)
    return
  }
  // Routes promise the newest form; those of older versions have tests of their own, and an event has its own version.
  const version = headers.get('service-version')
  if (version !== null && version !== currentVersion) return
  const shown = Array.isArray(answer.body.data) ? answer.body.data : [answer.body]
  if (shown.some((one) => isBody(one) && one.object === 'event' && 'created' in one)) return
  const route = routeOf(method, path)
  if (route === undefined) expect.fail(`${what} is no route, yet it was answered:\n${print(answer.body)}`)
  check(route.returns(), expanded ? collapse(answer.body) : answer.body, what)
  for (const one of shown)
    if (isBody(one) && one.object === 'event' && isBody(one.data)) checkShape(one.data.object, one.data)
}

/** A refusal must be one that the route announces, as the OpenAPI document repeats; faults can be injected anywhere. */
const checkAnnounced = (method: string, path: string, { status, body }: Answer): void => {
  const route = routeOf(method, path)
  if (route === undefined || status >= 500) return
  if (announces(route, status, body.code)) return
  expect.fail(
    `${method} ${route.path} does not name under \`errors\` that it answers ${status} ${body.code}:\n${print(body)}`,
  )
}

export interface Client {
  get<T = Body>(path: string, params?: Params, asking?: Asking): Promise<Answer<T>>
  post<T = Body>(path: string, params?: Params, asking?: Asking): Promise<Answer<T>>
  patch<T = Body>(path: string, params?: Params, asking?: Asking): Promise<Answer<T>>
  delete<T = Body>(path: string, params?: Params, asking?: Asking): Promise<Answer<T>>
  /** With a body as text, well formed or not. */
  send<T = Body>(method: Method, path: string, raw?: RawAsking): Promise<Answer<T>>
  /** A fresh token of the test card with this number. */
  token(number?: string, card?: Params): Promise<Token>
  /** A paid charge of 100.00 THB; `params` override. */
  charge(params?: Params): Promise<Charge>
  /** A charge that was authorized and can be captured. */
  authorized(params?: Params): Promise<Charge>
  /** A customer with one card. */
  customer(params?: Params): Promise<Customer>
  refund(chargeId: string, params?: Params): Promise<Refund>
  /** What the cardholder answers on the page behind `authorize_uri`; gives the charge as it is then. */
  confirm(charge: Charge, result?: 'success' | 'failure'): Promise<Charge>
  /** The cards of a customer, oldest first. */
  cards(customerId: string): Promise<readonly Card[]>
}

const basic = (key: string): string => `Basic ${btoa(`${key}:`)}`

const keyOf = (keys: KeyPair, { key, host }: Asking): string => {
  const chosen = key ?? (host === 'vault' ? 'public' : 'secret')
  if (chosen === 'secret') return keys.secret
  return chosen === 'public' ? keys.public : chosen
}

/** What shortcuts are made of: an answer that must be a success. */
const bodyOf = <T>(answer: Answer<T>): T => {
  if (answer.status !== 200) expect.fail(`expected success, got ${answer.status}:\n${print(answer.body)}`)
  return answer.body
}

const ways = (
  at: ClientTarget,
  keys: KeyPair,
): Pick<Client, 'get' | 'post' | 'patch' | 'delete' | 'send'> => {
  const send = async <T>(method: Method, path: string, raw: RawAsking = {}): Promise<Answer<T>> => {
    const key = keyOf(keys, raw)
    const headers = new Headers(key === 'none' ? {} : { authorization: basic(key) })
    if (raw.contentType !== undefined) headers.set('content-type', raw.contentType)
    for (const [name, value] of Object.entries(raw.headers ?? {})) headers.set(name, value)
    const url = `${raw.host === 'vault' ? at.vaultUrl : at.url}${path}`
    const response = await at.fetch(url, { method, headers, body: raw.body ?? null })
    const text = await response.text()
    const answer = { status: response.status, body: JSON.parse(text), headers: response.headers, text }
    const [pathOnly = '', query = ''] = path.split('?')
    if (at.profile !== 'omise')
      checkAnswer(method, pathOnly, answer, new URLSearchParams(query).has('expand'))
    return answer
  }
  const inQuery = (path: string, params: Params): string => {
    const query = encodeForm(params)
    return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
  }
  const withBody =
    (method: Method): Client['post'] =>
    (path, params, asking = {}) => {
      if (params === undefined) return send(method, path, asking)
      return asking.as === 'json'
        ? send(method, path, { ...asking, body: JSON.stringify(params), contentType: 'application/json' })
        : send(method, path, {
            ...asking,
            body: encodeForm(params),
            contentType: 'application/x-www-form-urlencoded',
          })
    }
  return {
    send,
    get: (path, params = {}, asking = {}) => send('GET', inQuery(path, params), asking),
    delete: (path, params = {}, asking = {}) => send('DELETE', inQuery(path, params), asking),
    post: withBody('POST'),
    patch: withBody('PATCH'),
  }
}

export const goodCard = {
  name: 'Somchai Prasert',
  number: '4242424242424242',
  expiration_month: 12,
  expiration_year: 2030,
  security_code: '123',
} as const

const someMoney = { amount: 10_000, currency: 'thb' } as const

/** A client with the keys of the sandbox's default account, or of the given account or mode. */
export const makeClient = (
  sandbox: ClientTarget & { keys: KeyPair },
  { keys }: { keys: KeyPair } = sandbox,
): Client => {
  const client = ways(sandbox, keys)
  const token: Client['token'] = async (number = goodCard.number, card = {}) =>
    bodyOf(await client.post<Token>('/tokens', { card: { ...goodCard, number, ...card } }, { host: 'vault' }))
  const withCard = async (params: Params): Promise<Params> =>
    params.card === undefined && params.customer === undefined
      ? { card: (await token()).id, ...params }
      : params
  const charge: Client['charge'] = async (params = {}) =>
    bodyOf(await client.post<Charge>('/charges', { ...someMoney, ...(await withCard(params)) }))
  return {
    ...client,
    token,
    charge,
    authorized: (params = {}) => charge({ capture: false, ...params }),
    customer: async (params = {}) =>
      bodyOf(
        await client.post<Customer>('/customers', {
          email: 'somchai@example.com',
          ...(await withCard(params)),
        }),
      ),
    refund: async (chargeId, params = {}) =>
      bodyOf(await client.post<Refund>(`/charges/${chargeId}/refunds`, params)),
    confirm: async ({ id, authorize_uri }, result = 'success') => {
      const body = `result=${result}`
      const page = await sandbox.fetch(authorize_uri ?? '', { method: 'POST', body })
      expect([200, 302], await page.text()).toContain(page.status)
      return bodyOf(await client.get<Charge>(`/charges/${id}`))
    },
    cards: async (customerId) =>
      bodyOf(await client.get<ListBody<Card>>(`/customers/${customerId}/cards`, { order: 'chronological' }))
        .data,
  }
}
