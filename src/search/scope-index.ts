import { type Follower, firstSince, type Row } from '../kernel/collection'
import type { World } from '../world'
import { Changes } from './changes'
import type { FilterTest } from './filter'
import { type Docs, lowerBound, union } from './lists'
import type { Term } from './query'
import type { FilterValue, Influence, Reading, Scope } from './scope'
import { TextIndex } from './text-index'
import { foldCase } from './words'

/** The conditions of a search in one scope. */
export interface Conditions {
  /** `null` matches every record. An empty list, from a query without a word, matches none. */
  readonly terms: readonly Term[] | null
  readonly filters: readonly { readonly attribute: string; readonly wanted: FilterTest }[]
  /** Inclusive bounds of the creation time in epoch milliseconds; `null` for no bound. */
  readonly from: number | null
  readonly to: number | null
}

/** Matching documents: positions among the rows of the scope. `exact` is a subset of `all`. */
export interface FoundDocs {
  readonly all: Docs
  readonly exact: Docs
}

/**
 * The index of one scope in one world. The first search builds it, and each later search updates it. A write only
 * records which row changed, and a new row at the end records nothing. Values from other rows (the name on the card
 * of a charge) are read again when those change. Snapshots do not contain the index: it is rebuilt from the rows.
 */
export class ScopeIndex implements Follower<Row> {
  readonly #scope: Scope
  readonly #world: World
  #texts = new TextIndex()
  /** By filter: the value of each document. */
  readonly #columns: ReadonlyMap<string, FilterValue[]>
  /** The number of documents. */
  #length = 0
  /** Documents before this position belong to the rows at the same positions; their changes are recorded. */
  #kept = 0
  readonly #changes: Changes
  readonly #influences: readonly { readonly influence: Influence; readonly changes: Changes }[]

  constructor(scope: Scope, world: World) {
    this.#scope = scope
    this.#world = world
    this.#columns = new Map(Object.keys(scope.filters).map((name) => [name, []]))
    this.#changes = new Changes(world)
    this.#influences = scope.influences.map((influence) => {
      const changes = new Changes(world)
      influence.rows(world).follow({
        added: () => {},
        removed: () => {},
        replaced: (before) => changes.add(before),
        cleared: () => this.cleared(),
        restored: () => changes.endDelay(),
      })
      return { influence, changes }
    })
    scope.kept(world)?.follow(this)
  }

  /** A row with an earlier creation time shifts the positions of all newer rows. */
  added(row: Row): void {
    this.#keepBefore(row)
  }

  removed(row: Row): void {
    this.#keepBefore(row)
  }

  replaced(before: Row): void {
    this.#changes.add(before)
  }

  cleared(): void {
    this.#texts = new TextIndex()
    this.#length = 0
    this.#kept = 0
    this.#changes.endDelay()
  }

  restored(): void {
    this.#changes.endDelay()
  }

  find({ terms, filters, from, to }: Conditions): FoundDocs {
    this.#refresh()
    let all = terms === null ? this.#texts.all : this.#texts.find(terms)
    if (all.length > 0) all = this.#within(all, from, to)
    for (const { attribute, wanted } of filters) all = this.#filter(all, attribute, wanted)
    return { all, exact: terms === null || all.length === 0 ? [] : this.#exact(terms, all) }
  }

  /** Documents in which each term is a whole value, or all terms together are one (assumption `search-rank`). */
  #exact(terms: readonly Term[], all: Docs): Docs {
    const each = this.#texts.findWhole(terms, all)
    if (terms.length === 1 || terms.some(({ field }) => field !== null)) return each
    const together = { field: null, words: terms.flatMap(({ words }) => words) }
    return union(each, this.#texts.findWhole([together], all))
  }

  /** The documents that were created in the period. */
  #within(docs: Docs, from: number | null, to: number | null): Docs {
    const { searchDelayMs } = this.#world
    const rows = this.#scope.rows(this.#world)
    const latest = searchDelayMs === 0 ? Number.POSITIVE_INFINITY : this.#world.now() - searchDelayMs
    const last = Math.min(to ?? latest, latest)
    const first = from === null ? 0 : lowerBound(docs, firstSince(rows, from))
    const end = last === Number.POSITIVE_INFINITY ? docs.length : lowerBound(docs, firstSince(rows, last + 1))
    return first === 0 && end === docs.length ? docs : docs.slice(first, end)
  }

  #filter(docs: Docs, attribute: string, wanted: FilterTest): Docs {
    const column = this.#columns.get(attribute) ?? []
    if (wanted.kind === 'range') {
      const { low, high } = wanted
      return docs.filter((doc) => {
        const value = column[doc]
        return typeof value === 'number' && value >= low && value <= high
      })
    }
    const { word } = wanted
    return docs.filter((doc) => {
      const value = column[doc]
      return value === word || (Array.isArray(value) && value.includes(word))
    })
  }

  /** Reads new and changed rows, and removes documents beyond the last row. */
  #refresh(): void {
    const rows = this.#scope.rows(this.#world)
    const places = this.#changedPlaces()
    for (let place = this.#kept; place < Math.max(rows.length, this.#length); place += 1) places.push(place)
    this.#length = rows.length
    this.#kept = rows.length
    if (places.length === 0) return
    const before = this.#changes.before()
    this.#texts.update(
      places.map((place) => {
        const row = place < rows.length ? rows.at(place) : null
        return [place, this.#read(place, row && (before.get(row.id) ?? row))]
      }),
    )
  }

  /** Positions of indexed documents that changed or show values of changed rows, in ascending order. */
  #changedPlaces(): number[] {
    if (this.#changes.isEmpty && this.#influences.every(({ changes }) => changes.isEmpty)) return []
    const ids = new Set(this.#changes.take())
    for (const { influence, changes } of this.#influences)
      for (const id of changes.take()) {
        const row = influence.rows(this.#world).get(id)
        if (row !== undefined) for (const touched of influence.touches(this.#world, row)) ids.add(touched)
      }
    const places = Array.from(ids, (id) => this.#placeOf(id))
    return places.filter((place) => place !== -1 && place < this.#kept).sort((a, b) => a - b)
  }

  /** Sets the filter values of a document. Returns its searchable values; `null` if searches must not find it. */
  #read(place: number, row: Row | null): Reading['queries'] | null {
    const reading = row && this.#scope.read(this.#world, row)
    for (const [name, column] of this.#columns) column[place] = foldValue(reading?.filters.get(name) ?? null)
    return reading?.queries ?? null
  }

  #keepBefore({ id }: Row): void {
    if (this.#kept > 0) this.#kept = Math.min(this.#kept, Math.max(this.#placeOf(id), 0))
  }

  /** The position of a row in the scope, or -1. The scope may have one row before it that is not in the collection. */
  #placeOf(id: string): number {
    const place = this.#scope.kept(this.#world)?.positionOf(id) ?? -1
    if (place === -1) return -1
    return this.#scope.rows(this.#world).at(place).id === id ? place : place + 1
  }
}

/** Filters by words ignore case. */
const foldValue = (value: FilterValue): FilterValue => {
  if (value === null || typeof value === 'number') return value
  return typeof value === 'object' ? value.map(foldCase) : foldCase(String(value))
}
