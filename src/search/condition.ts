import { DocSet } from './doc-set'

/** One thing that a document must fulfil. */
export interface Condition {
  /** No more documents than this do. */
  readonly most: number
  readonly has: (doc: number) => boolean
  /** Those that do. Not to be changed. */
  readonly docs: () => DocSet
  /** `docs` stands ready: it costs nothing to ask for it. */
  readonly ready: boolean
}

export const inSet = (set: DocSet): Condition => ({
  most: set.size,
  has: (doc) => set.has(doc),
  docs: () => set,
  ready: true,
})

/** The documents that fulfil all conditions; there must be one at least. The narrowest leads, the others are asked. */
export const allOf = (conditions: readonly Condition[]): DocSet => {
  const [first, ...rest] = [...conditions].sort((a, b) => a.most - b.most)
  if (first === undefined) throw new Error('without a condition every document is meant')
  let found = first.docs()
  if (found.list !== null)
    return rest.length === 0 ? found : found.filter((doc) => rest.every((c) => c.has(doc)))
  const wide = rest.filter((condition) => condition.ready && condition.docs().list === null)
  if (wide.length > 0) {
    const bits = found.bits(0)
    for (const condition of wide) condition.docs().maskInto(bits)
    found = DocSet.ofBits(bits)
  }
  const others = rest.filter((condition) => !wide.includes(condition))
  return others.length === 0 ? found : found.filter((doc) => others.every((c) => c.has(doc)))
}
