import { isObject } from '../kernel/json'
import { type Docs, intersection, Lists } from './lists'
import type { Term } from './query'
import { foldCase, wordsOf } from './words'

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

/** The keys of a document in the index. */
interface Keys {
  /** Each word, and each pair of adjacent words. */
  readonly words: ReadonlySet<string>
  /** Each whole value. */
  readonly values: ReadonlySet<string>
}

const keysOf = (text: string | null): Keys => {
  const words = new Set<string>()
  const values = new Set<string>()
  if (text === null) return { words, values }
  for (const line of text.split('\n')) {
    const value = line.slice(line.indexOf(': ') + 2, -2)
    values.add(value)
    let [before, start] = [0, 0]
    while (start < value.length) {
      const space = value.indexOf(' ', start)
      const end = space === -1 ? value.length : space
      words.add(value.slice(start, end))
      words.add(value.slice(before, end))
      before = start
      start = end + 1
    }
  }
  return { words, values }
}

/** The keys that every document with these adjacent words has. */
const partsOf = (words: readonly string[]): readonly string[] =>
  words.length === 1 ? words : words.slice(1).map((word, i) => `${words[i]} ${word}`)

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
      if (field !== null || words.length > 2) docs = this.#lookUp(docs, field, ` ${words.join(' ')} `)
    return docs
  }

  /** The documents of `among` in which every term is a whole value. */
  findWhole(terms: readonly Term[], among: Docs): Docs {
    let docs = intersection([among, ...terms.map(({ words }) => this.#values.get(words.join(' ')))])
    for (const { field, words } of terms)
      if (field !== null) docs = this.#lookUp(docs, field, `: ${words.join(' ')} :`)
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
    const [old, keys] = [keysOf(before), keysOf(after)]
    this.#words.change(doc, old.words, keys.words)
    this.#values.change(doc, old.values, keys.values)
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
