/** Lists of documents, in ascending order and without repetitions. */
export type Docs = readonly number[]

/** The place of the first document that is not below `doc`, at or after `from`. Quick when that is near. */
export const placeOf = (docs: Docs, doc: number, from = 0): number => {
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

const inBoth = (few: Docs, many: Docs): Docs => {
  const found: number[] = []
  let place = 0
  for (const doc of few) {
    place = placeOf(many, doc, place)
    if (many[place] === doc) found.push(doc)
  }
  return found
}

/** The documents that all of the lists have. */
export const inAll = (lists: readonly Docs[]): Docs => {
  const [fewest = [], ...others] = [...lists].sort((a, b) => a.length - b.length)
  return others.reduce(inBoth, fewest)
}

/** The documents that one of two lists has, and not both. */
export const inOne = (a: Docs, b: Docs): number[] => {
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

/** The documents that one of two lists has, or both. */
export const inEither = (a: Docs, b: Docs): Docs =>
  b.length === 0 ? a : [...new Set([...a, ...b])].sort((x, y) => x - y)
