/** The only home of node:crypto. */
import { createHmac, randomUUID } from 'node:crypto'

/** Keyed hash as base64: 44 characters. Used where a value must be recognised but never stored. */
export const keyedHash = (key: string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64')

/** 19 lower-case letters and digits that follow from the text: the random part of an id that needs no chance. */
export const letters = (key: string, text: string): string =>
  keyedHash(key, text)
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .padEnd(19, '0')
    .slice(0, 19)

export const uuid = (): string => randomUUID()

/** HMAC-SHA256 in lower-case hex. */
export const hmacHex = (key: Uint8Array, message: Uint8Array): string =>
  createHmac('sha256', key).update(message).digest('hex')
