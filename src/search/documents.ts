import { DocSet, noDocs, Postings } from './doc-set'

/** From so many documents on a word is common: its neighbours are noted then, as looking into each would take long. */
const commonMin = 64

const pairOf = (first: number, second: number): number => first * 2 ** 26 + second

/** Documents by the words of one field, which are numbers from 1. */
export class Documents {
  readonly words = new Postings<number>()
  /** Where one value is nothing but this word, or these words. The same as `words` if every value is one word. */
  readonly wholes: Postings<number>
  /** Where two common words stand one after the other. */
  readonly #pairs = new Postings<number>()
  /** The common words, with the documents that had them before they were: nothing is noted of those. */
  readonly #common = new Map<number, DocSet>()

  constructor(oneWord: boolean) {
    this.wholes = oneWord ? this.words : new Postings()
  }

  /** `before`: the word right before it in the value, or 0. */
  add(word: number, before: number, doc: number): void {
    const size = this.words.add(word, doc)
    if (size < commonMin) return
    if (!this.#common.has(word))
      this.#common.set(word, DocSet.ofList(this.words.get(word).take(0, size, false)))
    else if (before !== 0 && this.#common.has(before)) this.#pairs.add(pairOf(before, word), doc)
  }

  remove(word: number, before: number, doc: number): void {
    this.words.remove(word, doc)
    if (before !== 0 && this.#common.has(word) && this.#common.has(before))
      this.#pairs.remove(pairOf(before, word), doc)
  }

  /** Where one stands right after the other, or `null` when a word is rare; `stands` looks into one document. */
  pair([first, second]: readonly [number, number], stands: (doc: number) => boolean): DocSet | null {
    const firsts = this.#common.get(first)
    const seconds = this.#common.get(second)
    if (firsts === undefined || seconds === undefined) return null
    const sure = this.#pairs.get(pairOf(first, second))
    const [one, two] = [this.words.get(first), this.words.get(second)]
    const isPair = (doc: number): boolean => one.has(doc) && two.has(doc) && !sure.has(doc) && stands(doc)
    return sure.union(firsts.filter(isPair)).union(seconds.filter(isPair))
  }

  /** The documents of each word, the rarest first. */
  setsOf(words: readonly number[]): [DocSet, ...DocSet[]] {
    const [first = noDocs, ...rest] = words
      .map((word) => this.words.get(word))
      .sort((a, b) => a.size - b.size)
    return [first, ...rest]
  }
}
