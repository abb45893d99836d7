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

export const search = (world: World, plan: Plan): Hits => {
  const found = plan.map(({ scope, ask }) => ({ scope, ...indexOf(world, scope).find(ask) }))
  const exact = found.map(({ scope, exact: docs }) => ({ scope, docs }))
  const sum = (sets: readonly Part[]): number => sets.reduce((total, { docs }) => total + docs.size, 0)
  const exactTotal = sum(exact)
  return {
    total: found.reduce((total, { all }) => total + all.size, 0),
    take: (skip, count, newestFirst) => {
      const best = pick(world, exact, { skip, count, newestFirst })
      if (best.length === count) return best
      const others = found.map(({ scope, all, exact: docs }) => ({
        scope,
        docs: docs.size === 0 ? all : all.without(docs),
      }))
      const left = { skip: Math.max(0, skip - exactTotal), count: count - best.length, newestFirst }
      return [...best, ...pick(world, others, left)]
    },
  }
}

interface Part {
  readonly scope: Scope
  readonly docs: DocSet
}

interface Page {
  readonly skip: number
  readonly count: number
  readonly newestFirst: boolean
}

const pick = (world: World, parts: readonly Part[], { skip, count, newestFirst }: Page): readonly Hit[] => {
  const some = parts.filter(({ docs }) => docs.size > 0)
  const hitsOf = ({ scope, docs }: Part, from: number, many: number): Hit[] => {
    const rows = scope.rows(world)
    return docs.take(from, many, newestFirst).map((doc) => ({ object: scope.object, row: rows.at(doc) }))
  }
  const [only, second] = some
  if (only === undefined) return []
  if (second === undefined) return hitsOf(only, skip, count)
  const direction = newestFirst ? -1 : 1
  return some
    .flatMap((part) => hitsOf(part, 0, skip + count))
    .sort((a, b) => direction * (a.row.createdAt - b.row.createdAt))
    .slice(skip, skip + count)
}
