import { DocSet, noDocs } from './doc-set'
import { Postings } from './postings'

/** From so many documents on a word is common: its neighbours are noted then, as looking into each would take long. */
const commonMin = 64

/** A common word. */
interface Common {
  /** The documents that had it before it was: nothing is noted of those. */
  readonly before: DocSet
  /** Where another common word stands right after it, by that word. */
  readonly next: Postings
}

/** Documents by the words of one field, which are numbers from 1; values of several words are numbers below zero. */
export class Documents {
  readonly words = new Postings()
  /** Where one value is nothing but this word, or these words. The same as `words` if every value is one word. */
  readonly wholes: Postings
  readonly #common = new Map<number, Common>()

  constructor(oneWord: boolean) {
    this.wholes = oneWord ? this.words : new Postings()
  }

  /** `before`: the word right before it in the value, or 0. */
  add(word: number, before: number, doc: number): void {
    const size = this.words.add(word, doc)
    if (size < commonMin) return
    if (!this.#common.has(word)) {
      const docs = DocSet.ofList(this.words.get(word).take(0, size, false))
      this.#common.set(word, { before: docs, next: new Postings() })
    } else if (before !== 0) this.#common.get(before)?.next.add(word, doc)
  }

  remove(word: number, before: number, doc: number): void {
    this.words.remove(word, doc)
    if (before !== 0) this.#common.get(before)?.next.remove(word, doc)
  }

  /** Where one stands right after the other, or `null` when a word is rare; `stands` looks into one document. */
  pair([first, second]: readonly [number, number], stands: (doc: number) => boolean): DocSet | null {
    const firsts = this.#common.get(first)
    const seconds = this.#common.get(second)
    if (firsts === undefined || seconds === undefined) return null
    const sure = firsts.next.get(second)
    const [one, two] = [this.words.get(first), this.words.get(second)]
    const isPair = (doc: number): boolean => one.has(doc) && two.has(doc) && !sure.has(doc) && stands(doc)
    return sure.union(firsts.before.filter(isPair)).union(seconds.before.filter(isPair))
  }

  /** The documents of each word, the rarest first. */
  setsOf(words: readonly number[]): [DocSet, ...DocSet[]] {
    const [first = noDocs, ...rest] = words
      .map((word) => this.words.get(word))
      .sort((a, b) => a.size - b.size)
    return [first, ...rest]
  }
}
