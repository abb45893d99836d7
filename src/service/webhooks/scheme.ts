/** How webhooks are signed (spec 5.1). The hash function is passed in. */
import { fromBase64, isBase64 } from '../../kernel/base64'
import { SandboxError } from '../../kernel/sandbox-error'

/** The key: the UTF-8 bytes of the secret, or the bytes that it encodes as base64. */
export type SecretEncoding = 'utf8' | 'base64'

/** The encoding that goes with a header prefix: the real service decodes its secrets. */
export const encodingFor = (headerPrefix: string): SecretEncoding =>
  headerPrefix.toLowerCase() === 'omise' ? 'base64' : 'utf8'

/** The largest difference between the timestamp and now, in seconds (spec 5.1, 8). */
export const webhookToleranceSeconds = 300

export interface SignatureHeaderNames {
  readonly signature: string
  readonly timestamp: string
}

/** @param prefix the `Service` of `Service-Signature` */
export const signatureHeaderNames = (prefix: string): SignatureHeaderNames => ({
  signature: `${prefix}-Signature`,
  timestamp: `${prefix}-Signature-Timestamp`,
})

const utf8 = new TextEncoder()

/** `null` when the secret must be base64 and is not. */
export const secretKey = (secret: string, encoding: SecretEncoding): Uint8Array | null => {
  if (encoding === 'utf8') return utf8.encode(secret)
  return isBase64(secret) ? fromBase64(secret) : null
}

/** The signed text: the timestamp, a period and the body as it is sent. */
export const signedMessage = (timestamp: string, body: string | Uint8Array): Uint8Array => {
  if (typeof body === 'string') return utf8.encode(`${timestamp}.${body}`)
  const start = utf8.encode(`${timestamp}.`)
  const message = new Uint8Array(start.length + body.length)
  message.set(start)
  message.set(body, start.length)
  return message
}

/** HMAC-SHA256 in lower-case hex. */
export type HmacHex = (key: Uint8Array, message: Uint8Array) => string

/** One by each secret. */
export const signaturesOf = (
  message: Uint8Array,
  secrets: readonly string[],
  encoding: SecretEncoding,
  hmac: HmacHex,
): readonly string[] =>
  secrets.map((secret) => {
    if (encoding !== 'utf8' && encoding !== 'base64')
      throw new SandboxError('invalid_option', `secretEncoding must be utf8 or base64, not "${encoding}"`)
    const key = secretKey(secret, encoding)
    if (key === null)
      throw new SandboxError('invalid_option', 'the secret is not base64, as secretEncoding says it is')
    return hmac(key, message)
  })

export interface Signing {
  readonly headerPrefix: string
  /** Unix seconds. */
  readonly timestamp: number
  /** The bytes that will be sent, or their text. */
  readonly body: string | Uint8Array
  /** Each secret signs; a receiver accepts a match with any of them (spec 5.1, rotation). */
  readonly secrets: readonly string[]
  readonly secretEncoding: SecretEncoding
}

/** The two headers, by name. Empty without a secret (assumption `unsigned-webhooks`). */
export const signatureHeaders = (signing: Signing, hmac: HmacHex): Record<string, string> => {
  const { headerPrefix, timestamp, body, secrets, secretEncoding } = signing
  if (secrets.length === 0) return {}
  const message = signedMessage(String(timestamp), body)
  const names = signatureHeaderNames(headerPrefix)
  const signatures = signaturesOf(message, secrets, secretEncoding, hmac)
  return { [names.signature]: signatures.join(','), [names.timestamp]: String(timestamp) }
}
