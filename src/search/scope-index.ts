import { type Follower, firstSince, type Row } from '../kernel/collection'
import type { World } from '../world'
import { Changes } from './changes'
import type { Wanted } from './filter'
import { type Docs, inEither, placeOf } from './lists'
import type { Term } from './query'
import type { FilterValue, Influence, Reading, Scope } from './scope'
import { TextIndex } from './text-index'
import { foldCase } from './words'

/** What to look for in one scope. */
export interface Ask {
  /** `null`: every record. An empty list, of a query without a word, finds nothing. */
  readonly terms: readonly Term[] | null
  readonly filters: readonly { readonly attribute: string; readonly wanted: Wanted }[]
  /** Bounds of when a record was made, in epoch milliseconds, both included. `null`: there is none. */
  readonly from: number | null
  readonly to: number | null
}

/** Documents by their places among the rows of the scope. `exact` is a part of `all`. */
export interface Found {
  readonly all: Docs
  readonly exact: Docs
}

/**
 * The index of one scope in one world: built by the first search, brought up to date by each one after it. A write
 * only leaves a note of which row changed, and a new row not even that. What follows from other rows (the name on
 * the card of a charge) is read again when those change. No part of any snapshot: it follows from the rows.
 */
export class ScopeIndex implements Follower<Row> {
  readonly #scope: Scope
  readonly #world: World
  #texts = new TextIndex()
  /** By filter: the value of each document. */
  readonly #columns: ReadonlyMap<string, FilterValue[]>
  /** How many documents there are. */
  #length = 0
  /** The documents before this place are the rows there, as they are or with a change that is noted. */
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

  /** A row that is made at an earlier time moves all that are younger. */
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

  find({ terms, filters, from, to }: Ask): Found {
    this.#refresh()
    let all = terms === null ? this.#texts.all : this.#texts.find(terms)
    if (all.length > 0) all = this.#within(all, from, to)
    for (const { attribute, wanted } of filters) all = this.#filter(all, attribute, wanted)
    return { all, exact: terms === null || all.length === 0 ? [] : this.#exact(terms, all) }
  }

  /** Where each term is all of a value, or all terms together are (assumption `search-rank`). */
  #exact(terms: readonly Term[], all: Docs): Docs {
    const each = this.#texts.findWhole(terms, all)
    if (terms.length === 1 || terms.some(({ field }) => field !== null)) return each
    const together = { field: null, words: terms.flatMap(({ words }) => words) }
    return inEither(each, this.#texts.findWhole([together], all))
  }

  /** Those of the documents that were made in the period. */
  #within(docs: Docs, from: number | null, to: number | null): Docs {
    const { searchDelayMs } = this.#world
    const rows = this.#scope.rows(this.#world)
    const latest = searchDelayMs === 0 ? Number.POSITIVE_INFINITY : this.#world.now() - searchDelayMs
    const last = Math.min(to ?? latest, latest)
    const first = from === null ? 0 : placeOf(docs, firstSince(rows, from))
    const end = last === Number.POSITIVE_INFINITY ? docs.length : placeOf(docs, firstSince(rows, last + 1))
    return first === 0 && end === docs.length ? docs : docs.slice(first, end)
  }

  #filter(docs: Docs, attribute: string, wanted: Wanted): Docs {
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

  /** Reads what is new or changed; documents beyond the last row go. */
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

  /** The kept documents that changed or show something of what did, in ascending order. */
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

  /** Sets what the document is filtered by. Returns what is searched in it; `null` if it is not to be found. */
  #read(place: number, row: Row | null): Reading['queries'] | null {
    const reading = row && this.#scope.read(this.#world, row)
    for (const [name, column] of this.#columns) column[place] = folded(reading?.filters.get(name) ?? null)
    return reading?.queries ?? null
  }

  #keepBefore({ id }: Row): void {
    if (this.#kept > 0) this.#kept = Math.min(this.#kept, Math.max(this.#placeOf(id), 0))
  }

  /** The place of a row in the scope, which may have one row that is not kept, somewhere before it; -1: none. */
  #placeOf(id: string): number {
    const place = this.#scope.kept(this.#world)?.positionOf(id) ?? -1
    if (place === -1) return -1
    return this.#scope.rows(this.#world).at(place).id === id ? place : place + 1
  }
}

/** Filters by words ignore case. */
const folded = (value: FilterValue): FilterValue => {
  if (value === null || typeof value === 'number') return value
  return typeof value === 'object' ? value.map(foldCase) : foldCase(String(value))
}
