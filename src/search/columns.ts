import type { Condition } from './condition'
import { inSet } from './condition'
import { DocSet, noDocs } from './doc-set'
import { foldWord } from './filter'
import { larger } from './numbers'
import { Postings } from './postings'
import type { FilterValue } from './scope'

/** What documents are filtered by: one value each, or none. */
export interface Column<T> {
  set(doc: number, value: T): void
}

/** Few or many words; a document may have several. */
export class WordColumn implements Column<FilterValue> {
  /** By the number of a word. */
  readonly #docs = new Postings()
  readonly #words = new Map<string, number>()
  /** Values by number: most columns have few, and a document keeps the number only. */
  readonly #values = new Map<string | boolean | number, number>()
  /** The words of each value. */
  readonly #wordsOf: (readonly number[])[] = [[]]
  #held: Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> = new Uint8Array(64)

  set(doc: number, value: FilterValue): void {
    const before = this.#held[doc] ?? 0
    const next = this.#numberOf(value)
    if (before === next) return
    this.#makeRoom(doc, next)
    for (const word of this.#wordsOf[before] ?? []) this.#docs.remove(word, doc)
    for (const word of this.#wordsOf[next] ?? []) this.#docs.add(word, doc)
    this.#held[doc] = next
  }

  is(word: string): Condition {
    const number = this.#words.get(word)
    return inSet(number === undefined ? noDocs : this.#docs.get(number))
  }

  #makeRoom(doc: number, value: number): void {
    if (value > 255 && this.#held instanceof Uint8Array) this.#held = Uint32Array.from(this.#held)
    if (doc < this.#held.length) return
    if (this.#held instanceof Uint8Array) this.#held = larger(this.#held, doc, Uint8Array)
    else this.#held = larger(this.#held, doc, Uint32Array)
  }

  #numberOf(value: FilterValue): number {
    if (value === null) return 0
    const key = typeof value === 'object' ? value.join('\n') : value
    let number = this.#values.get(key)
    if (number === undefined) {
      const words = typeof value === 'object' ? value : [String(value)]
      number = this.#wordsOf.push(words.map((word) => this.#wordOf(foldWord(word)))) - 1
      this.#values.set(key, number)
    }
    return number
  }

  #wordOf(word: string): number {
    let number = this.#words.get(word)
    if (number === undefined) {
      number = this.#words.size + 1
      this.#words.set(word, number)
    }
    return number
  }
}

/** So many documents may have changed before the order is made anew; until then they are looked at one by one. */
const strayMax = 512

/** Documents in the order of their values, as these were when the order was made. */
interface Order {
  readonly docs: Uint32Array
  readonly values: Float64Array
}

/** Position of the first value that is not below the given one, or that is above it. */
const placeIn = (values: Float64Array, value: number, above: boolean): number => {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const there = values[middle] ?? 0
    if (there < value || (above && there === value)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Numbers, in the order of their size. The order is made when a range is first asked for; what changes afterwards
 * strays beside it until there is enough to be worth merging.
 */
export class NumberColumn implements Column<number | null> {
  #values = new Float64Array(64).fill(Number.NaN)
  #length = 0
  /** `null` until a range was asked for. */
  #order: Order | null = null
  readonly #strays = new Set<number>()

  set(doc: number, value: number | null): void {
    if (doc >= this.#values.length) {
      const old = this.#values.length
      this.#values = larger(this.#values, doc, Float64Array)
      this.#values.fill(Number.NaN, old)
    }
    const next = value ?? Number.NaN
    if (this.#order !== null && !Object.is(this.#values[doc], next)) this.#strays.add(doc)
    this.#values[doc] = next
    this.#length = Math.max(this.#length, doc + 1)
  }

  /** Both ends belong to it. A document without a value is in no range. */
  within(low: number, high: number): Condition {
    const { docs, values } = this.#ordered()
    const first = placeIn(values, low, false)
    const end = Math.max(first, placeIn(values, high, true))
    const has = (doc: number): boolean => {
      const value = this.#values[doc] ?? Number.NaN
      return value >= low && value <= high
    }
    return {
      most: end - first + this.#strays.size,
      has,
      effort: 3,
      docs: () => this.#collect(docs.subarray(first, end), has),
      ready: false,
    }
  }

  /** A changed document stands in the run by what it was: the strays have the last word. */
  #collect(run: Uint32Array, has: (doc: number) => boolean): DocSet {
    const strays = [...this.#strays]
    if ((run.length + strays.length) * 64 <= this.#length) {
      const list = [...run].filter((doc) => !this.#strays.has(doc))
      return DocSet.ofList([...list, ...strays.filter(has)].sort((a, b) => a - b))
    }
    const bits = new Uint32Array((this.#length + 31) >>> 5)
    for (let i = 0; i < run.length; i += 1) {
      const doc = run[i] ?? 0
      bits[doc >>> 5] = (bits[doc >>> 5] ?? 0) | (1 << (doc & 31))
    }
    for (const doc of strays) {
      const others = (bits[doc >>> 5] ?? 0) & ~(1 << (doc & 31))
      bits[doc >>> 5] = has(doc) ? others | (1 << (doc & 31)) : others
    }
    return DocSet.ofBits(bits)
  }

  #ordered(): Order {
    if (this.#order !== null && this.#strays.size <= strayMax) return this.#order
    this.#order = this.#order === null ? this.#inOrder(this.#all()) : this.#merged(this.#order)
    this.#strays.clear()
    return this.#order
  }

  #all(): number[] {
    return Array.from({ length: this.#length }, (_, doc) => doc)
  }

  #inOrder(docs: readonly number[]): Order {
    const values = this.#values
    const sorted = new Uint32Array(docs.filter((doc) => !Number.isNaN(values[doc])))
    sorted.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
    return { docs: sorted, values: Float64Array.from(sorted, (doc) => values[doc] ?? 0) }
  }

  #merged(old: Order): Order {
    const kept = old.docs.filter((doc) => !this.#strays.has(doc))
    const fresh = this.#inOrder([...this.#strays])
    const docs = new Uint32Array(kept.length + fresh.docs.length)
    const values = new Float64Array(docs.length)
    let i = 0
    let j = 0
    for (let k = 0; k < docs.length; k += 1) {
      const left = i < kept.length ? (this.#values[kept[i] ?? 0] ?? 0) : Number.POSITIVE_INFINITY
      const right = fresh.values[j] ?? Number.POSITIVE_INFINITY
      const fromLeft = left <= right
      docs[k] = (fromLeft ? kept[i] : fresh.docs[j]) ?? 0
      values[k] = fromLeft ? left : right
      if (fromLeft) i += 1
      else j += 1
    }
    return { docs, values }
  }
}
