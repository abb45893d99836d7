import type { Row } from '../../kernel/collection'
import { inTurns } from '../../kernel/steps'
import type { World } from '../world'
import { type Docs, symmetricDifference } from './lists'
import type { SearchPlan } from './plan'
import type { Scope } from './scope'
import { type FoundDocs, ScopeIndex } from './scope-index'

/** A record of any kind. */
export interface Hit {
  readonly object: string
  readonly row: Row
}

export interface Hits {
  readonly total: number
  /** Returns up to `count` records: exact matches, then the others, each of the two by creation time. */
  readonly take: (skip: number, count: number, newestFirst: boolean) => readonly Hit[]
}

/** The WeakMap frees the indexes of a world with the world. A sandbox that never searches has none. */
const indexes = new WeakMap<World, Map<string, ScopeIndex>>()

const indexOf = (world: World, scope: Scope): ScopeIndex => {
  let ofWorld = indexes.get(world)
  if (ofWorld === undefined) {
    ofWorld = new Map()
    indexes.set(world, ofWorld)
  }
  let index = ofWorld.get(scope.name)
  if (index === undefined) {
    index = new ScopeIndex(scope, world)
    ofWorld.set(scope.name, index)
  }
  return index
}

/** With a search delay, the indexes must record changes before the first search too (assumption `search-delay`). */
export const followForSearch = (world: World, scopes: readonly Scope[]): void => {
  for (const scope of scopes) indexOf(world, scope)
}

/** So that two callers do not read the same at the same time. */
const readings = new WeakMap<ScopeIndex, Promise<void>>()

/** Reads the records of the scopes for searches by words, in turns with other work: a search would read them at once. */
export const readAhead = async (world: World, scopes: readonly Scope[]): Promise<void> => {
  for (const scope of scopes) {
    const index = indexOf(world, scope)
    let reading = readings.get(index)
    if (reading === undefined) {
      reading = inTurns(index.readAhead(), () => {}).finally(() => readings.delete(index))
      readings.set(index, reading)
    }
    await reading
  }
}

export const search = (
  world: World,
  { scopes, conditions }: Pick<SearchPlan, 'scopes' | 'conditions'>,
): Hits => {
  const parts: Part[] = []
  let total = 0
  let exactTotal = 0
  for (const scope of scopes) {
    const { all, exact } = indexOf(world, scope).find(conditions)
    if (all.length === 0) continue
    parts.push({ scope, all, exact })
    total += all.length
    exactTotal += exact.length
  }
  return {
    total,
    take: (skip, count, newestFirst) => {
      const first = pageOf(world, parts, { of: exactDocs, skip, count, newestFirst })
      if (first.length === count || exactTotal === total) return first
      const left = { skip: Math.max(0, skip - exactTotal), count: count - first.length, newestFirst }
      return [...first, ...pageOf(world, parts, { of: otherDocs, ...left })]
    },
  }
}

/** The matches in one scope, at least one. */
interface Part extends FoundDocs {
  readonly scope: Scope
}

const exactDocs = ({ exact }: FoundDocs): Docs => exact
const otherDocs = ({ all, exact }: FoundDocs): Docs =>
  exact.length === 0 ? all : symmetricDifference(all, exact)

interface Slice {
  readonly of: (found: FoundDocs) => Docs
  readonly skip: number
  readonly count: number
  readonly newestFirst: boolean
}

const pageOf = (world: World, parts: readonly Part[], page: Slice): readonly Hit[] => {
  const { of, skip, count, newestFirst } = page
  const hitsOf = (part: Part, from: number, end: number): readonly Hit[] => {
    const { object, rows } = part.scope
    const all = rows(world)
    const docs = of(part)
    const shown = newestFirst
      ? docs.slice(Math.max(0, docs.length - end), Math.max(0, docs.length - from)).reverse()
      : docs.slice(from, end)
    return shown.map((doc) => ({ object, row: all.at(doc) }))
  }
  const [only] = parts
  if (only === undefined) return []
  if (parts.length === 1) return hitsOf(only, skip, skip + count)
  const direction = newestFirst ? -1 : 1
  // The newest-first order is the exact reverse, also for records of different scopes with one creation time.
  return (newestFirst ? parts.toReversed() : parts)
    .flatMap((part) => hitsOf(part, 0, skip + count))
    .sort((a, b) => direction * (a.row.createdAt - b.row.createdAt))
    .slice(skip, skip + count)
}
