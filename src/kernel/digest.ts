/** The only home of node:crypto. */
import { createHmac, randomUUID } from 'node:crypto'

/** Keyed hash as base64: 44 characters. Used where a value must be recognised but never stored. */
export const keyedHash = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64')

export const uuid = (): string => randomUUID()

/** HMAC-SHA256 in lower-case hex. */
export const hmacHex = (key: Uint8Array, message: Uint8Array): string =>
  createHmac('sha256', key).update(message).digest('hex')
