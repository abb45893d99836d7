import { isObject } from '../kernel/json'
import type { Term } from './query'
import { type Docs, inAll, inOne } from './sorted'
import { foldCase, wordsOf } from './words'

/** The values of a document by attribute: words, lists of them, or metadata. */
export type Values = Iterable<readonly [attribute: string, value: unknown]>

/**
 * What is searched in a document, as one text: a line for each value, with its name and its words, such as
 *
 *   description: coffee beans :
 *   metadata.gift.from: malee s :
 *
 * Every word has a space on both sides, and neither words nor names hold ": " or " :". So the text includes
 * ` coffee beans ` if these words follow each other in a value, and `: coffee beans :` if they are all of one.
 */
const textOf = (values: Values): string => {
  const lines = [anything]
  const add = (name: string, value: unknown): void => {
    if (value === null || value === undefined) return
    if (Array.isArray(value)) for (const member of value) add(name, member)
    else if (isObject(value)) for (const key in value) add(`${name}.${nameOf(key)}`, value[key])
    else {
      const words = wordsOf(String(value))
      if (words.length > 0) lines.push(`${name}${asValue(words)}`)
    }
  }
  for (const [attribute, value] of values) add(attribute, value)
  return lines.join('\n')
}

/** The first line of every text, and the key that all documents have. */
const anything = ''

/** A key of metadata may be any text: its spaces are encoded. */
const nameOf = (field: string): string => foldCase(field).replace(/[\s%]/g, encodeURIComponent)

const inARow = (words: readonly string[]): string => ` ${words.join(' ')} `
const asValue = (words: readonly string[]): string => `:${inARow(words)}:`

/** What the lists of the index are of: each word, each two words in a row, and each value as a whole. */
const keysOf = (text: string | null): ReadonlySet<string> => {
  const keys = new Set<string>()
  for (const line of text?.split('\n') ?? []) {
    const value = line.slice(line.indexOf(': '))
    keys.add(value)
    let [before, start] = [2, 2]
    for (let end = value.indexOf(' ', start); end !== -1; end = value.indexOf(' ', start)) {
      keys.add(value.slice(start, end))
      keys.add(value.slice(before, end))
      before = start
      start = end + 1
    }
  }
  return keys
}

/** The lists that have all documents which may include the term. */
const partsOf = ({ words }: Term): readonly string[] =>
  words.length === 1 ? words : words.slice(1).map((word, i) => `${words[i]} ${word}`)

/** Whether the text includes the part, in a value of the field or of what is below it in metadata. */
const includes = (text: string, part: string, field: string | null): boolean => {
  if (field === null) return text.includes(part)
  for (let place = text.indexOf(part); place !== -1; place = text.indexOf(part, place + 1)) {
    const line = text.lastIndexOf('\n', place) + 1
    if (text.startsWith(`${field}: `, line) || text.startsWith(`${field}.`, line)) return true
  }
  return false
}

/** Which documents, known by number, have a word: a list for each word, and the text of each document for the rest. */
export class TextIndex {
  readonly #lists = new Map<string, number | number[]>()
  /** `null`: the document is not to be found. */
  readonly #texts: (string | null)[] = []

  /** All documents that are to be found. */
  get all(): Docs {
    return this.#listOf(anything)
  }

  /** Documents that include every term. */
  find(terms: readonly Term[]): Docs {
    const docs = inAll(terms.flatMap((term) => partsOf(term).map((part) => this.#listOf(part))))
    return this.#lookUp(
      terms.filter(({ field, words }) => field !== null || words.length > 2),
      docs,
      inARow,
    )
  }

  /** Those of the given documents of which every term is all of a value. */
  findWhole(terms: readonly Term[], among: Docs): Docs {
    const lists = terms.map(({ words }) => this.#listOf(asValue(words)))
    return this.#lookUp(
      terms.filter(({ field }) => field !== null),
      inAll([among, ...lists]),
      asValue,
    )
  }

  /** Gives documents their values, or others in place of those; `null`: it is not to be found. In ascending order. */
  update(documents: Iterable<readonly [doc: number, values: Values | null]>): void {
    const changes = new Map<string, number[]>()
    for (const [doc, values] of documents) {
      const before = this.#texts[doc] ?? null
      const after = values === null ? null : textOf(values)
      this.#texts[doc] = after
      // Most changes leave the text as it is.
      if (after === before) continue
      const [old, keys] = [keysOf(before), keysOf(after)]
      for (const key of old) if (!keys.has(key)) this.#change(key, doc, changes)
      for (const key of keys) if (!old.has(key)) this.#change(key, doc, changes)
    }
    for (const [key, docs] of changes) {
      const list = inOne(this.#listOf(key), docs)
      if (list.length === 0) this.#lists.delete(key)
      else this.#lists.set(key, list)
    }
  }

  /** A new document comes last in a list at once. Where a list changes otherwise, it is made anew when all is known. */
  #change(key: string, doc: number, changes: Map<string, number[]>): void {
    const list = this.#lists.get(key)
    if (list === undefined) this.#lists.set(key, doc)
    else if (typeof list === 'number' && list < doc) this.#lists.set(key, [list, doc])
    else if (typeof list === 'object' && (list[list.length - 1] ?? 0) < doc) list.push(doc)
    else {
      const docs = changes.get(key)
      if (docs === undefined) changes.set(key, [doc])
      else docs.push(doc)
    }
  }

  #listOf(key: string): Docs {
    const list = this.#lists.get(key) ?? []
    return typeof list === 'number' ? [list] : list
  }

  #lookUp(terms: readonly Term[], docs: Docs, partOf: (words: readonly string[]) => string): Docs {
    let found = docs
    for (const term of terms) {
      const part = partOf(term.words)
      const field = term.field === null ? null : nameOf(term.field)
      found = found.filter((doc) => includes(this.#texts[doc] ?? '', part, field))
    }
    return found
  }
}
