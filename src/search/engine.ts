import type { Row } from '../kernel/collection'
import type { World } from '../world'
import type { Plan } from './plan'
import type { Scope } from './scope'
import { ScopeIndex } from './scope-index'
import { type Docs, inOne } from './sorted'

/** A record of any kind. */
export interface Hit {
  readonly object: string
  readonly row: Row
}

export interface Hits {
  readonly total: number
  /** Up to `count` of them, exact matches first, each kind by the time of their making. */
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
  const parts = scopes.flatMap((scope) => {
    const found = indexOf(world, scope).find(ask)
    return found.all.length === 0 ? [] : { scope, ...found }
  })
  const total = parts.reduce((sum, { all }) => sum + all.length, 0)
  const exactTotal = parts.reduce((sum, { exact }) => sum + exact.length, 0)
  return {
    total,
    take: (skip, count, newestFirst) => {
      const best = parts.map(({ scope, exact }): Part => ({ scope, docs: exact }))
      const first = pageOf(world, best, { skip, count, newestFirst })
      if (first.length === count || exactTotal === total) return first
      const others = parts.map(
        ({ scope, all, exact }): Part => ({ scope, docs: exact.length === 0 ? all : inOne(all, exact) }),
      )
      const left = { skip: Math.max(0, skip - exactTotal), count: count - first.length, newestFirst }
      return [...first, ...pageOf(world, others, left)]
    },
  }
}

/** Some documents of one scope. */
interface Part {
  readonly scope: Scope
  readonly docs: Docs
}

interface Page {
  readonly skip: number
  readonly count: number
  readonly newestFirst: boolean
}

const pageOf = (world: World, parts: readonly Part[], { skip, count, newestFirst }: Page): readonly Hit[] => {
  const hitsOf = ({ scope, docs }: Part, from: number, end: number): readonly Hit[] => {
    const rows = scope.rows(world)
    const page = newestFirst
      ? docs.slice(Math.max(0, docs.length - end), Math.max(0, docs.length - from)).reverse()
      : docs.slice(from, end)
    return page.map((doc) => ({ object: scope.object, row: rows.at(doc) }))
  }
  const [only] = parts
  if (only !== undefined && parts.length === 1) return hitsOf(only, skip, skip + count)
  const direction = newestFirst ? -1 : 1
  // In the opposite order, records of one moment and of different kinds too come the other way round.
  return (newestFirst ? parts.toReversed() : parts)
    .flatMap((part) => hitsOf(part, 0, skip + count))
    .sort((a, b) => direction * (a.row.createdAt - b.row.createdAt))
    .slice(skip, skip + count)
}
