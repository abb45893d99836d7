/** Finds why a signature did not match by trying common mistakes. For a log, never for the sender. */
import { jsonIn } from '../../kernel/json'
import { type HmacHex, type SecretEncoding, secretKey, signedMessage } from './scheme'

export interface Mismatch {
  readonly body: string | Uint8Array
  readonly timestamp: string
  /** Lower-case hex. */
  readonly signatures: readonly string[]
  readonly secrets: readonly string[]
  readonly secretEncoding: SecretEncoding
}

/** Each guess costs a hash, so larger bodies are not analysed: anyone can send one. Events are a few kilobytes. */
const guessedBytesMax = 64 * 1024

/** The end of a sentence; empty when no reason is found. */
export const explainMismatch = (mismatch: Mismatch, hmac: HmacHex): string => {
  if (mismatch.body.length > guessedBytesMax) return ''
  const text = decodeText(mismatch.body)
  const found = guesses(mismatch, text).find((guess) => matches(mismatch, guess, hmac))
  if (found !== undefined) return `: ${found.say}`
  if (text === '') return ': the body is empty; something read it before'
  return isReprinted(text) ? `: the body is spread over lines as the service never sends it; ${passRaw}` : ''
}

const passRaw = 'pass the bytes as they came, before a body parser takes them'

interface Guess {
  readonly secrets: readonly string[]
  readonly encoding: SecretEncoding
  readonly message: Uint8Array
  readonly say: string
}

const guesses = (mismatch: Mismatch, text: string): Guess[] => {
  const { secrets, secretEncoding: encoding, timestamp } = mismatch
  const message = signedMessage(timestamp, mismatch.body)
  const other = encoding === 'utf8' ? 'base64' : 'utf8'
  return [
    {
      secrets,
      encoding: other,
      message,
      say:
        other === 'base64'
          ? "it was made with the bytes of the secret decoded from base64; use secretEncoding 'base64'"
          : "it was made with the secret's own text, not decoded; use secretEncoding 'utf8'",
    },
    {
      secrets: secrets.map((secret) => secret.trim().replace(/^(["'])(.*)\1$/, '$2')),
      encoding,
      message,
      say: 'the secret has white space or quotes around it; without them it matches',
    },
    {
      secrets,
      encoding,
      message: signedMessage('', mismatch.body).slice(1),
      say: 'it was made over the body alone; what is signed is the timestamp, a period and the body',
    },
    ...bodiesLike(text).map((body) => ({
      secrets,
      encoding,
      message: signedMessage(timestamp, body),
      say: `the body was changed after it was signed (white space, or printed again); ${passRaw}`,
    })),
  ]
}

const matches = ({ signatures }: Mismatch, { secrets, encoding, message }: Guess, hmac: HmacHex): boolean =>
  secrets.some((secret) => {
    const key = secretKey(secret, encoding)
    return key !== null && signatures.includes(hmac(key, message))
  })

export const decodeText = (body: string | Uint8Array): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body)

/** Candidates for the original body: compact JSON, without surrounding white space, with other line ends. */
const bodiesLike = (text: string): string[] => {
  const value = jsonIn(text)
  const printed = value === undefined ? [] : [JSON.stringify(value), JSON.stringify(value, null, 2)]
  const candidates = [...printed, text.trim(), `${text}\n`, text.replaceAll('\r\n', '\n')]
  return [...new Set(candidates)].filter((candidate) => candidate !== text)
}

const isReprinted = (text: string): boolean => {
  const value = jsonIn(text)
  return value !== undefined && JSON.stringify(value) !== text
}
