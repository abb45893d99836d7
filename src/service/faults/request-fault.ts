import * as z from 'zod/mini'
import { isObject, type Json, type JsonObject, once } from '../../kernel/json'
import { fits, renamed, toSnakeCase } from '../../kernel/text'
import { about, optional } from '../../kernel/wire'
import { count, inLibrary, type Naming, needsOneOf, refuse, turns, withDefault } from './checks'
import { type Delay, delay, delayOf } from './delay'

export const faultMethods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

/** An answer that is sent instead of running the operation. */
const answer = () =>
  z.strictObject({
    status: about('HTTP status of the answer, from 400 to 599', count(400, 599)),
    code: withDefault(
      'Code of the error. Default: the usual one of the status',
      z.string('must be a text').check(z.regex(/^[a-z][a-z_]*$/, 'must be a word such as internal_error')),
      null,
    ),
    message: withDefault(
      'Message of the error. Default: the usual one of the code',
      z.string('must be a text'),
      null,
    ),
    headers: withDefault(
      'Further headers, by name. Default: none',
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
      {} as Record<string, string>,
    ),
    body: withDefault(
      'A text instead of the error object, as a gateway sends. Default: the error object',
      z.string('must be a text'),
      null,
    ),
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
  z.record(z.string(), z.json() as z.ZodMiniType<Json, Json>, 'must be an object of parameters').check(
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
  method: withDefault(
    `One of ${faultMethods.join(', ')}. Default: every method`,
    z.pipe(
      z.string(`must be one of ${faultMethods.join(', ')}`).check(z.toUpperCase()),
      z.enum(faultMethods, `must be one of ${faultMethods.join(', ')}`),
    ),
    null,
  ),
  path: withDefault(
    'Path of the request without its query, such as `/charges`, or a pattern such as `/charges/*`. Default: every path',
    z
      .string('must be a path such as /charges, or a pattern such as /charges/*')
      .check(
        z.regex(/^[/*][^?#]*$/, 'must begin with / or *, as in /charges/*, and have no query'),
        z.regex(/^(?!.*\/:)/, 'takes * for an id, as in /charges/*/capture'),
      ),
    null,
  ),
  body: withDefault(
    'Parameters that the request must have, such as `{"metadata":{"order":"A-1"}}`; a number also matches its text. Default: any',
    parameters(),
    null,
  ),
  card: withDefault(
    'Number of a card, such as a test card: matches requests that make a token of it, and those that pay with it; only its last four digits and a keyed hash are kept. Default: any',
    cardNumber(),
    null,
  ),
})

/** What it does to them. */
export const requestEffects = once(() => ({
  delayMs: withDefault(
    'Waits before the operation runs, in milliseconds of real time; nothing happens until then. A number, or `[least, most]` for a random one between them. Default: 0',
    delay(),
    0,
  ),
  holdMs: withDefault(
    'Holds the answer after the operation, in milliseconds of real time: the state has changed and webhooks go out meanwhile. A number, or `[least, most]`. Default: 0',
    delay(),
    0,
  ),
  respond: withDefault('Answers this error; the operation does not run', answer(), null),
  rateLimit: optional(
    'Answers 429 with the headers of the rate limit; the operation does not run',
    z.literal(true, 'must be true, or not be there'),
  ),
  drop: withDefault(
    'Cuts the connection: `request` before the operation runs, `response` after it has changed the state',
    z.enum(['request', 'response'], 'must be request or response'),
    null,
  ),
}))

/** Made at its first use: at load it would cost a first charge 4 ms. */
export const requestFaultSchema = once(() =>
  z.strictObject({ ...conditions(), ...requestEffects(), ...turns('requests') }),
)

/** A fault as its caller gives it, with the defaults. */
export type GivenRequestFault = z.output<ReturnType<typeof requestFaultSchema>>

const rules = (name: Naming) =>
  [
    z.meta({ title: 'A fault of requests' }),
    needsOneOf(requestEffects(), name),
    refuse<GivenRequestFault>(
      name('holdMs'),
      `holds the answer of an operation: with respond, ${name('rateLimit')} or drop request none runs`,
      ({ holdMs, respond, rateLimit, drop }) =>
        holdMs !== 0 && (respond !== null || rateLimit === true || drop === 'request'),
    ),
    refuse<GivenRequestFault>(
      'respond',
      'cannot be given with drop: a dropped request is not answered',
      ({ respond, drop }) => respond !== null && drop !== null,
    ),
    refuse<GivenRequestFault>(
      name('rateLimit'),
      'is an answer of its own: it cannot be given with respond or drop',
      ({ rateLimit, respond, drop }) => rateLimit === true && (respond !== null || drop !== null),
    ),
  ] as const

/** Checks a fault, named as the library names its options, or as the control plane does. */
export const requestFault = {
  library: once(() => requestFaultSchema().check(...rules(inLibrary))),
  wire: once(() =>
    z
      .strictObject(renamed<z.core.$ZodType>(requestFaultSchema().shape, toSnakeCase))
      .check(...rules(toSnakeCase)),
  ),
}

/** A fault as rows keep it. */
export interface RequestFaultInput extends Omit<GivenRequestFault, 'rateLimit' | 'delayMs' | 'holdMs'> {
  readonly delayMs: Delay
  readonly holdMs: Delay
}

const rateLimited = { status: 429, code: null, message: null, headers: {}, body: null }

export const keptRequestFault = ({
  rateLimit,
  respond,
  delayMs,
  holdMs,
  ...fault
}: GivenRequestFault): RequestFaultInput => ({
  ...fault,
  delayMs: delayOf(delayMs),
  holdMs: delayOf(holdMs),
  respond: rateLimit === true ? rateLimited : respond,
})

/** The effect of a fault on a request. */
export interface FaultEffect extends Pick<RequestFaultInput, 'delayMs' | 'respond' | 'drop'> {
  readonly holdMs?: Delay
}

/** The parts of a request that faults match. */
export interface MatchedRequest {
  readonly method: string
  readonly path: string
  /** Its parameters; `null` if its body cannot be read. Called only when a fault needs them. */
  readonly input: () => JsonObject | null
  /** Of its card; `undefined` if it has none. */
  readonly fingerprint: () => string | undefined
}

/** The conditions of a row, which has no number of a card. */
interface KeptConditions extends Pick<RequestFaultInput, 'method' | 'path' | 'body'> {
  readonly card: { readonly fingerprint: string } | null
}

export const fitsRequest = (
  fault: KeptConditions,
  { method, path, input, fingerprint }: MatchedRequest,
): boolean =>
  (fault.method === null || fault.method === method) &&
  (fault.path === null || fits(fault.path, path)) &&
  (fault.body === null || hasAll(input(), fault.body)) &&
  (fault.card === null || fingerprint() === fault.card.fingerprint)

/**
 * Values in a form are texts, so a number also matches its text. A list has all of its members and no more; a form may
 * have them by their numbers.
 */
const hasAll = (given: unknown, wanted: unknown): boolean => {
  if (!isParent(wanted)) return !isParent(given) && String(given) === String(wanted)
  if (!isParent(given)) return false
  return (
    (!Array.isArray(wanted) || Object.keys(given).length === wanted.length) &&
    Object.entries(wanted).every(([name, value]) => Object.hasOwn(given, name) && hasAll(given[name], value))
  )
}

export const isParent = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
