/** Stands in for digest.ts on platforms without node:crypto. Web Crypto would need `await`. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { toBase64 } from './base64'
import type { TextHash } from './digest'

export const keyedHash = (key: string, text: string): string =>
  toBase64(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)))

export const textHash = (text: string): string => toBase64(sha256(utf8ToBytes(text)))

const random = (size: number): Uint8Array => crypto.getRandomValues(new Uint8Array(size))

/** A random UUID of version 4. Browsers have `crypto.randomUUID` on secure pages only. */
export const uuid = (): string => {
  const bytes = random(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytesToHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export const newSecret = (): string =>
  toBase64(random(16)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

export const newHash = (): TextHash => {
  const hash = sha256.create()
  return { add: (text) => void hash.update(utf8ToBytes(text)), hex: () => bytesToHex(hash.digest()) }
}

/** Compares hashes in constant time. */
export const isSameSecret = (one: string, other: string): boolean => {
  const [left, right] = [sha256(utf8ToBytes(one)), sha256(utf8ToBytes(other))]
  return left.reduce((difference, byte, i) => difference | (byte ^ (right[i] ?? 0)), 0) === 0
}

export const hmacHex = (key: Uint8Array, message: Uint8Array): string =>
  bytesToHex(hmac(sha256, key, message))
