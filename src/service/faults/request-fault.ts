import * as z from 'zod/mini'
import { isObject, type Json, type JsonObject, once } from '../../kernel/json'
import { fits } from '../../kernel/text'
import { about } from '../../kernel/wire'
import { type Delay, delay, delayOf, delayText } from './delay'
import { count, faultKind, option, turns } from './option'

const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const

const paths = ['/charges', '/charges/*', '/charges/*/capture', '/charges/*/refunds', '/customers', '/tokens']

/** An answer that is sent instead of running the operation. */
const answer = () =>
  z.strictObject({
    status: about('HTTP status of the answer, from 400 to 599', count(400, 599)),
    code: option(
      'Code of the error. Default: the usual one of the status',
      z.string('must be a text').check(z.regex(/^[a-z][a-z_]*$/, 'must be a word such as internal_error')),
      null,
    ),
    message: option(
      'Message of the error. Default: the usual one of the code',
      z.string('must be a text'),
      null,
    ),
    headers: option(
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
    body: option(
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
  method: option(
    `One of ${methods.join(', ')}. Default: every method`,
    z.pipe(
      z.string(`must be one of ${methods.join(', ')}`).check(z.toUpperCase()),
      z.enum(methods, `must be one of ${methods.join(', ')}`),
    ),
    null,
    { field: { label: 'Method', options: [['', 'Every method'], ...methods] } },
  ),
  path: option(
    'Path of the request without its query, such as `/charges`, or a pattern such as `/charges/*`. Default: every path',
    z
      .string('must be a path such as /charges, or a pattern such as /charges/*')
      .check(
        z.regex(/^[/*][^?#]*$/, 'must begin with / or *, as in /charges/*, and have no query'),
        z.regex(/^(?!.*\/:)/, 'takes * for an id, as in /charges/*/capture'),
      ),
    null,
    {
      field: {
        label: 'Path',
        placeholder: '/charges/*',
        hint: 'Empty for every path',
        options: paths,
        free: true,
      },
    },
  ),
  body: option(
    'Parameters that the request must have, such as `{"metadata":{"order":"A-1"}}`; a number also matches its text. Default: any',
    parameters(),
    null,
  ),
  card: option(
    'Number of a card, such as a test card: matches requests that make a token of it, and those that pay with it; only its last four digits and a keyed hash are kept. Default: any',
    cardNumber(),
    null,
    {
      field: { label: 'Card', placeholder: '4111111111140011', hint: 'Only payments by this card' },
      shown: z.string(),
    },
  ),
})

/** What happens to them. */
const effects = once(() => ({
  delayMs: option(
    'Waits before the operation runs, in milliseconds of real time; nothing happens until then. A number, or `[least, most]` for a random one between them. Default: 0',
    delay(),
    0,
    {
      field: { label: 'Delay in ms', hint: 'In real time, before anything happens' },
      says: (ms) => `waits ${delayText(ms)}`,
    },
  ),
  holdMs: option(
    'Holds the answer after the operation, in milliseconds of real time: the state has changed and webhooks go out meanwhile. A number, or `[least, most]`. Default: 0',
    delay(),
    0,
    {
      field: { label: 'Hold in ms', hint: 'In real time, after the operation' },
      says: (ms) => `happens, and waits ${delayText(ms)} for its answer`,
    },
  ),
  respond: option('Answers this error; the operation does not run', answer(), null, {
    field: {
      label: 'Answer',
      part: 'status',
      options: [['', 'As usual'], '400', '401', '404', '429', '500', '503'],
    },
    says: ({ status, code }) => `answers ${status}${code === null ? '' : ` ${code}`}`,
  }),
  rateLimit: option(
    'Answers 429 with the headers of the rate limit; the operation does not run',
    z.literal(true, 'must be true, or not be there'),
    undefined,
  ),
  drop: option(
    'Cuts the connection: `request` before the operation runs, `response` after it has changed the state',
    z.enum(['request', 'response'], 'must be request or response'),
    null,
    {
      field: {
        label: 'Connection',
        options: [
          ['', 'Stays'],
          ['request', 'Cut before anything happens'],
          ['response', 'Cut after it happened'],
        ],
      },
      says: (part) =>
        part === 'request' ? 'is cut before anything happens' : 'happens, and is cut before its answer',
    },
  ),
}))

/** Made at its first use: at load it would cost a first charge 4 ms. */
export const requestFaultSchema = once(() =>
  z.strictObject({ ...conditions(), ...effects(), ...turns('requests') }),
)

type GivenRequestFault = z.output<ReturnType<typeof requestFaultSchema>>

/** A checked fault. */
export interface RequestFaultInput extends Omit<GivenRequestFault, 'rateLimit' | 'delayMs' | 'holdMs'> {
  readonly delayMs: Delay
  readonly holdMs: Delay
}

const rateLimited = { status: 429, code: null, message: null, headers: {}, body: null }

export const requestFault = faultKind({
  title: 'A fault of requests',
  schema: requestFaultSchema,
  effects,
  rules: [
    {
      of: 'holdMs',
      why: 'holds the answer of an operation: with respond, rateLimit or drop request none runs',
      isBroken: ({ holdMs, respond, rateLimit, drop }) =>
        holdMs !== 0 && (respond !== null || rateLimit === true || drop === 'request'),
    },
    {
      of: 'respond',
      why: 'cannot be given with drop: a dropped request is not answered',
      isBroken: ({ respond, drop }) => respond !== null && drop !== null,
    },
    {
      of: 'rateLimit',
      why: 'is an answer of its own: it cannot be given with respond or drop',
      isBroken: ({ rateLimit, respond, drop }) => rateLimit === true && (respond !== null || drop !== null),
    },
  ],
  row: ({ rateLimit, respond, delayMs, holdMs, ...fault }: GivenRequestFault): RequestFaultInput => ({
    ...fault,
    delayMs: delayOf(delayMs),
    holdMs: delayOf(holdMs),
    respond: rateLimit === true ? rateLimited : respond,
  }),
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

/** What a fault can do with a request. */
interface FaultedRequest {
  /** Waits for a time within the limits, before anything else. */
  readonly delay: (time: Delay) => Promise<void>
  /** Waits after the operation. */
  readonly hold: (time: Delay) => Promise<void>
  /** Answers in place of the operation. */
  readonly answer: (given: NonNullable<FaultEffect['respond']>) => Response
  /** Runs the operation; a refusal is an answer, too. */
  readonly run: () => Promise<Response>
  readonly cut: (when: string) => Response
}

/** Lets a fault happen to a request. */
export const playRequestFault = async (
  { delayMs, holdMs = [0, 0], respond, drop }: FaultEffect,
  { delay, hold, answer, run, cut }: FaultedRequest,
): Promise<Response> => {
  await delay(delayMs)
  if (drop === 'request') return cut('cut before anything happened')
  if (respond !== null) return answer(respond)
  const answered = await run()
  if (holdMs[1] > 0) await hold(holdMs)
  return drop === 'response' ? cut('done, and cut before the answer') : answered
}
