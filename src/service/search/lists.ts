/** Document numbers in ascending order, without duplicates. */
export type Docs = readonly number[]

/** The index of the first document that is at least `doc`, searched from `from` on. Fast if it is near `from`. */
export const lowerBound = (docs: Docs, doc: number, from = 0): number => {
  let low = from
  let step = 1
  while (low + step <= docs.length && (docs[low + step - 1] ?? 0) < doc) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step - 1, docs.length)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((docs[middle] ?? 0) < doc) low = middle + 1
    else high = middle
  }
  return low
}

const intersectionOfTwo = (few: Docs, many: Docs): Docs => {
  const found: number[] = []
  let place = 0
  for (const doc of few) {
    place = lowerBound(many, doc, place)
    if (many[place] === doc) found.push(doc)
  }
  return found
}

/** The documents that are in all lists. */
export const intersection = (lists: readonly Docs[]): Docs => {
  const [only = []] = lists
  if (lists.length < 2) return only
  const [fewest = [], ...others] = [...lists].sort((a, b) => a.length - b.length)
  return fewest.length === 0 ? fewest : others.reduce(intersectionOfTwo, fewest)
}

/** The documents that are in exactly one of two lists. */
export const symmetricDifference = (a: Docs, b: Docs): number[] => {
  const found: number[] = []
  let place = 0
  for (const doc of b) {
    for (; place < a.length && (a[place] ?? 0) < doc; place += 1) found.push(a[place] ?? 0)
    if (a[place] === doc) place += 1
    else found.push(doc)
  }
  for (; place < a.length; place += 1) found.push(a[place] ?? 0)
  return found
}

/** The documents that are in at least one of two lists. */
export const union = (a: Docs, b: Docs): Docs =>
  b.length === 0 ? a : [...new Set([...a, ...b])].sort((x, y) => x - y)

/** An inverted index: for each key, such as a word, the list of documents that have it. */
export class Lists {
  /** Most words are rare, so a single document is stored without a list. */
  readonly #lists = new Map<string, number | number[]>()
  /** By key: documents to add to its list, or to remove from it. */
  readonly #changes = new Map<string, number[]>()

  get(key: string): Docs {
    const list = this.#lists.get(key) ?? []
    return typeof list === 'number' ? [list] : list
  }

  /** Adds a key to a document that is new; it may come again for the same document. See `change`. */
  add(key: string, doc: number): void {
    const list = this.#lists.get(key)
    if (list === doc || (typeof list === 'object' && list[list.length - 1] === doc)) return
    this.#change(key, doc, list)
  }

  /**
   * Adds the keys that a document has not, and removes those that it has. Call it for documents in ascending order, and
   * `finish` after the last one.
   */
  change(doc: number, keys: ReadonlySet<string>): void {
    for (const key of keys) this.#change(key, doc)
  }

  finish(): void {
    for (const [key, docs] of this.#changes) {
      const list = symmetricDifference(this.get(key), docs)
      if (list.length === 0) this.#lists.delete(key)
      else this.#lists.set(key, list)
    }
    this.#changes.clear()
  }

  /** Appends a document to its list at once if it is the last one. `finish` applies all other changes together. */
  #change(key: string, doc: number, list = this.#lists.get(key)): void {
    if (list === undefined) this.#lists.set(key, doc)
    else if (typeof list === 'number' && list < doc) this.#lists.set(key, [list, doc])
    else if (typeof list === 'object' && (list[list.length - 1] ?? 0) < doc) list.push(doc)
    else {
      const docs = this.#changes.get(key)
      if (docs === undefined) this.#changes.set(key, [doc])
      else if (docs[docs.length - 1] !== doc) docs.push(doc)
    }
  }
}
