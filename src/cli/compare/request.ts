import { fromBase64 } from '../../kernel/base64'
import { dateText, iso, parseDuration } from '../../kernel/calendar'
import { isObject } from '../../kernel/json'
import { basic } from '../../node/running-sandbox'
import type { StoryCall } from './stories'

/** What the placeholders of a call stand for. */
export interface StoryValues {
  /** Answers by the name of their call, within one story. */
  readonly named: ReadonlyMap<string, unknown>
  /** When the story began, and when the call is made: epoch milliseconds of the service's clock. */
  readonly story: number
  readonly now: number
  /** A word of the run, which nothing else in the account contains. */
  readonly word: string
}

/** A call refers to an answer that did not come, or did not have what it needs. */
export class Unfilled extends Error {}

/** `$now+1h`, `$charge.data.0.id`, `$no.chrg`; the name ends with the word. */
const placeholder = /\$(\w+(?:\.\w+)*)(?:\+(\d+[smhdw]))?/g

/** An id that no record has: of the right form, in test mode. */
const noId = (prefix: string): string => `${prefix}_test_0nosuchrecord000000`

const memberOf = (value: unknown, part: string): unknown => {
  if (Array.isArray(value)) return value[Number(part)]
  return isObject(value) ? value[part] : undefined
}

/** The id of an answer: of the charge that was declined, where the answer is the error. */
const idIn = (answer: unknown): unknown => memberOf(answer, 'id') ?? memberOf(answer, 'charge_id')

const textFor = (path: string, plus: string | undefined, values: StoryValues): string => {
  const [name = '', ...parts] = path.split('.')
  const later = plus === undefined ? 0 : (parseDuration(plus) ?? 0)
  if (name === 'story') return iso(values.story)
  if (name === 'now') return iso(values.now + later)
  if (name === 'day') return dateText(values.now + later)
  if (name === 'word') return values.word
  if (name === 'no') return noId(parts[0] ?? '')
  const answer = values.named.get(name)
  const found = parts.length === 0 ? idIn(answer) : parts.reduce(memberOf, answer)
  if (typeof found === 'string') return found
  throw new Unfilled(`there is no ${path}: an earlier call of the story had no such answer`)
}

/** @throws Unfilled */
const filledText = (text: string, values: StoryValues): string =>
  text.replace(placeholder, (_, path: string, plus: string | undefined) => textFor(path, plus, values))

/**
 * Parameters with everything filled in.
 * @throws Unfilled
 */
const filledIn = (value: unknown, values: StoryValues): unknown => {
  if (typeof value === 'string') return filledText(value, values)
  if (Array.isArray(value)) return value.map((one) => filledIn(one, values))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledIn(one, values)]))
}

/** A call as it is sent. */
export interface OutgoingCall {
  readonly method: string
  readonly host: 'api' | 'vault'
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer<ArrayBuffer> | null
}

/** The addresses and keys of a run. */
export interface ServiceCaller {
  readonly keys: { readonly public: string; readonly secret: string }
  /** `Service` of `Service-Version`. */
  readonly headerPrefix: string
  readonly apiVersion: string | null
}

/** `card[name]=…`, `lines[][sku]=…`, as published clients write forms. */
const pairsOf = (value: unknown, name: string): [string, string][] => {
  if (Array.isArray(value)) return value.flatMap((one) => pairsOf(one, `${name}[]`))
  if (isObject(value))
    return Object.entries(value).flatMap(([part, one]) =>
      pairsOf(one, name === '' ? part : `${name}[${part}]`),
    )
  return value === null || value === undefined ? [] : [[name, String(value)]]
}

const formOf = (parameters: unknown): string => new URLSearchParams(pairsOf(parameters, '')).toString()

/** A picture of one point. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const fileOf = (name: string): File =>
  name.endsWith('.png')
    ? new File([fromBase64(png)], name, { type: 'image/png' })
    : new File(['# No proof\n'], name, { type: 'text/markdown' })

/** The parameters as a body, with its type. */
const bodyOf = async (
  parameters: Readonly<Record<string, unknown>>,
  encoding: StoryCall['encoding'],
): Promise<readonly [string | Buffer<ArrayBuffer>, type: string]> => {
  if (encoding === 'json') return [JSON.stringify(parameters), 'application/json']
  if (encoding === 'form') return [formOf(parameters), 'application/x-www-form-urlencoded']
  const form = new FormData()
  for (const [name, value] of Object.entries(parameters))
    form.set(name, name === 'file' ? fileOf(String(value)) : String(value))
  const sent = new Response(form)
  return [Buffer.from(await sent.arrayBuffer()), sent.headers.get('content-type') ?? '']
}

const unknownKeys = { api: 'skey_test_0nosuchkey000000000', vault: 'pkey_test_0nosuchkey000000000' } as const

const keyOf = ({ key, host }: StoryCall, { keys }: ServiceCaller): string | null => {
  if (key === 'none') return null
  return key === 'unknown' ? unknownKeys[host] : keys[key]
}

/**
 * A call of a story as it is sent.
 * @throws Unfilled when an earlier answer that it needs did not come
 */
export const outgoing = async (
  call: StoryCall,
  values: StoryValues,
  caller: ServiceCaller,
): Promise<OutgoingCall> => {
  const { method, host, encoding, idempotency } = call
  const parameters = filledIn(call.with, values) as StoryCall['with']
  const hasParameters = Object.keys(parameters).length > 0
  const path = filledText(call.path, values)
  const query = method === 'GET' && hasParameters ? `?${formOf(parameters)}` : ''
  const [body, type] = method === 'GET' || !hasParameters ? [null] : await bodyOf(parameters, encoding)
  const key = keyOf(call, caller)
  const version = call.version ?? caller.apiVersion
  return {
    method,
    host,
    path: `${path}${query}`,
    body,
    headers: {
      accept: 'application/json',
      'user-agent': 'payment-sandbox compare',
      ...(key === null ? {} : { authorization: basic(key) }),
      ...(version === null ? {} : { [`${caller.headerPrefix.toLowerCase()}-version`]: version }),
      ...(idempotency === null ? {} : { 'idempotency-key': `${values.word}-${idempotency}` }),
      ...(type === undefined ? {} : { 'content-type': type }),
    },
  }
}
