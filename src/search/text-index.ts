import { larger } from './columns'
import { type Condition, inSet } from './condition'
import { DocSet, noDocs, Postings } from './doc-set'
import type { Term } from './query'
import { leavesOf, type QueryKind, type QueryValue } from './scope'
import { wordsOf } from './words'

/** One attribute, or one key of metadata, whose words count for the metadata as a whole too. */
interface Field {
  readonly number: number
  /** Documents by word; `null` for a key beyond those that get postings of their own. */
  readonly words: Postings<number> | null
  /** Documents where one value is nothing but this word or these words; `null` where every value is one word. */
  readonly wholes: Postings<number> | null
  readonly parent: Field | null
}

/** A term whose words are all known, as numbers. */
interface Phrase {
  readonly words: readonly number[]
  /** The number of a value that is nothing but these words, if there ever was one; `null`: it would be too long. */
  readonly whole: number | undefined | null
  readonly fields: readonly Field[]
}

/** One value of a document. */
export interface Value {
  readonly attribute: string
  readonly kind: QueryKind
  readonly value: QueryValue
}

/** A value of more words is compared word by word when somebody asks for exactly it. */
const wholeWordsMax = 8
/** Metadata may have any number of keys; those that come later share the postings of all metadata. */
const ownKeysMax = 500
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
  readonly #fields = new Map<string, Field>()
  readonly #byNumber: Field[] = []
  /** For each value: the field below zero, the number of the whole (0 when it is too long), then its words. */
  #stream = new Int32Array(1024)
  #used = 0
  #dead = 0
  #starts = new Uint32Array(64)
  #ends = new Uint32Array(64)

  constructor(attributes: { readonly [name: string]: QueryKind }) {
    for (const [name, kind] of Object.entries(attributes)) this.#newField(name, kind, null)
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
    for (const { attribute, kind, value } of values)
      if (value !== null) this.#take(doc, attribute, kind, value)
    this.#ends[doc] = this.#used
  }

  /** Where the words of a term stand one after the other within one value. */
  holds(term: Term): Condition {
    const phrase = this.#phraseOf(term)
    if (phrase === null) return inSet(noDocs)
    const { words, fields } = phrase
    const [word] = words
    if (words.length === 1 && word !== undefined && fields.every((field) => field.words !== null))
      return inSet(fields.map((field) => postingsOf(field).get(word)).reduce(unite))
    return {
      most: fields.reduce((sum, field) => sum + setsOf(field, words)[0].size, 0),
      has: (doc) => this.#stands(doc, phrase, false),
      docs: () => fields.map((field) => this.#docsOf({ ...phrase, fields: [field] }, field)).reduce(unite),
      ready: false,
    }
  }

  /** Where one value is nothing but the words of the term. */
  isWhole(term: Term): Condition {
    const phrase = this.#phraseOf(term)
    if (phrase === null || phrase.whole === undefined) return inSet(noDocs)
    const { whole, fields } = phrase
    if (whole !== null && fields.every((field) => field.words !== null))
      return inSet(fields.map((field) => wholesOf(field).get(whole)).reduce(unite))
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
    const all = this.#byNumber.filter(({ parent }) => parent === null)
    const named = field === null ? undefined : this.#fields.get(field)
    const fields = field === null ? all : named === undefined ? [] : [named]
    const whole = words.length > wholeWordsMax ? null : this.#numbers.get(words.join(' '))
    return fields.length === 0 ? null : { words: numbers, whole, fields }
  }

  /** Those that have all the words in the field, less those that do not have them in a row. */
  #docsOf(phrase: Phrase, field: Field): DocSet {
    const [first, ...rest] = setsOf(field, phrase.words)
    let found = first
    if (found.list === null && rest.every(({ list }) => list === null)) {
      const bits = found.bits(0)
      for (const set of rest) set.maskInto(bits)
      found = DocSet.ofBits(bits)
    } else if (rest.length > 0) found = found.filter((doc) => rest.every((set) => set.has(doc)))
    const { whole } = phrase
    const sure = typeof whole === 'number' && field.words !== null ? wholesOf(field).get(whole) : noDocs
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
        const field = this.#byNumber[-number - 1]
        wanted =
          field !== undefined &&
          (fields.includes(field) || (field.parent !== null && fields.includes(field.parent)))
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

  #take(doc: number, attribute: string, kind: QueryKind, value: Exclude<QueryValue, null>): void {
    const field = this.#fields.get(attribute)
    if (field === undefined) throw new Error(`there is no attribute ${attribute}`)
    if (typeof value === 'string') this.#takeText(doc, field, value)
    else if (isTexts(value)) for (const text of value) this.#takeText(doc, field, text)
    else
      for (const [key, text] of leavesOf(value)) {
        const name = `${attribute}.${key.normalize('NFC').toLowerCase()}`
        this.#takeText(doc, this.#fields.get(name) ?? this.#newField(name, kind, field), text)
      }
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
      for (const number of numbers) each.words?.add(number, doc)
      if (whole !== 0) each.wholes?.add(whole, doc)
    }
  }

  #forget(doc: number): void {
    const end = this.#ends[doc] ?? 0
    let field: Field | undefined
    for (let i = this.#starts[doc] ?? 0; i < end; i += 1) {
      const number = this.#stream[i] ?? 0
      if (number < 0) {
        field = this.#byNumber[-number - 1]
        i += 1
        const whole = this.#stream[i] ?? 0
        field?.wholes?.remove(whole, doc)
        field?.parent?.wholes?.remove(whole, doc)
      } else {
        field?.words?.remove(number, doc)
        field?.parent?.words?.remove(number, doc)
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

  #newField(name: string, kind: QueryKind, parent: Field | null): Field {
    const own = parent === null || this.#byNumber.length < ownKeysMax
    const field: Field = {
      number: this.#byNumber.length,
      words: own ? new Postings() : null,
      wholes: own && kind !== 'id' ? new Postings() : null,
      parent,
    }
    this.#fields.set(name, field)
    this.#byNumber.push(field)
    return field
  }
}

const isTexts = (value: object): value is readonly string[] => Array.isArray(value)

/** Where the words of a field are looked up. */
const postingsOf = (field: Field): Postings<number> => {
  const found = field.words ?? field.parent?.words
  if (found === undefined || found === null) throw new Error('a field has postings, or its parent has')
  return found
}

const wholesOf = (field: Field): Postings<number> => field.wholes ?? postingsOf(field)

/** The documents of each word in a field, the rarest first. */
const setsOf = (field: Field, words: readonly number[]): [DocSet, ...DocSet[]] => {
  const [first = noDocs, ...rest] = words
    .map((word) => postingsOf(field).get(word))
    .sort((a, b) => a.size - b.size)
  return [first, ...rest]
}
