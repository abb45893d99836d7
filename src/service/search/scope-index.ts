import { type Follower, firstSince, type Row } from '../../kernel/collection'
import type { Steps } from '../../kernel/steps'
import type { World } from '../world'
import type { FilterTest } from './filter'
import { type Docs, lowerBound, union } from './lists'
import type { Term } from './query'
import type { Influence, Scope } from './scope'
import { FilterColumn, type IndexPart, type TextIndex, TextPart } from './text-index'

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

/** Removes up to `most` values, and returns them. */
const takeFrom = <T>(values: Set<T>, most: number): readonly T[] => {
  const taken: T[] = []
  for (const value of values) {
    if (taken.length === most) break
    taken.push(value)
    values.delete(value)
  }
  return taken
}

/**
 * The index of one scope in one world. A search builds the parts that it needs: the column of each of its filters, and
 * the words of all texts. Each later search updates them. A write only records which row changed, and a new row at the
 * end records nothing. Values from other rows (the name on the card of a charge) are read again when those change.
 * Snapshots do not contain the index: it is rebuilt from the rows.
 */
export class ScopeIndex implements Follower<Row> {
  readonly #scope: Scope
  readonly #world: World
  #texts: TextPart | null = null
  /** By filter. */
  readonly #columns = new Map<string, FilterColumn>()
  /** Whether searches find each record; `null` if they find all. */
  #found: FilterColumn | null = null
  /** The positions of all rows. */
  readonly #all: number[] = []
  /** From this position on, rows may be at other positions than when a part was updated last. */
  #firstMoved = 0
  readonly #changes: Changes
  readonly #influences: readonly { readonly influence: Influence; readonly changes: Changes }[]

  constructor(scope: Scope, world: World) {
    this.#scope = scope
    this.#world = world
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
    this.#moveFrom(row)
  }

  removed(row: Row): void {
    this.#moveFrom(row)
  }

  replaced(before: Row): void {
    this.#changes.add(before)
  }

  cleared(): void {
    this.#texts = null
    this.#found = null
    this.#columns.clear()
    this.#firstMoved = 0
    this.#changes.endDelay()
  }

  restored(): void {
    this.#changes.endDelay()
  }

  find({ terms, filters, from, to }: Conditions): FoundDocs {
    this.#recordChanges()
    const texts = terms === null ? null : this.#currentTexts()
    let all = texts === null || terms === null ? this.#searchable() : texts.find(terms)
    if (all.length > 0) all = this.#within(all, from, to)
    for (const { attribute, wanted } of filters)
      if (all.length > 0) all = this.#columnOf(attribute).filter(all, wanted)
    const isRanked = texts !== null && terms !== null && all.length > 0
    return { all, exact: isRanked ? this.#exact(texts, terms, all) : [] }
  }

  /** Reads all rows for searches by words, in steps of less than a millisecond. */
  *readAhead(rowsAtOnce = 16): Steps<void> {
    for (;;) {
      this.#recordChanges()
      this.#texts ??= new TextPart(this.#scope, this.#world)
      this.#update(this.#texts, rowsAtOnce)
      if (this.unread === 0) return
      yield
    }
  }

  /** The number of rows that a search by words would have to read. */
  get unread(): number {
    this.#recordChanges()
    const { length } = this.#scope.rows(this.#world)
    return this.#texts === null ? length : Math.max(0, length - this.#texts.kept) + this.#texts.changed.size
  }

  /** Documents in which each term is a whole value, or all terms together are one (assumption `search-rank`). */
  #exact(texts: TextIndex, terms: readonly Term[], all: Docs): Docs {
    const each = texts.findWhole(terms, all)
    if (terms.length === 1 || terms.some(({ field }) => field !== null)) return each
    const together = { field: null, words: terms.flatMap(({ words }) => words) }
    return union(each, texts.findWhole([together], all))
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

  /** All documents that searches can find. */
  #searchable(): Docs {
    const { length } = this.#scope.rows(this.#world)
    while (this.#all.length < length) this.#all.push(this.#all.length)
    this.#all.length = length
    const { finds } = this.#scope
    if (finds === null) return this.#all
    this.#found ??= new FilterColumn(finds)
    this.#update(this.#found)
    return this.#found.filter(this.#all, { kind: 'word', word: 'true' })
  }

  #columnOf(attribute: string): FilterColumn {
    let column = this.#columns.get(attribute)
    if (column === undefined) {
      const filter = this.#scope.filters[attribute]
      column = new FilterColumn((row) => filter?.of(row, this.#world) ?? null)
      this.#columns.set(attribute, column)
    }
    this.#update(column)
    return column
  }

  #currentTexts(): TextIndex {
    this.#texts ??= new TextPart(this.#scope, this.#world)
    this.#update(this.#texts)
    return this.#texts.index
  }

  /** Tells every part which rows it has to read again. */
  #recordChanges(): void {
    const isUnchanged = this.#changes.isEmpty && this.#influences.every(({ changes }) => changes.isEmpty)
    if (isUnchanged && this.#firstMoved === Number.POSITIVE_INFINITY) return
    const ids = this.#changedIds()
    const parts: readonly (IndexPart | null)[] = [this.#texts, this.#found, ...this.#columns.values()]
    for (const part of parts) {
      if (part === null) continue
      for (const id of ids) part.changed.add(id)
      part.kept = Math.min(part.kept, this.#firstMoved)
    }
    this.#firstMoved = Number.POSITIVE_INFINITY
  }

  /** Ids of the rows that changed or show values of changed rows. */
  #changedIds(): ReadonlySet<string> {
    const ids = new Set(this.#changes.take())
    for (const { influence, changes } of this.#influences)
      for (const id of changes.take()) {
        const row = influence.rows(this.#world).get(id)
        if (row !== undefined) for (const touched of influence.touches(this.#world, row)) ids.add(touched)
      }
    return ids
  }

  /** Reads up to `most` changed rows and as many new ones. After the last one, it removes documents beyond it. */
  #update(part: IndexPart, most = Number.POSITIVE_INFINITY): void {
    const rows = this.#scope.rows(this.#world)
    const all = Math.max(rows.length, part.length)
    if (part.changed.size === 0 && part.kept === all) return
    const before = this.#changes.before()
    const read = (place: number): void => {
      const row = place < rows.length ? rows.at(place) : null
      part.set(place, row && (before.get(row.id) ?? row))
    }
    const { kept } = part
    const changed = takeFrom(part.changed, most).map((id) => this.#placeOf(id))
    for (const place of changed.filter((one) => one !== -1 && one < kept).sort((a, b) => a - b)) read(place)
    const end = kept + most < rows.length ? kept + most : all
    for (let place = kept; place < end; place += 1) read(place)
    part.finish()
    part.kept = Math.min(end, rows.length)
    part.length = end === all ? rows.length : Math.max(part.length, end)
  }

  #moveFrom({ id }: Row): void {
    if (this.#firstMoved > 0) this.#firstMoved = Math.min(this.#firstMoved, Math.max(this.#placeOf(id), 0))
  }

  /** The position of a row in the scope, or -1. The scope may have one row before it that is not in the collection. */
  #placeOf(id: string): number {
    const place = this.#scope.kept(this.#world)?.positionOf(id) ?? -1
    if (place === -1) return -1
    return this.#scope.rows(this.#world).at(place).id === id ? place : place + 1
  }
}

/**
 * The rows of one collection that changed since the index read them. With a search delay, searches see a change only
 * after the delay (assumption `search-delay`).
 */
export class Changes {
  readonly #world: World
  /** Ids of rows to read again. */
  readonly #known = new Set<string>()
  /** Delayed changes, oldest first, each with the row before the change. */
  #waiting: { readonly at: number; readonly before: Row }[] = []

  constructor(world: World) {
    this.#world = world
  }

  get isEmpty(): boolean {
    return this.#known.size === 0 && this.#waiting.length === 0
  }

  add(before: Row): void {
    this.#waiting.push({ at: this.#world.now(), before })
    this.#endWaiting(this.#world.now() - this.#world.searchDelayMs)
  }

  /** After a restore, searches see all changes at once. */
  endDelay(): void {
    this.#endWaiting(Number.POSITIVE_INFINITY)
  }

  /** Returns the ids of the rows to read again, without duplicates, and clears them. */
  take(): readonly string[] {
    this.#endWaiting(this.#world.now() - this.#world.searchDelayMs)
    const ids = [...this.#known]
    this.#known.clear()
    return ids
  }

  /** Rows with delayed changes by id, each as it was before the first of these changes. */
  before(): ReadonlyMap<string, Row> {
    return new Map(this.#waiting.toReversed().map(({ before }) => [before.id, before]))
  }

  #endWaiting(latest: number): void {
    const end = this.#waiting.findIndex(({ at }) => at > latest)
    for (const { before } of this.#waiting.splice(0, end === -1 ? this.#waiting.length : end))
      this.#known.add(before.id)
  }
}
