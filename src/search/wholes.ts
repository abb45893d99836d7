import { larger, Slots } from './numbers'

/** Values of several words, as numbers below zero: equal values have the same one. */
export class Wholes {
  /** Numbers by the hash of the words. */
  readonly #slots = new Slots()
  /** By how far the number is from zero: where the words stand in the stream, and how many. */
  #places = new Uint32Array(64)
  #lengths = new Uint8Array(64)
  #count = 0

  /** Of these words; `undefined`: there never was such a value. */
  numberOf(words: readonly number[], stream: Int32Array): number | undefined {
    const slot = this.#slotOf(stream, { words: Int32Array.from(words), start: 0, end: words.length })
    const number = this.#slots.at(slot)
    return number === 0 ? undefined : number
  }

  /** Of words in the stream, which must stay there when they are new. */
  number(stream: Int32Array, start: number, end: number): number {
    const part = { words: stream, start, end }
    const slot = this.#slotOf(stream, part)
    const known = this.#slots.at(slot)
    if (known !== 0) return known
    this.#count += 1
    if (this.#count >= this.#places.length) {
      this.#places = larger(this.#places, this.#count, Uint32Array)
      this.#lengths = larger(this.#lengths, this.#count, Uint8Array)
    }
    this.#places[this.#count] = start
    this.#lengths[this.#count] = end - start
    this.#slots.fill(slot, hashOf(part), -this.#count)
    return -this.#count
  }

  /** Where the number of the words stands, or is to stand. */
  #slotOf(stream: Int32Array, part: Part): number {
    const hash = hashOf(part)
    let slot = this.#slots.find(hash)
    for (;;) {
      const number = this.#slots.at(slot)
      if (number === 0 || this.#is(stream, -number, part)) return slot
      slot = this.#slots.next(slot, hash)
    }
  }

  #is(stream: Int32Array, count: number, { words, start, end }: Part): boolean {
    if (this.#lengths[count] !== end - start) return false
    const offset = (this.#places[count] ?? 0) - start
    for (let i = start; i < end; i += 1) if (stream[offset + i] !== words[i]) return false
    return true
  }
}

/** Some words in a row. */
interface Part {
  readonly words: Int32Array
  readonly start: number
  readonly end: number
}

const hashOf = ({ words, start, end }: Part): number => {
  let hash = 0
  for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ (words[i] ?? 0), 0x01000193) + 1
  return hash | 0
}
