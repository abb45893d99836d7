import { type Condition, commonTo, inSet } from './condition'
import { type DocSet, noDocs } from './doc-set'
import type { Documents } from './documents'
import { Fields, type Group, type Named } from './fields'
import { larger } from './numbers'
import type { Term } from './query'
import type { QueryKind } from './scope'
import { type Stretch, type Value, WordStream } from './word-stream'

/** A term whose words are all known, as numbers. */
export interface Phrase {
  readonly words: readonly number[]
  /** The number of a value that is nothing but these words, if there ever was one; `null`: it would be too long. */
  readonly whole: number | undefined | null
  readonly named: Named
}

const unite = (a: DocSet, b: DocSet): DocSet => a.union(b)

/**
 * The words of documents, by attribute, and for each document its words in their order: that tells a phrase from
 * words that merely stand in the same text, and what to take out when the document changes.
 */
export class TextIndex {
  readonly #fields: Fields
  readonly #stream: WordStream
  /** By the number of a word: one bit for each attribute that ever had it. */
  #homes = new Uint32Array(1024)
  /** By such bits: a word mostly stands where others do. */
  readonly #byHomes = new Map<number, Named>()

  constructor(attributes: { readonly [name: string]: QueryKind }) {
    this.#fields = new Fields(attributes)
    this.#stream = new WordStream(this.#fields)
  }

  /** It is worth starting again. */
  get wasteful(): boolean {
    return this.#stream.wasteful
  }

  /** Takes a document in with these values, or out when there are none; what it had before is forgotten. */
  set(doc: number, values: readonly Value[]): void {
    const before = this.#stream.of(doc)
    const after = this.#stream.write(values, before)
    // Most changes leave most texts as they were.
    if (this.#differ(doc, before, after)) this.#stream.keep(doc, after)
  }

  /** `null` when there is a term that no document can have, or none at all. */
  phrasesOf(terms: readonly Term[]): readonly Phrase[] | null {
    let phrases: Phrase[] | null = null
    for (const term of terms) {
      const phrase = this.phraseOf(term)
      if (phrase === null) return null
      if (phrases === null) phrases = [phrase]
      else phrases.push(phrase)
    }
    return phrases
  }

  /** `null` when no document can have it. */
  phraseOf({ field, words }: Term): Phrase | null {
    const [only = ''] = words
    if (words.length === 1) return this.#wordOf(field, only)
    const numbers: number[] = []
    for (const word of words) {
      const number = this.#stream.numberOf(word)
      if (number === undefined) return null
      numbers.push(number)
    }
    const named = field === null ? this.#homesOf(numbers) : this.#fields.named(field)
    if (named === null) return null
    return { words: numbers, whole: this.#stream.wholeOf(numbers), named }
  }

  #wordOf(field: string | null, word: string): Phrase | null {
    const number = this.#stream.numberOf(word)
    if (number === undefined) return null
    const words = [number]
    const named = field === null ? this.#homesOf(words) : this.#fields.named(field)
    return named === null ? null : { words, whole: number, named }
  }

  /** Where the words stand one after the other within one value. */
  holds(phrase: Phrase): Condition {
    const { words, named } = phrase
    const ready = this.#docsOfWord(phrase)
    if (ready !== null) return inSet(ready)
    return {
      most: named.groups.reduce((sum, { postings }) => sum + postings.setsOf(words)[0].size, 0),
      has: (doc) => this.#stream.stands(doc, words, named.numbers, false),
      effort: 16,
      docs: () => named.groups.map((group) => this.#docsOf(phrase, group)).reduce(unite),
      ready: false,
    }
  }

  /** Where one value is nothing but the words. */
  isWhole(phrase: Phrase): Condition {
    const { words, named } = phrase
    const ready = this.#docsOfWhole(phrase)
    if (ready !== null) return inSet(ready)
    const { most, docs } = this.holds(phrase)
    const has = (doc: number): boolean => this.#stream.stands(doc, words, named.numbers, true)
    return { most, has, effort: 16, docs: () => docs().filter(has), ready: false }
  }

  /** Those that hold the phrase, and those of them where it is a whole value. */
  find(phrase: Phrase): { readonly all: DocSet; readonly exact: DocSet } {
    return {
      all: this.#docsOfWord(phrase) ?? this.holds(phrase).docs(),
      exact: this.#docsOfWhole(phrase) ?? this.isWhole(phrase).docs(),
    }
  }

  /** `null` when they do not stand ready. */
  #docsOfWord({ words, named }: Phrase): DocSet | null {
    const [word = 0] = words
    if (words.length !== 1 || !named.alone) return null
    let found = noDocs
    for (const { postings } of named.groups) found = found.union(postings.words.get(word))
    return found
  }

  #docsOfWhole({ whole, named }: Phrase): DocSet | null {
    if (whole === undefined) return noDocs
    if (whole === null || !named.alone) return null
    let found = noDocs
    for (const { postings } of named.groups) found = found.union(postings.wholes.get(whole))
    return found
  }

  /** The attributes that ever had all the words. */
  #homesOf(words: readonly number[]): Named | null {
    let homes = -1
    for (const word of words) homes &= this.#homes[word] ?? 0
    if (homes === 0) return null
    let named = this.#byHomes.get(homes)
    if (named === undefined) {
      const groups = this.#fields.named(null)?.groups.filter((_, i) => ((homes >>> i) & 1) === 1) ?? []
      named = { groups, numbers: null, alone: true }
      this.#byHomes.set(homes, named)
    }
    return named
  }

  #addHome(word: number, attribute: number): void {
    if (word >= this.#homes.length) this.#homes = larger(this.#homes, word, Uint32Array)
    this.#homes[word] = (this.#homes[word] ?? 0) | (1 << attribute)
  }

  /** Those that have all the words in the fields, less those that do not have them in a row. */
  #docsOf({ words, whole }: Phrase, { postings, numbers, alone }: Group): DocSet {
    const sets: readonly DocSet[] = postings.setsOf(words)
    if (sets[0]?.size === 0) return noDocs
    const stands = (doc: number): boolean => this.#stream.stands(doc, words, numbers, false)
    const pairs = words.slice(1).flatMap((word, i) => {
      const pair = [words[i] ?? 0, word] as const
      const set = postings.pair(pair, (doc) => this.#stream.stands(doc, pair, numbers, false))
      return set === null ? [] : [set]
    })
    const found = commonTo([...sets, ...pairs])
    if (words.length === 2 && pairs.length === 1 && alone) return found
    const sure = typeof whole === 'number' && alone ? postings.wholes.get(whole) : noDocs
    if (sure.size === 0) return found.filter(stands)
    return found.without(sure).filter(stands).union(sure)
  }

  /** Brings the postings from what was written before to what is written now, attribute by attribute. */
  #differ(doc: number, before: Stretch, after: Stretch): boolean {
    let differ = false
    let i = before.start
    let j = after.start
    while (i < before.end || j < after.end) {
      const old = this.#stream.attributeAt(i, before.end)
      const next = this.#stream.attributeAt(j, after.end)
      const oldEnd = old <= next ? this.#stream.endOf(i, before.end) : i
      const nextEnd = next <= old ? this.#stream.endOf(j, after.end) : j
      if (!this.#stream.same({ start: i, end: oldEnd }, { start: j, end: nextEnd })) {
        differ = true
        this.#post(doc, { start: i, end: oldEnd }, false)
        this.#post(doc, { start: j, end: nextEnd }, true)
      }
      i = oldEnd
      j = nextEnd
    }
    return differ
  }

  /** Adds the words of values to the postings of their fields, or takes them out. */
  #post(doc: number, { start, end }: Stretch, adds: boolean): void {
    let own: Documents | undefined
    let all: Documents | undefined
    let attribute = 0
    let last = 0
    for (let i = start; i < end; i += 1) {
      const number = this.#stream.at(i)
      if (number < 0) {
        const field = this.#fields.at(-number - 1)
        own = field?.group?.postings
        all = field?.parent?.group?.postings
        attribute = field?.parent?.number ?? field?.number ?? 0
        i += 1
        const whole = this.#stream.at(i)
        last = 0
        if (whole === 0) continue
        if (adds) own?.wholes.add(whole, doc)
        else own?.wholes.remove(whole, doc)
        if (adds) all?.wholes.add(whole, doc)
        else all?.wholes.remove(whole, doc)
        continue
      }
      if (adds) this.#addHome(number, attribute)
      if (adds) own?.add(number, last, doc)
      else own?.remove(number, last, doc)
      if (adds) all?.add(number, last, doc)
      else all?.remove(number, last, doc)
      last = number
    }
  }
}
