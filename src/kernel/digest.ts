/** The only home of node:crypto. */
import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'

/** Keyed hash as base64: 44 characters. Used where a value must be recognised but never stored. */
export const keyedHash = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64')

/** SHA-256, as base64. */
export const textHash = (text: string): string => createHash('sha256').update(text).digest('base64')

export const uuid: () => string = randomUUID

/** 22 random letters, digits, `-` and `_`, for secrets. */
export const newSecret = (): string => randomBytes(16).toString('base64url')

/** SHA-256 of many texts, in lower-case hex. */
export const newHash = (): TextHash => {
  const hash = createHash('sha256')
  return { add: (text) => void hash.update(text), hex: () => hash.digest('hex') }
}

export interface TextHash {
  readonly add: (text: string) => void
  /** Ends it. */
  readonly hex: () => string
}

/** Compares in constant time. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(sha256(one), sha256(other))

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** HMAC-SHA256 in lower-case hex. */
export const hmacHex = (key: Uint8Array, message: Uint8Array): string =>
  createHmac('sha256', key).update(message).digest('hex')
