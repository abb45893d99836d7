import type { Field, Fields } from './fields'
import { larger } from './numbers'
import { eachLeaf, type QueryValue } from './scope'
import { Wholes } from './wholes'
import { WordTable } from './word-table'

/** One value of a document. */
export interface Value {
  readonly attribute: string
  /** `undefined`: as it was. */
  readonly value: QueryValue | undefined
}

/** A value of more words is compared word by word when somebody asks for exactly it. */
const wholeWordsMax = 8
/** So much room may be wasted before it is worth starting again. */
const deadMax = 200_000

/** A part of the stream. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

/** The words of each document in their order, as numbers. A document that changes is written anew behind all others. */
export class WordStream {
  readonly #fields: Fields
  readonly #words = new WordTable()
  readonly #wholes = new Wholes()
  /**
   * For each value: the field below zero, the number of the whole, then its words. The number of a whole is that of
   * its only word, below zero for several words, and 0 for too many.
   */
  #stream = new Int32Array(1024)
  #used = 0
  #dead = 0
  #starts = new Uint32Array(64)
  #ends = new Uint32Array(64)

  constructor(fields: Fields) {
    this.#fields = fields
  }

  /** More was thrown away than is kept. */
  get wasteful(): boolean {
    return this.#dead > deadMax && this.#dead > this.#used / 2
  }

  of(doc: number): Stretch {
    return { start: this.#starts[doc] ?? 0, end: this.#ends[doc] ?? 0 }
  }

  /** What was written last is the document from now on. */
  keep(doc: number, { start, end }: Stretch): void {
    if (doc >= this.#starts.length) {
      this.#starts = larger(this.#starts, doc, Uint32Array)
      this.#ends = larger(this.#ends, doc, Uint32Array)
    }
    const before = this.of(doc)
    this.#dead += before.end - before.start
    this.#used = end
    this.#starts[doc] = start
    this.#ends[doc] = end
  }

  /** The field of a value below zero, the number of its whole after that, or the number of a word. */
  at(place: number): number {
    return this.#stream[place] ?? 0
  }

  /** `undefined`: no document ever had it. */
  numberOf(word: string): number | undefined {
    return this.#words.numberOf(word)
  }

  /** Of a value that is nothing but these words. `undefined`: there never was one; `null`: it would be too long. */
  wholeOf(words: readonly number[]): number | undefined | null {
    if (words.length === 1) return words[0]
    return words.length > wholeWordsMax ? null : this.#wholes.numberOf(words, this.#stream)
  }

  /** Puts the values behind all others, for `keep` to decide that they stay. Where they are. */
  write(values: readonly Value[], before: Stretch): Stretch {
    let end = this.#used
    let old = before.start
    const write = (field: Field, text: string): void => {
      end = this.#writeText(end, field, text)
    }
    for (const { attribute, value } of values) {
      if (value === null) continue
      const field = this.#fields.attribute(attribute)
      if (value === undefined) {
        while (this.attributeAt(old, before.end) < field.number) old = this.endOf(old, before.end)
        if (this.attributeAt(old, before.end) !== field.number) continue
        const start = old
        old = this.endOf(old, before.end)
        this.#makeRoom(end + old - start)
        this.#stream.copyWithin(end, start, old)
        end += old - start
      } else if (typeof value === 'string') write(field, value)
      else if (isTexts(value)) for (const text of value) write(field, text)
      else eachLeaf(value, (key, text) => write(this.#fields.key(field, key), text))
    }
    return { start: this.#used, end }
  }

  #writeText(place: number, field: Field, text: string): number {
    // No letter is more than one word, and no text has more letters in lower case than twice as many.
    this.#makeRoom(place + 2 + 2 * text.length)
    const first = place + 2
    const end = this.#words.write(text, this.#stream, first)
    const count = end - first
    if (count === 0) return place
    this.#stream[place] = -field.number - 1
    if (count === 1) this.#stream[place + 1] = this.#stream[first] ?? 0
    else this.#stream[place + 1] = count > wholeWordsMax ? 0 : this.#wholes.number(this.#stream, first, end)
    return end
  }

  #makeRoom(end: number): void {
    if (end > this.#stream.length) this.#stream = larger(this.#stream, end, Int32Array)
  }

  same(a: Stretch, b: Stretch): boolean {
    if (a.end - a.start !== b.end - b.start) return false
    for (let i = 0; a.start + i < a.end; i += 1)
      if (this.#stream[a.start + i] !== this.#stream[b.start + i]) return false
    return true
  }

  /** The number of the attribute that a value at the place is of. They stand in the order of their numbers. */
  attributeAt(place: number, end: number): number {
    if (place >= end) return Number.POSITIVE_INFINITY
    const field = this.#fields.at(-(this.#stream[place] ?? 0) - 1)
    return field?.parent?.number ?? field?.number ?? 0
  }

  /** Where the values of the attribute end that begin at the place. */
  endOf(place: number, end: number): number {
    const attribute = this.attributeAt(place, end)
    let i = place
    while (i < end && ((this.#stream[i] ?? 0) >= 0 || this.attributeAt(i, end) === attribute))
      i += (this.#stream[i] ?? 0) < 0 ? 2 : 1
    return i
  }

  /** Whether the words stand in a row in a value of one of the fields, or are all of it. */
  stands(doc: number, words: readonly number[], fields: ReadonlySet<number> | null, whole: boolean): boolean {
    const stream = this.#stream
    const end = this.#ends[doc] ?? 0
    const first = words[0] ?? 0
    let wanted = false
    let start = 0
    for (let i = this.#starts[doc] ?? 0; i < end; i += 1) {
      const number = stream[i] ?? 0
      if (number < 0) {
        wanted = fields === null || fields.has(-number - 1)
        i += 1
        start = i + 1
      } else if (number === first && wanted && (!whole || i === start)) {
        let n = 1
        while (n < words.length && i + n < end && stream[i + n] === words[n]) n += 1
        if (n === words.length && (!whole || i + n === end || (stream[i + n] ?? 0) < 0)) return true
      }
    }
    return false
  }
}

const isTexts = (value: object): value is readonly string[] => Array.isArray(value)
