/**
 * Which documents of an index. A sorted list while there are few of them, one bit each once that takes less room;
 * so a rare word costs what it holds, and two common ones are joined 32 documents at a time.
 */
const fewest = 64
const shortest = 12

type Bits = Uint32Array<ArrayBuffer>

/** Lists hold eight bytes a document, bits an eighth of a byte for each there is. */
const isMany = (size: number, highest: number): boolean => size > fewest && size * 64 > highest

/** Position of the first member that is not below `doc`. */
const placeIn = (list: readonly number[], doc: number): number => {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] ?? 0) < doc) low = middle + 1
    else high = middle
  }
  return low
}

/** Two sorted lists as one, without repetitions. */
const merged = (a: readonly number[], b: readonly number[]): number[] => {
  const all: number[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const x = a[i] ?? Number.POSITIVE_INFINITY
    const y = b[j] ?? Number.POSITIVE_INFINITY
    all.push(Math.min(x, y))
    if (x <= y) i += 1
    if (y <= x) j += 1
  }
  return all
}

const countBits = (word: number): number => {
  let n = word - ((word >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export class DocSet {
  /** `null` once there are bits. */
  #list: number[] | null = []
  #bits: Bits = none
  #size = 0

  get size(): number {
    return this.#size
  }

  /** Sorted; `null` when the set is too large for one. Not to be changed. */
  get list(): readonly number[] | null {
    return this.#list
  }

  /** Of a sorted list, which the set keeps. */
  static ofList(list: number[]): DocSet {
    const set = new DocSet()
    set.#list = list
    set.#size = list.length
    return set
  }

  /** Of bits, which the set keeps. */
  static ofBits(bits: Bits): DocSet {
    let size = 0
    for (let i = 0; i < bits.length; i += 1) size += countBits(bits[i] ?? 0)
    return DocSet.#ofCounted(bits, size)
  }

  static #ofCounted(bits: Bits, size: number): DocSet {
    const set = new DocSet()
    set.#list = null
    set.#bits = bits
    set.#size = size
    return set
  }

  has(doc: number): boolean {
    const list = this.#list
    if (list === null) return (((this.#bits[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) === 1
    return list[placeIn(list, doc)] === doc
  }

  /** Does nothing when it is there. */
  add(doc: number): void {
    const list = this.#list
    if (list === null) {
      if (this.has(doc)) return
      if (doc >>> 5 >= this.#bits.length) this.#bits = grown(this.#bits, doc)
      this.#bits[doc >>> 5] = (this.#bits[doc >>> 5] ?? 0) | (1 << (doc & 31))
      this.#size += 1
      return
    }
    if ((list[list.length - 1] ?? -1) < doc) {
      // An array that grows makes room for many more, and most lists stay short.
      if (list.length < shortest) this.#list = [...list, doc]
      else list.push(doc)
    } else {
      const place = placeIn(list, doc)
      if (list[place] === doc) return
      list.splice(place, 0, doc)
    }
    this.#size += 1
    if (isMany(this.#size, list[list.length - 1] ?? 0)) {
      this.#bits = this.bits(0)
      this.#list = null
    }
  }

  /** Does nothing when it is not there. */
  remove(doc: number): void {
    if (!this.has(doc)) return
    this.#size -= 1
    if (this.#list === null) this.#bits[doc >>> 5] = (this.#bits[doc >>> 5] ?? 0) & ~(1 << (doc & 31))
    else this.#list.splice(placeIn(this.#list, doc), 1)
  }

  /** A copy as bits, with room for at least so many documents. */
  bits(documents: number): Bits {
    const bits = new Uint32Array((Math.max(documents, this.#end) + 31) >>> 5)
    if (this.#list === null) bits.set(this.#bits)
    else for (const doc of this.#list) bits[doc >>> 5] = (bits[doc >>> 5] ?? 0) | (1 << (doc & 31))
    return bits
  }

  /** The members of both. Neither may be a list. */
  static commonBits(a: DocSet, b: DocSet): DocSet {
    const [long, short] = a.#bits.length < b.#bits.length ? [b.#bits, a.#bits] : [a.#bits, b.#bits]
    const bits = new Uint32Array(short.length)
    let size = 0
    for (let i = 0; i < bits.length; i += 1) {
      const word = (short[i] ?? 0) & (long[i] ?? 0)
      bits[i] = word
      size += countBits(word)
    }
    return DocSet.#ofCounted(bits, size)
  }

  /** Those that `keep` wants. */
  filter(keep: (doc: number) => boolean): DocSet {
    if (this.#list !== null) return DocSet.ofList(this.#list.filter(keep))
    const bits = new Uint32Array(this.#bits.length)
    for (let i = 0; i < bits.length; i += 1) {
      let kept = 0
      for (let left = this.#bits[i] ?? 0; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left)
        if (keep(32 * i + bit)) kept |= 1 << bit
      }
      bits[i] = kept
    }
    return DocSet.ofBits(bits)
  }

  /** What is in this set and not in the other. */
  without(other: DocSet): DocSet {
    if (this.#list !== null || other.#list !== null) return this.filter((doc) => !other.has(doc))
    const bits = this.#bits.slice()
    for (let i = 0; i < bits.length; i += 1) bits[i] = (bits[i] ?? 0) & ~(other.#bits[i] ?? 0)
    return DocSet.ofBits(bits)
  }

  /** What is in either. */
  union(other: DocSet): DocSet {
    if (this.#size === 0) return other
    if (other.#size === 0) return this
    if (this.#list !== null && other.#list !== null) return DocSet.ofList(merged(this.#list, other.#list))
    const [larger, smaller] = this.#list === null ? [this, other] : [other, this]
    const bits = larger.bits(smaller.#end)
    const list = smaller.#list
    if (list !== null) for (const doc of list) bits[doc >>> 5] = (bits[doc >>> 5] ?? 0) | (1 << (doc & 31))
    else for (let i = 0; i < smaller.#bits.length; i += 1) bits[i] = (bits[i] ?? 0) | (smaller.#bits[i] ?? 0)
    return DocSet.ofBits(bits)
  }

  /** Those from `first` up to before `end`. */
  between(first: number, end: number): DocSet {
    if (this.#list !== null)
      return DocSet.ofList(this.#list.slice(placeIn(this.#list, first), placeIn(this.#list, end)))
    const bits = this.#bits.slice(0, (end + 31) >>> 5)
    bits.fill(0, 0, first >>> 5)
    if (first >>> 5 < bits.length) bits[first >>> 5] = (bits[first >>> 5] ?? 0) & (-1 << (first & 31))
    if ((end & 31) !== 0 && end >>> 5 < bits.length)
      bits[end >>> 5] = (bits[end >>> 5] ?? 0) & ~(-1 << (end & 31))
    return DocSet.ofBits(bits)
  }

  /** So many members, from the highest down or from the lowest up, after the first `skip` of them. */
  take(skip: number, count: number, highestFirst: boolean): number[] {
    const list = this.#list
    if (list === null) return highestFirst ? this.#takeDown(skip, count) : this.#takeUp(skip, count)
    if (!highestFirst) return list.slice(skip, skip + count)
    const taken: number[] = []
    const last = list.length - 1 - skip
    for (let i = last; i >= 0 && last - i < count; i -= 1) taken.push(list[i] ?? 0)
    return taken
  }

  #takeDown(skip: number, count: number): number[] {
    const taken: number[] = []
    let left = skip
    for (let i = this.#bits.length - 1; i >= 0 && taken.length < count; i -= 1) {
      let word = this.#bits[i] ?? 0
      const here = countBits(word)
      if (here <= left) {
        left -= here
        continue
      }
      for (; word !== 0 && taken.length < count; word &= ~(1 << (31 - Math.clz32(word)))) {
        if (left > 0) left -= 1
        else taken.push(32 * i + 31 - Math.clz32(word))
      }
    }
    return taken
  }

  #takeUp(skip: number, count: number): number[] {
    const taken: number[] = []
    let left = skip
    for (let i = 0; i < this.#bits.length && taken.length < count; i += 1) {
      let word = this.#bits[i] ?? 0
      const here = countBits(word)
      if (here <= left) {
        left -= here
        continue
      }
      for (; word !== 0 && taken.length < count; word &= word - 1) {
        if (left > 0) left -= 1
        else taken.push(32 * i + 31 - Math.clz32(word & -word))
      }
    }
    return taken
  }

  get #end(): number {
    if (this.#list === null) return this.#bits.length * 32
    return (this.#list[this.#list.length - 1] ?? -1) + 1
  }
}

const none = new Uint32Array(0)

/** Half as long again, so that growing by one document at a time stays cheap. */
const grown = (bits: Bits, doc: number): Bits => {
  const larger = new Uint32Array(Math.max((doc >>> 5) + 1, bits.length + (bits.length >>> 1)))
  larger.set(bits)
  return larger
}

export const noDocs = DocSet.ofList([])
