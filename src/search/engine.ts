import type { Row } from '../kernel/collection'
import type { World } from '../world'
import type { DocSet } from './doc-set'
import type { Plan } from './plan'
import type { Scope } from './scope'
import { ScopeIndex } from './scope-index'

/** A record of any kind. */
export interface Hit {
  readonly object: string
  readonly row: Row
}

export interface Hits {
  readonly total: number
  /** So many of them: exact matches first, then by the time of their making. */
  readonly take: (skip: number, count: number, newestFirst: boolean) => readonly Hit[]
}

/** The indexes of a world live and die with it; a sandbox that never searches has none. */
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

/** With a delay, what changes before the first search has to be noted too (assumption `search-delay`). */
export const followForSearch = (world: World, scopes: readonly Scope[]): void => {
  for (const scope of scopes) indexOf(world, scope)
}

export const search = (world: World, { scopes, ask }: Pick<Plan, 'scopes' | 'ask'>): Hits => {
  let total = 0
  let exactTotal = 0
  const parts: Part[] = []
  for (const scope of scopes) {
    const { all, exact } = indexOf(world, scope).find(ask)
    if (all.size === 0) continue
    total += all.size
    exactTotal += exact.size
    parts.push({ scope, all, exact })
  }
  if (total === 0) return noHits
  return {
    total,
    take: (skip, count, newestFirst) => {
      const best = skip < exactTotal ? pick(world, parts, { of: exactIn, skip, count, newestFirst }) : nobody
      if (best.length === count || exactTotal === total) return best
      const left = { skip: Math.max(0, skip - exactTotal), count: count - best.length }
      return best.concat(pick(world, parts, { of: othersIn, ...left, newestFirst }))
    },
  }
}

/** What one scope has of it: at least one record. */
interface Part {
  readonly scope: Scope
  readonly all: DocSet
  readonly exact: DocSet
}

const nobody: readonly Hit[] = []
const noHits: Hits = { total: 0, take: () => nobody }
const exactIn = ({ exact }: Part): DocSet => exact
const othersIn = ({ all, exact }: Part): DocSet => (exact.size === 0 ? all : all.without(exact))

interface Page {
  readonly of: (part: Part) => DocSet
  readonly skip: number
  readonly count: number
  readonly newestFirst: boolean
}

/** A page of some of the documents of each part. */
const pick = (world: World, parts: readonly Part[], page: Page): readonly Hit[] => {
  const { of, skip, count, newestFirst } = page
  const hitsOf = (part: Part, from: number, many: number): Hit[] => {
    const { object, rows } = part.scope
    const all = rows(world)
    return of(part)
      .take(from, many, newestFirst)
      .map((doc) => ({ object, row: all.at(doc) }))
  }
  const [only] = parts
  if (only !== undefined && parts.length === 1) return hitsOf(only, skip, count)
  const direction = newestFirst ? -1 : 1
  // In the opposite order, records of one moment and of different kinds too come the other way round.
  return (newestFirst ? parts.toReversed() : parts)
    .flatMap((part) => hitsOf(part, 0, skip + count))
    .sort((a, b) => direction * (a.row.createdAt - b.row.createdAt))
    .slice(skip, skip + count)
}
