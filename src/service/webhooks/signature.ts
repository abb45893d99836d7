/**
 * What receivers of webhooks need, as `payment-sandbox/webhooks`: no server, no zod, no Node.
 *
 * One function, without a promise, that runs wherever JavaScript does. Web Crypto would be faster, but needs `await`: if you
 * forget it before a check that throws, you accept everything. Node's own crypto is not in every Worker or browser. So the
 * hash is the audited one of @noble/hashes, 6 kB of it, as in Standard Webhooks.
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { isObject, jsonIn } from '../../kernel/json'
import { checkObject, SandboxError } from '../../kernel/sandbox-error'
import type { DeliveryKey, EventKey } from '../resources/event/keys'
import type { Event } from '../resources/event/record'
import { decodeText, explainMismatch } from './mismatch'
import { headerOf, otherPrefix, prefixIn, type WebhookHeaders } from './received-headers'
import {
  encodingFor,
  type HmacHex,
  type SecretEncoding,
  signatureHeaderNames,
  signatureHeaders,
  signaturesOf,
  signedMessage,
  webhookToleranceSeconds,
} from './scheme'

/** Events about a delivery are recorded, but never delivered. */
type DeliveredKey = Exclude<EventKey, DeliveryKey>

/**
 * The body of a webhook: an event whose `key` determines the type of its `data`, in the form of the newest API version.
 * New keys may be added: handle them in a `default` branch.
 *
 * @example
 * switch (event.key) {
 *   case 'charge.complete': return settle(event.data.id, event.data.paid)
 *   case 'refund.create': return book(event.data.amount)
 *   default: return
 * }
 */
export type WebhookEvent = Event<DeliveredKey>

export type { SecretEncoding, WebhookHeaders }

const hmacHex: HmacHex = (key, message) => bytesToHex(hmac(sha256, key, message))

/** The settings that both sides share. */
interface Agreement {
  /** The signing secret; during a rotation, all current ones. */
  readonly secret: string | readonly string[]
  /**
   * The `Service` of `Service-Signature`. Default: to sign, `Service`; to verify, the one that the headers have, or
   * `Service` without headers.
   */
  readonly headerPrefix?: string | undefined
  /**
   * `utf8`: the key is the secret's text. `base64`: the bytes that it encodes. Default: `base64` with the prefix `Omise`,
   * as the real service does, and `utf8` with any other.
   */
  readonly secretEncoding?: SecretEncoding | undefined
}

export interface SignWebhookOptions extends Agreement {
  /** The body, exactly as it will be sent. */
  readonly body: string | Uint8Array
  /** Unix seconds. Default: now. */
  readonly timestamp?: number | undefined
}

export interface SignedWebhook {
  /** Hex; one for each secret, separated by commas. */
  readonly signature: string
  /** Unix seconds as text. */
  readonly timestamp: string
  /** Both under their names, to send along. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Signs a body as the service does (spec 5.1): for the tests of a receiver.
 *
 * @example
 * const body = JSON.stringify(event)
 * await app.request('/webhooks', { method: 'POST', body, headers: signWebhook({ body, secret }).headers })
 *
 * @throws SandboxError `invalid_option` when there is no secret, or the body is neither text nor bytes
 */
export const signWebhook = (options: SignWebhookOptions): SignedWebhook => {
  checkObject(options, 'options', true)
  const { headerPrefix = 'Service', secretEncoding = encodingFor(headerPrefix) } = options
  const body = rawBody(options.body)
  const secrets = secretsOf(options.secret)
  const timestamp = options.timestamp ?? Math.floor(Date.now() / 1000)
  if (!Number.isSafeInteger(timestamp))
    throw new SandboxError('invalid_option', `timestamp is whole Unix seconds, not ${timestamp}`)
  const headers = signatureHeaders({ headerPrefix, timestamp, body, secrets, secretEncoding }, hmacHex)
  const names = signatureHeaderNames(headerPrefix)
  return { signature: headers[names.signature] ?? '', timestamp: String(timestamp), headers }
}

export interface VerifyWebhookOptions extends Agreement {
  /** The raw body, before it is parsed. */
  readonly body: string | Uint8Array | ArrayBuffer
  /** The headers of the request. Not needed with `signature` and `timestamp`. */
  readonly headers?: WebhookHeaders | undefined
  /** Value of `Service-Signature`, instead of `headers`. */
  readonly signature?: string | null | undefined
  /** Value of `Service-Signature-Timestamp`. */
  readonly timestamp?: string | null | undefined
  /** How far the timestamp may be from now, in seconds. Default: 300 (spec 5.1). */
  readonly toleranceSeconds?: number | undefined
  /** The time of arrival: a Date or epoch milliseconds. Default: now. */
  readonly now?: Date | number | undefined
}

export type WebhookRefusal =
  | 'missing_signature'
  | 'malformed_signature'
  | 'missing_timestamp'
  | 'malformed_timestamp'
  | 'signature_mismatch'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'malformed_body'

/**
 * Why a webhook is refused. Answer 400 without a body: the message is for your log, since it says what would have
 * matched.
 */
export class WebhookError extends Error {
  readonly code: WebhookRefusal

  constructor(code: WebhookRefusal, message: string) {
    super(message)
    this.name = 'WebhookError'
    this.code = code
  }
}

/**
 * The event of a webhook, once its signature and age were checked (spec 5.1). Compares in constant time.
 *
 * @example
 * const event = verifyWebhook({ body: await request.text(), headers: request.headers, secret })
 * if (await seen(event.id)) return new Response(null, { status: 204 })
 *
 * @throws WebhookError with a `code` and, in its message, what is wrong with the request
 * @throws SandboxError `invalid_option` without options, or when one is wrong: no secret, or a body that was already parsed
 */
export const verifyWebhook = (options: VerifyWebhookOptions): WebhookEvent => {
  checkObject(options, 'options', true)
  const { headerPrefix = prefixIn(options.headers) } = options
  const { secretEncoding = encodingFor(headerPrefix) } = options
  const body = rawBody(options.body)
  const secrets = secretsOf(options.secret)
  const { timestamp, signatures } = readSignature(options, headerPrefix)

  const expected = signaturesOf(signedMessage(timestamp, body), secrets, secretEncoding, hmacHex)
  if (!anyEqual(signatures, expected)) {
    const hint = explainMismatch({ body, timestamp, signatures, secrets, secretEncoding }, hmacHex)
    throw new WebhookError('signature_mismatch', `${counted(signatures, secrets)}${hint}`)
  }
  checkAge(Number(timestamp), options)
  return eventIn(body)
}

const rawBody = (body: unknown): string | Uint8Array => {
  if (typeof body === 'string') return body
  // Not `instanceof`: under Jest, Node's own bytes come from another realm.
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  if (isArrayBuffer(body)) return new Uint8Array(body)
  const seen = body === null || body === undefined ? String(body) : `a parsed ${typeof body}`
  throw new SandboxError(
    'invalid_option',
    `body is ${seen}: pass the text or the bytes as they came, before a body parser takes them`,
  )
}

const isArrayBuffer = (body: unknown): body is ArrayBuffer =>
  Object.prototype.toString.call(body) === '[object ArrayBuffer]'

const secretsOf = (secret: unknown): readonly string[] => {
  const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret]
  const texts = secrets.filter((text): text is string => typeof text === 'string' && text !== '')
  if (texts.length === secrets.length && texts.length > 0) return texts
  throw new SandboxError(
    'invalid_option',
    'secret is missing or empty: pass the signing secret, or all that are current',
  )
}

const readSignature = (options: VerifyWebhookOptions, headerPrefix: string) => {
  const { headers = {} } = options
  const names = signatureHeaderNames(headerPrefix)
  const signature = options.signature ?? headerOf(headers, names.signature)
  if (signature === null || signature.trim() === '')
    throw new WebhookError(
      'missing_signature',
      `there is no ${names.signature} header${otherPrefix(headers)}`,
    )
  const timestamp = options.timestamp ?? headerOf(headers, names.timestamp)
  if (timestamp === null || timestamp.trim() === '')
    throw new WebhookError('missing_timestamp', `there is no ${names.timestamp} header`)
  if (!/^\d{1,12}$/.test(timestamp.trim()))
    throw new WebhookError(
      'malformed_timestamp',
      `${names.timestamp} is not Unix seconds${/^\d{13,}$/.test(timestamp) ? ': it looks like milliseconds' : ''}`,
    )
  const signatures = signature.split(',').map((text) => text.trim().toLowerCase())
  const wellFormed = signatures.filter((text) => /^[0-9a-f]{64}$/.test(text))
  if (wellFormed.length === 0)
    throw new WebhookError('malformed_signature', `${names.signature} holds no 64 hex digits`)
  return { timestamp: timestamp.trim(), signatures: wellFormed }
}

/** Compares every character of every pair, so that the time reveals nothing. */
const anyEqual = (received: readonly string[], expected: readonly string[]): boolean => {
  let found = 0
  for (const one of received)
    for (const other of expected) {
      let difference = one.length ^ other.length
      for (let i = 0; i < other.length; i += 1) difference |= one.charCodeAt(i) ^ other.charCodeAt(i)
      found |= Number(difference === 0)
    }
  return found === 1
}

const counted = (signatures: readonly string[], secrets: readonly string[]): string => {
  const made =
    signatures.length === 1 ? 'the signature was' : `none of the ${signatures.length} signatures was`
  const by = secrets.length === 1 ? 'this secret' : `any of the ${secrets.length} secrets`
  return `${made}${signatures.length === 1 ? ' not' : ''} made with ${by} over this timestamp and body`
}

const checkAge = (timestamp: number, options: VerifyWebhookOptions): void => {
  const { toleranceSeconds = webhookToleranceSeconds, now = Date.now() } = options
  const age = Math.floor(Number(now) / 1000) - timestamp
  if (!Number.isFinite(age))
    throw new SandboxError('invalid_option', 'now is not a time: pass a Date or epoch milliseconds')
  if (!(toleranceSeconds >= 0))
    throw new SandboxError('invalid_option', 'toleranceSeconds is not a number of seconds')
  const dates = Math.abs(age) > daySeconds ? datesOf(Math.abs(age)) : ''
  if (age > toleranceSeconds)
    throw new WebhookError(
      'timestamp_too_old',
      `it was signed ${age} s ago, more than ${toleranceSeconds} s${dates}`,
    )
  if (-age > toleranceSeconds)
    throw new WebhookError(
      'timestamp_too_new',
      `it was signed ${-age} s in the future, more than ${toleranceSeconds} s: a clock is wrong${dates}`,
    )
}

const daySeconds = 86_400

/** A sandbox signs in real time, while fake timers give a receiver in the same test another `Date`. */
const datesOf = (apart: number): string =>
  `; the dates differ by ${Math.round(apart / daySeconds)} days: under fake timers give createTest() or ` +
  "createSandbox() time: 'test', or verifyWebhook() the time of arrival as now"

const eventIn = (body: string | Uint8Array): WebhookEvent => {
  const event = jsonIn(decodeText(body))
  if (!isEvent(event))
    throw new WebhookError(
      'malformed_body',
      'the signature is right, but the body is no event: no JSON with id, key, data',
    )
  return event
}

const isEvent = (value: unknown): value is WebhookEvent =>
  isObject(value) && typeof value.id === 'string' && typeof value.key === 'string' && isObject(value.data)
