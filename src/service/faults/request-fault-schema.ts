import * as z from 'zod/mini'
import { isObject, type JsonObject, once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { about, optional } from '../../kernel/wire'
import { type RequestFaultInput, requestDrops } from './model'

export const count = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.int(error).check(z.minimum(min, error), z.maximum(max, error))
}

/** Which of the matches it is applied to. @param what they are */
export const turns = (what: string) => ({
  times: optional(`How many ${what} it is applied to. Default: 1`, count(1, 1_000_000)),
  after: optional(`How many matching ${what} pass first. Default: 0`, count(0, 1_000_000)),
})

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

const delay = () => {
  const ms = () => count(0, limits.requestDelayMsMax)
  const pair = z
    .tuple([ms().check(z.meta({ title: 'least' })), ms().check(z.meta({ title: 'most' }))])
    .check(z.refine(([from, to]) => from <= to, 'must be from the shortest to the longest: [100, 500]'))
  return z.union([ms(), pair], {
    error: (issue) =>
      Array.isArray(issue.input)
        ? 'must be the shortest and the longest time, such as [100, 500]'
        : `must be a whole number of milliseconds from 0 to ${limits.requestDelayMsMax}, or two of them`,
  })
}

const answer = () =>
  z.strictObject({
    status: about('HTTP status of the answer', count(400, 599)),
    code: optional(
      'Code of the error. Default: the usual one of the status',
      z.string('must be a text').check(z.regex(/^[a-z][a-z_]*$/, 'must be a word such as internal_error')),
    ),
    message: optional('Message of the error. Default: the usual one of the code', z.string('must be a text')),
    headers: optional(
      'Further headers, by name',
      z.record(
        z.string().check(
          z.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'is no name of a header'),
          // Over sockets a wrong length cuts the answer, lets its client wait, or spoils the next one.
          z.regex(/^(?!(?:content-length|transfer-encoding)$)/i, 'cannot be set: it follows from the body'),
        ),
        z.string('must be a text').check(z.regex(/^[\t\x20-\x7e]*$/, 'must be what a header can carry')),
        {
          error: (issue) => (issue.code === 'invalid_key' ? issue.issues[0]?.message : 'must be an object'),
        },
      ),
    ),
    body: optional('Text in place of the error object, as a gateway answers', z.string('must be a text')),
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
  z.record(z.string(), z.json(), 'must be an object of parameters').check(
    z.refine((body) => !asksForCardData(body), {
      error: 'cannot hold card data, which is kept nowhere: give the number of the card as card',
    }),
  )

const cardNumber = () =>
  z.pipe(
    z
      .string('must be the number of a card, as a text')
      .check(z.overwrite((text) => text.replace(/[ -]/g, ''))),
    z.string().check(z.regex(/^\d{12,19}$/, 'must be the number of a card, such as 4111111111140011')),
  )

/** Which requests it applies to. */
const conditions = () => ({
  method: optional(
    `One of ${methods.join(', ')}. Default: every method`,
    z.pipe(
      z.string(`must be one of ${methods.join(', ')}`).check(z.toUpperCase()),
      z.enum(methods, `must be one of ${methods.join(', ')}`),
    ),
  ),
  path: optional(
    'Path of the request without its query, such as `/charges`, or a pattern such as `/charges/*`. Default: every path',
    z
      .string('must be a path such as /charges, or a pattern such as /charges/*')
      .check(
        z.regex(/^[/*][^?#]*$/, 'must begin with / or *, as in /charges/*, and have no query'),
        z.regex(/^(?!.*\/:)/, 'takes * for an id, as in /charges/*/capture'),
      ),
  ),
  body: optional(
    'Parameters that the request must have, such as `{"metadata":{"order":"A-1"}}`; a number also matches its text. Default: any',
    parameters(),
  ),
  card: optional(
    'Number of a card, such as a test card: matches requests that make a token of it, and those that pay with it. Default: any',
    cardNumber(),
  ),
  ...turns('requests'),
})

/** What happens to them. */
const effects = () => ({
  delay_ms: optional(
    'Waits before the operation runs, in milliseconds of real time; nothing happens until then. A number, or `[least, most]` for a random one between them. Default: 0',
    delay(),
  ),
  hold_ms: optional(
    'Holds the answer after the operation, in milliseconds of real time: the state has changed and webhooks go out meanwhile. A number, or `[least, most]`. Default: 0',
    delay(),
  ),
  respond: optional('An error as the answer, in place of the operation, which does not run', answer()),
  rate_limit: optional(
    'Answers 429 with the headers of the rate limit, in place of the operation',
    z.literal(true, 'must be true, or not be there'),
  ),
  drop: optional(
    'Cuts the connection: `request` before the operation runs, `response` after it has changed the state',
    z.enum(requestDrops, 'must be request or response'),
  ),
})

/**
 * A fault of requests as JSON (contract of the control plane), with a delay, one other effect, or both. Made at its first
 * use: at load it would cost a first charge 4 ms.
 */
export const requestFaultCreate = once(() =>
  z.strictObject({ ...conditions(), ...effects() }).check(
    z.meta({ title: 'A fault of requests' }),
    z.refine(
      ({ delay_ms, hold_ms, respond, rate_limit, drop }) =>
        [delay_ms, hold_ms, respond, rate_limit, drop].some(Boolean),
      'does nothing: give delay_ms, hold_ms, respond, rate_limit or drop',
    ),
    z.refine(
      ({ hold_ms, respond, rate_limit, drop }) => !hold_ms || !(respond ?? rate_limit ?? drop === 'request'),
      {
        error: 'holds the answer of an operation: with respond, rate_limit or drop request none runs',
        path: ['hold_ms'],
      },
    ),
    z.refine(({ respond, drop }) => respond === undefined || drop === undefined, {
      error: 'cannot be given with drop: a dropped request is not answered',
      path: ['respond'],
    }),
    z.refine(({ respond, rate_limit, drop }) => rate_limit === undefined || (respond ?? drop) === undefined, {
      error: 'is an answer of its own: it cannot be given with respond or drop',
      path: ['rate_limit'],
    }),
  ),
)
export type RequestFaultCreate = z.output<ReturnType<typeof requestFaultCreate>>

const rangeOf = (given: number | [number, number]): readonly [number, number] =>
  typeof given === 'number' ? [given, given] : given

/** The fields of a row, with defaults. */
export const requestFaultFields = (given: RequestFaultCreate): RequestFaultInput => {
  const { method, path, body, card, times, after, delay_ms = 0, hold_ms = 0, rate_limit, drop } = given
  const respond = rate_limit === true ? { status: 429 } : given.respond
  return {
    method: method ?? null,
    path: path ?? null,
    body: (body as JsonObject | undefined) ?? null,
    card: card ?? null,
    times: times ?? 1,
    after: after ?? 0,
    delayMs: rangeOf(delay_ms),
    holdMs: rangeOf(hold_ms),
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
export const shownDelay = (
  [from, to]: readonly [number, number] = [0, 0],
): number | readonly [number, number] => (from === to ? from : [from, to])
