import * as z from 'zod'
import { isObject, type JsonObject, once } from '../kernel/json'
import { limits } from '../kernel/limits'
import { type RequestFaultInput, requestDrops } from './request-fault'

const count = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.int(error).min(min, error).max(max, error)
}

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

const delay = () => {
  const ms = () => count(0, limits.requestDelayMsMax)
  const pair = z
    .tuple([ms(), ms()])
    .refine(([from, to]) => from <= to, 'must be from the shortest to the longest: [100, 500]')
  return z.union([ms(), pair], {
    error: (issue) =>
      Array.isArray(issue.input)
        ? 'must be the shortest and the longest time, such as [100, 500]'
        : `must be a whole number of milliseconds from 0 to ${limits.requestDelayMsMax}, or two of them`,
  })
}

const answer = () =>
  z.strictObject({
    status: count(400, 599),
    code: z
      .string('must be a text')
      .regex(/^[a-z][a-z_]*$/, 'must be a word such as internal_error')
      .optional(),
    message: z.string('must be a text').optional(),
    headers: z
      .record(
        z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/),
        z.string('must be a text').regex(/^[\t\x20-\x7e]*$/, 'must be what a header can carry'),
        { error: ({ code }) => (code === 'invalid_key' ? 'is no name of a header' : 'must be an object') },
      )
      .optional(),
    body: z.string('must be a text').optional(),
  })

/** Card data would be saved in the state, and in every file of it. */
const asksForCardData = (body: unknown): boolean => {
  if (!isObject(body)) return false
  const { card } = body
  return (
    (isObject(card) && ('number' in card || 'security_code' in card)) ||
    'card[number]' in body ||
    'card[security_code]' in body
  )
}

const parameters = () =>
  z.record(z.string(), z.json(), 'must be an object of parameters').refine((body) => !asksForCardData(body), {
    error: 'cannot hold card data, which is kept nowhere: give the number of the card as card',
  })

const cardNumber = () =>
  z
    .string('must be the number of a card, as a text')
    .transform((text) => text.replace(/[ -]/g, ''))
    .pipe(z.string().regex(/^\d{12,19}$/, 'must be the number of a card, such as 4111111111140011'))

/** A fault of requests as JSON (contract of the control plane), with a delay, one other effect, or both. */
export const requestFaultCreate = once(() =>
  z
    .strictObject({
      method: z
        .string(`must be one of ${methods.join(', ')}`)
        .transform((text) => text.toUpperCase())
        .pipe(z.enum(methods, `must be one of ${methods.join(', ')}`))
        .optional(),
      path: z
        .string('must be a path such as /charges, or a pattern such as /charges/*')
        .regex(/^[/*][^?#]*$/, 'must begin with / or *, as in /charges/*, and have no query')
        .optional(),
      body: parameters().optional(),
      card: cardNumber().optional(),
      times: count(1, 1_000_000).optional(),
      after: count(0, 1_000_000).optional(),
      delay_ms: delay().optional(),
      respond: answer().optional(),
      rate_limit: z.literal(true, 'must be true, or not be there').optional(),
      drop: z.enum(requestDrops, 'must be request or response').optional(),
    })
    .refine(
      ({ delay_ms, respond, rate_limit, drop }) => [delay_ms, respond, rate_limit, drop].some(Boolean),
      'does nothing: give delay_ms, respond, rate_limit or drop',
    )
    .refine(({ respond, drop }) => respond === undefined || drop === undefined, {
      error: 'cannot be given with drop: a dropped request is not answered',
      path: ['respond'],
    })
    .refine(({ respond, rate_limit, drop }) => rate_limit === undefined || (respond ?? drop) === undefined, {
      error: 'is an answer of its own: it cannot be given with respond or drop',
      path: ['rate_limit'],
    }),
)
export type RequestFaultCreate = z.output<ReturnType<typeof requestFaultCreate>>

/** The fields of a row, with defaults. */
export const requestFaultFields = (given: RequestFaultCreate): RequestFaultInput => {
  const { method, path, body, card, times, after, delay_ms: delayMs = 0, rate_limit, drop } = given
  const respond = rate_limit === true ? { status: 429 } : given.respond
  return {
    method: method ?? null,
    path: path ?? null,
    body: (body as JsonObject | undefined) ?? null,
    card: card ?? null,
    times: times ?? 1,
    after: after ?? 0,
    delayMs: typeof delayMs === 'number' ? [delayMs, delayMs] : delayMs,
    respond:
      respond === undefined
        ? null
        : {
            status: respond.status,
            code: respond.code ?? null,
            message: respond.message ?? null,
            headers: respond.headers ?? {},
            body: respond.body ?? null,
          },
    drop: drop ?? null,
  }
}

/** One number if both are equal. */
export const shownDelay = ([from, to]: readonly [number, number]): number | readonly [number, number] =>
  from === to ? from : [from, to]
