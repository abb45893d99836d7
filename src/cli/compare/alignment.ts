import { isObject } from '../../kernel/json'
import { areIds, compareTexts, type TextScene } from './texts'

/** Two members of two lists that mean the same thing. */
export interface Match {
  readonly i: number
  readonly j: number
}

interface Alignment {
  /** In the order of the first list. */
  readonly matches: readonly Match[]
  /** Members of the first, and of the second list without a partner. */
  readonly left: readonly number[]
  readonly others: readonly number[]
}

/** How deep two records are compared for likeness. */
const deepest = 2
/** Records that share fewer of their fields are different things. */
const leastShare = 0.5

interface Likeness {
  alike: number
  of: number
}

/** An id that belongs to the other one says more than fields that many records have in common. */
const weightOfId = 20

interface LikenessOf {
  readonly scene: TextScene
  readonly sum: Likeness
}

const addLikeness = (own: unknown, other: unknown, of: LikenessOf, name: string, depth: number): void => {
  const { scene, sum } = of
  if (isObject(own) && isObject(other)) {
    if (depth === deepest) return
    for (const [field, value] of Object.entries(own)) addLikeness(value, other[field], of, field, depth + 1)
    return
  }
  if (Array.isArray(own) || (own === null && other === null)) return
  const areTexts = typeof own === 'string' && typeof other === 'string'
  if (areTexts && areIds(own, other)) {
    if (!scene.pairs.knows(own, other)) return
    if (scene.pairs.isPair(own, other)) sum.alike += weightOfId
    sum.of += weightOfId
    return
  }
  // What happened is the heart of an event.
  const weight = name === 'key' || name === 'object' ? weightOfId / 2 : 1
  sum.of += weight
  if (areTexts ? compareTexts(own, other, name, scene) !== 'another value' : own === other)
    sum.alike += weight
}

/** From 0 to 1. */
const likeness = (own: unknown, other: unknown, scene: TextScene): number => {
  if (!isObject(own) || !isObject(other)) return own === other ? 1 : 0
  const sum = { alike: 0, of: 0 }
  addLikeness(own, other, { scene: { ...scene, isNoting: false }, sum }, '', 0)
  return sum.of === 0 ? 1 : sum.alike / sum.of
}

const idOf = (record: unknown): string | null =>
  isObject(record) && typeof record.id === 'string' ? record.id : null

/** Finds for each member of a list its partner in another: by its id if known, else by likeness. */
export const alignedWith = (
  own: readonly unknown[],
  other: readonly unknown[],
  scene: TextScene,
): Alignment => {
  const hasRecords = own.some(isObject) || other.some(isObject)
  if (!hasRecords) return alignScalars(own, other)
  const free = new Set(other.keys())
  const partners = new Map<number, number>()
  const take = (i: number, j: number): void => {
    partners.set(i, j)
    free.delete(j)
  }
  for (const [i, one] of own.entries()) {
    const id = idOf(one)
    const found =
      id === null ? undefined : [...free].find((j) => scene.pairs.isPair(id, idOf(other[j]) ?? ''))
    if (found !== undefined) take(i, found)
  }
  const pairs = own.flatMap((one, i) =>
    partners.has(i)
      ? []
      : [...free].map((j) => ({ i, j, like: likeness(one, other[j], scene), away: Math.abs(i - j) })),
  )
  for (const { i, j, like } of pairs.sort((a, b) => b.like - a.like || a.away - b.away || a.i - b.i))
    if (like >= leastShare && !partners.has(i) && free.has(j)) take(i, j)
  return {
    matches: [...partners].map(([i, j]) => ({ i, j })).sort((a, b) => a.i - b.i),
    left: [...own.keys()].filter((i) => !partners.has(i)),
    others: [...free],
  }
}

/** Words and numbers: the same ones in another order, or place by place. */
const alignScalars = (own: readonly unknown[], other: readonly unknown[]): Alignment => {
  const free = new Set(other.keys())
  const byValue = own.map((one, i) => {
    const j = other[i] === one && free.has(i) ? i : [...free].find((place) => other[place] === one)
    if (j !== undefined) free.delete(j)
    return j
  })
  const all = byValue.flatMap((j, i) => (j === undefined ? [] : [{ i, j }]))
  // One more or one less does not disturb the others.
  if (own.length !== other.length || free.size === 0)
    return { matches: all, left: [...own.keys()].filter((i) => byValue[i] === undefined), others: [...free] }
  return { matches: Array.from(own, (_, i) => ({ i, j: i })), left: [], others: [] }
}
