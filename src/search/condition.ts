import { DocSet, noDocs } from './doc-set'

/** One thing that a document must fulfil. */
export interface Condition {
  /** No more documents than this do. */
  readonly most: number
  readonly has: (doc: number) => boolean
  /** What `has` costs, against taking one document into `docs`. */
  readonly effort: number
  /** Those that do. Not to be changed. */
  readonly docs: () => DocSet
  /** `docs` stands ready: it costs nothing to ask for it. */
  readonly ready: boolean
}

export const inSet = (set: DocSet): Condition => ({
  most: set.size,
  has: (doc) => set.has(doc),
  effort: 1,
  docs: () => set,
  ready: true,
})

/** The documents that are in all sets; there must be one at least. */
export const commonTo = (sets: readonly DocSet[]): DocSet => {
  const [first = noDocs] = sets
  if (sets.length < 2) return first
  const sorted = [...sets].sort((a, b) => a.size - b.size)
  const short = sorted.find(({ list }) => list !== null)
  if (short !== undefined) return short.filter((doc) => sorted.every((set) => set === short || set.has(doc)))
  return sets.reduce((common, set) => DocSet.commonBits(common, set))
}

/** The documents that fulfil all conditions; there must be one at least. What stands ready leads. */
export const allOf = (conditions: readonly Condition[]): DocSet => {
  const [only] = conditions
  if (only !== undefined && conditions.length === 1) return only.docs()
  const ready = conditions.filter((condition) => condition.ready)
  const others = conditions.filter((condition) => !condition.ready).sort((a, b) => a.most - b.most)
  const first = ready.length === 0 ? others.shift()?.docs() : commonTo(ready.map(({ docs }) => docs()))
  if (first === undefined) throw new Error('without a condition every document is meant')
  let found = first
  for (const { most, has, effort, docs } of others) {
    if (found.size === 0) return found
    found = found.size * effort <= most ? found.filter(has) : commonTo([found, docs()])
  }
  return found
}
