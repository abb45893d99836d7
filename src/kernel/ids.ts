import { customRandom, random } from 'nanoid'
import { toBase64 } from './base64'
import type { Counter } from './commit'
import { keyedHash } from './digest'

/** Ids: prefix, mode and a random part. With a seed, the same requests give the same ids. */
const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'
const randomPartLength = 19

/** One step of mulberry32 at position `n`: random access, so the whole state is one counter. */
const scramble = (seed: number, n: number): number => {
  let t = (seed + Math.imul(n, 0x6d2b79f5)) | 0
  t = Math.imul(t ^ (t >>> 15), t | 1)
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
  return (t ^ (t >>> 14)) >>> 0
}

export class Ids implements Counter {
  /** Number of random words in use; stays 0 without a seed. */
  count = 0
  readonly #seed: number | null
  readonly #bytes: (size: number) => Uint8Array
  readonly #randomPart: () => string

  constructor(seed: string | null) {
    this.#seed = seed === null ? null : hash(seed)
    this.#bytes = seed === null ? random : (size) => this.#seededBytes(size)
    this.#randomPart = customRandom(alphabet, randomPartLength, this.#bytes)
  }

  /** `chrg_test_5xs2…` in test mode, `chrg_5xs2…` in live mode. */
  next(prefix: string, livemode: boolean): string {
    return `${prefix}${livemode ? '_' : '_test_'}${this.#randomPart()}`
  }

  /** A signing secret: `size` random bytes as base64 text. */
  secret(size: number): string {
    return toBase64(this.#bytes(size))
  }

  #seededBytes(size: number): Uint8Array {
    const bytes = new Uint8Array(size)
    for (let i = 0; i < size; i += 4) {
      const word = scramble(this.#seed ?? 0, this.count)
      this.count += 1
      // What is written after the end is ignored.
      for (let j = 0; j < 4; j += 1) bytes[i + j] = word >>> (8 * j)
    }
    return bytes
  }
}

/** 19 lower-case letters and digits that follow from the text: the last part of an id that is not random. */
export const letters = (key: string, text: string): string =>
  keyedHash(key, text)
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .slice(0, 19)

/** A 32-bit FNV-1a hash of a text: for seeds and fingerprints, not for secrets. */
export const hash = (text: string): number => {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h >>> 0
}
