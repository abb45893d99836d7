import type { Row } from '../../kernel/collection'
import { isObject } from '../../kernel/json'
import type { World } from '../world'
import type { FilterTest } from './filter'
import { type Docs, intersection, Lists } from './lists'
import { foldCase, type Term, wordsOf } from './query'
import type { FilterValue, Scope } from './scope'

/** The values of a document by attribute: words, lists of them, or metadata. */
export type DocumentValues = Iterable<readonly [attribute: string, value: unknown]>

/**
 * The searchable text of a document: a line for each value, with its name and its words, such as
 *
 *   description: coffee beans :
 *   metadata.gift.from: malee s :
 *
 * Every word has a space on both sides, and neither words nor names contain ": " or " :". So the text includes
 * ` coffee beans ` if these words follow each other in a value, and `: coffee beans :` if they are a whole value.
 */
const textOf = (values: DocumentValues): string => {
  const lines: string[] = []
  const add = (name: string, value: unknown): void => {
    if (value === null || value === undefined) return
    if (Array.isArray(value)) for (const member of value) add(name, member)
    else if (isObject(value)) for (const key in value) add(`${name}.${nameOf(key)}`, value[key])
    else {
      const words = wordsOf(String(value)).join(' ')
      if (words !== '') lines.push(`${name}: ${words} :`)
    }
  }
  for (const [attribute, value] of values) add(attribute, value)
  return lines.join('\n')
}

/** Encodes spaces, because a key of metadata may be any text. */
const nameOf = (field: string): string => foldCase(field).replace(/[\s%]/g, encodeURIComponent)

/** Whether the text includes the part in a value of the field, or of a metadata key below it. */
const includes = (text: string, part: string, field: string | null): boolean => {
  if (field === null) return text.includes(part)
  for (let place = text.indexOf(part); place !== -1; place = text.indexOf(part, place + 1)) {
    const line = text.lastIndexOf('\n', place) + 1
    if (text.startsWith(`${field}: `, line) || text.startsWith(`${field}.`, line)) return true
  }
  return false
}

/**
 * Texts with digits, such as numbers and addresses, are of many kinds: if several of their words had a key together,
 * these would be most of all keys. Their documents are few, so the texts of these are looked at.
 */
const hasDigit = (text: string): boolean => /\d/.test(text)

/** Receives the keys of a line; the same key may come again. */
interface KeyReceiver {
  /** Each word, and each pair of adjacent words without digits. */
  readonly word: (key: string) => void
  /** Each whole value of one word, or without digits. */
  readonly value: (key: string) => void
}

const eachKey = (line: string, { word, value: whole }: KeyReceiver): void => {
  const value = line.slice(line.indexOf(': ') + 2, -2)
  if (!value.includes(' ') || !hasDigit(value)) whole(value)
  // Where the word before begins, or -1 if it has a digit.
  let before = -1
  for (let start = 0; start < value.length; ) {
    const space = value.indexOf(' ', start)
    const end = space === -1 ? value.length : space
    const key = value.slice(start, end)
    word(key)
    const isPlain = !hasDigit(key)
    if (isPlain && before !== -1) word(value.slice(before, end))
    before = isPlain ? start : -1
    start = end + 1
  }
}

const linesOf = (text: string | null): readonly string[] => (text === null ? [] : text.split('\n'))

interface Keys {
  readonly words: ReadonlySet<string>
  readonly values: ReadonlySet<string>
}

/** The keys of a text that the other one has not. Most lines are in both, as a change is one of few values. */
const keysBeyond = (text: string | null, other: string | null): Keys => {
  const words = new Set<string>()
  const values = new Set<string>()
  const lines = linesOf(other)
  for (const line of linesOf(text)) {
    if (lines.includes(line)) continue
    eachKey(line, {
      word: (key) => void (other?.includes(` ${key} `) || words.add(key)),
      value: (key) => void (other?.includes(`: ${key} :`) || values.add(key)),
    })
  }
  return { words, values }
}

/** Whether a value of just these words has a key, and so has a pair of them in any value. */
const isKey = (words: readonly string[]): boolean => words.length === 1 || !words.some(hasDigit)

/** The keys that every document with these adjacent words has. */
const partsOf = (words: readonly string[]): readonly string[] => {
  if (words.length === 1) return words
  const pairs: string[] = []
  for (let i = 1; i < words.length; i += 1) {
    const pair = `${words[i - 1]} ${words[i]}`
    if (!hasDigit(pair)) pairs.push(pair)
  }
  return pairs.length === words.length - 1 ? pairs : [...words, ...pairs]
}

/** Lists of documents for each word and each value, and the text of each document for all other conditions. */
export class TextIndex {
  readonly #words = new Lists()
  readonly #values = new Lists()
  /** `null` if searches must not find the document. */
  readonly #texts: (string | null)[] = []

  /** Documents that include every term. */
  find(terms: readonly Term[]): Docs {
    const lists: Docs[] = []
    for (const { words } of terms) for (const part of partsOf(words)) lists.push(this.#words.get(part))
    let docs = intersection(lists)
    for (const { field, words } of terms)
      if (field !== null || words.length > 2 || !isKey(words))
        docs = this.#lookUp(docs, field, ` ${words.join(' ')} `)
    return docs
  }

  /** The documents of `among` in which every term is a whole value. */
  findWhole(terms: readonly Term[], among: Docs): Docs {
    const lists = [among]
    for (const { words } of terms) if (isKey(words)) lists.push(this.#values.get(words.join(' ')))
    let docs = intersection(lists)
    for (const { field, words } of terms)
      if (field !== null || !isKey(words)) docs = this.#lookUp(docs, field, `: ${words.join(' ')} :`)
    return docs
  }

  /**
   * Sets the values of a document; `null` if searches must not find it. Call it for documents in ascending order, and
   * `finish` after the last one.
   */
  set(doc: number, values: DocumentValues | null): void {
    const before = this.#texts[doc] ?? null
    const after = values === null ? null : textOf(values)
    this.#texts[doc] = after
    // Most changes do not affect the text.
    if (after === before) return
    if (before === null && after !== null) {
      // Nearly all documents are new ones, and a set of keys takes longer than to add each.
      for (const line of linesOf(after))
        eachKey(line, {
          word: (key) => this.#words.add(key, doc),
          value: (key) => this.#values.add(key, doc),
        })
      return
    }
    for (const { words, values } of [keysBeyond(before, after), keysBeyond(after, before)]) {
      this.#words.change(doc, words)
      this.#values.change(doc, values)
    }
  }

  finish(): void {
    this.#words.finish()
    this.#values.finish()
  }

  /** The documents whose text includes the part, in any field or in the given one. */
  #lookUp(docs: Docs, field: string | null, part: string): Docs {
    const name = field === null ? null : nameOf(field)
    return docs.filter((doc) => includes(this.#texts[doc] ?? '', part, name))
  }
}

/** What an index reads of the rows of its scope. The index asks for it when a search needs it first. */
export abstract class IndexPart {
  /** The row of each document, as it was read. */
  readonly seen: (Row | null)[] = []
  /** Ids of rows to read again, as they show values of other rows. */
  readonly stale = new Set<string>()
  /** Of the rows when all of them were read. */
  version = 0

  /** Reads a document anew, in ascending order; `null` if it has no row any more. Call `finish` after the last one. */
  abstract set(doc: number, row: Row | null): void
  abstract finish(): void
}

/** The value of one filter in each document. */
export class FilterColumn extends IndexPart {
  readonly #values: FilterValue[] = []
  readonly #of: (row: Row) => FilterValue
  /** Many records have the value of the one before: to fold it again is half of the work. */
  #last: FilterValue = null
  #lastFolded: FilterValue = null

  constructor(of: (row: Row) => FilterValue) {
    super()
    this.#of = of
  }

  set(doc: number, row: Row | null): void {
    const value = row === null ? null : this.#of(row)
    if (value !== this.#last) {
      this.#last = value
      this.#lastFolded = foldValue(value)
    }
    this.#values[doc] = this.#lastFolded
  }

  finish(): void {}

  filter(docs: Docs, wanted: FilterTest): Docs {
    const values = this.#values
    if (wanted.kind === 'range') {
      const { low, high } = wanted
      return docs.filter((doc) => {
        const value = values[doc]
        return typeof value === 'number' && value >= low && value <= high
      })
    }
    const { word } = wanted
    return docs.filter((doc) => {
      const value = values[doc]
      return value === word || (Array.isArray(value) && value.includes(word))
    })
  }
}

/** Filters by words ignore case. */
const foldValue = (value: FilterValue): FilterValue => {
  if (value === null || typeof value === 'number') return value
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'object' ? value.map(foldCase) : foldCase(value)
}

/** The words of all attributes that a query looks through. */
export class TextPart extends IndexPart {
  readonly index = new TextIndex()
  readonly #world: World
  readonly #finds: Scope['finds']
  readonly #queries: readonly (readonly [attribute: string, of: Scope['queries'][string]])[]

  constructor({ finds, queries }: Scope, world: World) {
    super()
    this.#world = world
    this.#finds = finds
    this.#queries = Object.entries(queries)
  }

  set(doc: number, row: Row | null): void {
    const isFound = row !== null && (this.#finds === null || this.#finds(row))
    this.index.set(doc, isFound ? this.#queries.map(([name, of]) => [name, of(row, this.#world)]) : null)
  }

  finish(): void {
    this.index.finish()
  }
}
