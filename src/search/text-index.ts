import { larger } from './columns'
import { type Condition, inSet } from './condition'
import { DocSet, noDocs, type Postings } from './doc-set'
import { type Field, Fields, type Group, groupsOf } from './fields'
import type { Term } from './query'
import { leavesOf, type QueryKind, type QueryValue } from './scope'
import { wordsOf } from './words'

/** A term whose words are all known, as numbers. */
interface Phrase {
  readonly words: readonly number[]
  /** The number of a value that is nothing but these words, if there ever was one; `null`: it would be too long. */
  readonly whole: number | undefined | null
  readonly fields: ReadonlySet<Field>
}

/** One value of a document. */
export interface Value {
  readonly attribute: string
  readonly value: QueryValue
}

/** A value of more words is compared word by word when somebody asks for exactly it. */
const wholeWordsMax = 8
/** So much room may be wasted before it is worth starting again. */
const deadMax = 200_000

const unite = (a: DocSet, b: DocSet): DocSet => a.union(b)

/**
 * The words of documents, by attribute, and for each document its words in their order: that tells a phrase from
 * words that merely stand in the same text, and what to take out when the document changes.
 */
export class TextIndex {
  /** Words, and values of several words joined by spaces, by number from 1. */
  readonly #numbers = new Map<string, number>()
  readonly #fields: Fields
  /** For each value: the field below zero, the number of the whole (0 when it is too long), then its words. */
  #stream = new Int32Array(1024)
  #used = 0
  #dead = 0
  #starts = new Uint32Array(64)
  #ends = new Uint32Array(64)

  constructor(attributes: { readonly [name: string]: QueryKind }) {
    this.#fields = new Fields(attributes)
  }

  /** More was thrown away than is kept. */
  get wasteful(): boolean {
    return this.#dead > deadMax && this.#dead > this.#used / 2
  }

  /** Takes a document in with these values, or out when there are none; what it had before is forgotten. */
  set(doc: number, values: readonly Value[]): void {
    if (doc >= this.#starts.length) {
      this.#starts = larger(this.#starts, doc, Uint32Array)
      this.#ends = larger(this.#ends, doc, Uint32Array)
    }
    this.#forget(doc)
    this.#starts[doc] = this.#used
    for (const { attribute, value } of values) if (value !== null) this.#take(doc, attribute, value)
    this.#ends[doc] = this.#used
  }

  /** Where the words of a term stand one after the other within one value. */
  holds(term: Term): Condition {
    const phrase = this.#phraseOf(term)
    if (phrase === null) return inSet(noDocs)
    const groups = groupsOf(phrase.fields)
    const [word] = phrase.words
    if (phrase.words.length === 1 && word !== undefined && groups.every(({ alone }) => alone))
      return inSet(groups.map(({ postings }) => postings.words.get(word)).reduce(unite))
    return {
      most: groups.reduce((sum, { postings }) => sum + setsOf(postings.words, phrase.words)[0].size, 0),
      has: (doc) => this.#stands(doc, phrase, false),
      docs: () =>
        groups.map((group) => this.#docsOf({ ...phrase, fields: group.fields }, group)).reduce(unite),
      ready: false,
    }
  }

  /** Where one value is nothing but the words of the term. */
  isWhole(term: Term): Condition {
    const phrase = this.#phraseOf(term)
    if (phrase === null || phrase.whole === undefined) return inSet(noDocs)
    const { whole } = phrase
    const groups = groupsOf(phrase.fields)
    if (whole !== null && groups.every(({ alone }) => alone))
      return inSet(groups.map(({ postings }) => postings.wholes.get(whole)).reduce(unite))
    const { most, docs } = this.holds(term)
    const has = (doc: number): boolean => this.#stands(doc, phrase, true)
    return { most, has, docs: () => docs().filter(has), ready: false }
  }

  /** `null` when no document can have it. */
  #phraseOf({ field, words }: Term): Phrase | null {
    const numbers: number[] = []
    for (const word of words) {
      const number = this.#numbers.get(word)
      if (number === undefined) return null
      numbers.push(number)
    }
    const fields = this.#fields.named(field)
    if (fields === null) return null
    const whole = words.length > wholeWordsMax ? null : this.#numbers.get(words.join(' '))
    return { words: numbers, whole, fields }
  }

  /** Those that have all the words in the fields, less those that do not have them in a row. */
  #docsOf(phrase: Phrase, { postings, alone }: Group): DocSet {
    const [first, ...rest] = setsOf(postings.words, phrase.words)
    let found = first
    if (found.list === null && rest.every(({ list }) => list === null)) {
      const bits = found.bits(0)
      for (const set of rest) set.maskInto(bits)
      found = DocSet.ofBits(bits)
    } else if (rest.length > 0) found = found.filter((doc) => rest.every((set) => set.has(doc)))
    const { whole } = phrase
    const sure = typeof whole === 'number' && alone ? postings.wholes.get(whole) : noDocs
    return found
      .without(sure)
      .filter((doc) => this.#stands(doc, phrase, false))
      .union(sure)
  }

  /** Whether the words stand in a row in a value of one of the fields, or are all of it. */
  #stands(doc: number, { words, fields }: Phrase, whole: boolean): boolean {
    const stream = this.#stream
    const end = this.#ends[doc] ?? 0
    const first = words[0] ?? 0
    let wanted = false
    let start = 0
    for (let i = this.#starts[doc] ?? 0; i < end; i += 1) {
      const number = stream[i] ?? 0
      if (number < 0) {
        const field = this.#fields.at(-number - 1)
        wanted =
          field !== undefined && (fields.has(field) || (field.parent !== null && fields.has(field.parent)))
        i += 1
        start = i + 1
      } else if (wanted && number === first && (!whole || i === start)) {
        let n = 1
        while (n < words.length && i + n < end && stream[i + n] === words[n]) n += 1
        if (n === words.length && (!whole || i + n === end || (stream[i + n] ?? 0) < 0)) return true
      }
    }
    return false
  }

  #take(doc: number, attribute: string, value: Exclude<QueryValue, null>): void {
    const field = this.#fields.attribute(attribute)
    if (typeof value === 'string') this.#takeText(doc, field, value)
    else if (isTexts(value)) for (const text of value) this.#takeText(doc, field, text)
    else for (const [key, text] of leavesOf(value)) this.#takeText(doc, this.#fields.key(field, key), text)
  }

  #takeText(doc: number, field: Field, text: string): void {
    const words = wordsOf(text)
    if (words.length === 0) return
    const numbers = words.map((word) => this.#numberOf(word))
    const only = words.length === 1
    const whole = only
      ? (numbers[0] ?? 0)
      : words.length > wholeWordsMax
        ? 0
        : this.#numberOf(words.join(' '))
    if (this.#used + numbers.length + 2 > this.#stream.length)
      this.#stream = larger(this.#stream, this.#used + numbers.length + 2, Int32Array)
    this.#stream[this.#used] = -field.number - 1
    this.#stream[this.#used + 1] = whole
    this.#stream.set(numbers, this.#used + 2)
    this.#used += numbers.length + 2
    for (const each of field.parent === null ? [field] : [field, field.parent]) {
      for (const number of numbers) each.postings?.words.add(number, doc)
      if (whole !== 0) each.postings?.wholes.add(whole, doc)
    }
  }

  #forget(doc: number): void {
    const end = this.#ends[doc] ?? 0
    let field: Field | undefined
    for (let i = this.#starts[doc] ?? 0; i < end; i += 1) {
      const number = this.#stream[i] ?? 0
      if (number < 0) {
        field = this.#fields.at(-number - 1)
        i += 1
        const whole = this.#stream[i] ?? 0
        field?.postings?.wholes.remove(whole, doc)
        field?.parent?.postings?.wholes.remove(whole, doc)
      } else {
        field?.postings?.words.remove(number, doc)
        field?.parent?.postings?.words.remove(number, doc)
      }
    }
    this.#dead += end - (this.#starts[doc] ?? 0)
    this.#ends[doc] = this.#starts[doc] ?? 0
  }

  #numberOf(word: string): number {
    let number = this.#numbers.get(word)
    if (number === undefined) {
      number = this.#numbers.size + 1
      this.#numbers.set(word, number)
    }
    return number
  }
}

const isTexts = (value: object): value is readonly string[] => Array.isArray(value)

/** The documents of each word, the rarest first. */
const setsOf = (postings: Postings<number>, words: readonly number[]): [DocSet, ...DocSet[]] => {
  const [first = noDocs, ...rest] = words.map((word) => postings.get(word)).sort((a, b) => a.size - b.size)
  return [first, ...rest]
}
