import { type Collection, firstSince, type Row, type Sequence } from '../../kernel/collection'
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

const none: ReadonlySet<string> = new Set()

/**
 * The rows of a collection as searches see them: with a search delay, each as it was before the changes of the delay
 * (assumption `search-delay`). Rows never change, so another one at a position says that there is something to read.
 */
class SeenRows {
  /** Counts the changes. */
  version = 1
  readonly #world: World
  /** Oldest first, each with the row before the change. */
  #delayed: { readonly at: number; readonly before: Row }[] = []

  constructor(world: World, rows: Pick<Collection<Row>, 'follow'> | null) {
    this.#world = world
    const changed = (): void => {
      this.version += 1
    }
    // After a restore, searches see all changes at once.
    const renewed = (): void => {
      this.#delayed = []
      changed()
    }
    const replaced = (before: Row): void => {
      if (world.searchDelayMs > 0) this.#delayed.push({ at: world.now(), before })
      changed()
    }
    rows?.follow({ added: changed, removed: changed, replaced, cleared: renewed, restored: renewed })
  }

  /** The row at each position that is not the one in `seen`; `null` where there is none any more. */
  *news(rows: Sequence<Row>, seen: readonly (Row | null)[], stale: ReadonlySet<string> = none) {
    const before = this.#before()
    for (let place = 0; place < Math.max(rows.length, seen.length); place += 1) {
      const row = place < rows.length ? rows.at(place) : null
      const shown = row !== null && before.size > 0 ? (before.get(row.id) ?? row) : row
      const isStale = stale.size > 0 && shown !== null && stale.has(shown.id)
      if (isStale || seen[place] !== shown) yield { place, row: shown }
    }
  }

  #before(): ReadonlyMap<string, Row> {
    const latest = this.#world.now() - this.#world.searchDelayMs
    const end = this.#delayed.findIndex(({ at }) => at > latest)
    this.#delayed.splice(0, end === -1 ? this.#delayed.length : end)
    return new Map(this.#delayed.toReversed().map(({ before }) => [before.id, before]))
  }
}

interface Influencing {
  readonly influence: Influence
  readonly rows: SeenRows
  readonly seen: (Row | null)[]
  version: number
}

/**
 * The index of one scope in one world. A search builds the parts that it needs: the column of each of its filters, and
 * the words of all texts. Each later search updates them. A write only counts as a change. Values from other rows (the
 * name on the card of a charge) are read again when those change. Snapshots do not contain the index: it is rebuilt
 * from the rows.
 */
export class ScopeIndex {
  readonly #scope: Scope
  readonly #world: World
  readonly #rows: SeenRows
  readonly #influences: readonly Influencing[]
  #texts: TextPart | null = null
  /** By filter. */
  readonly #columns = new Map<string, FilterColumn>()
  /** Whether searches find each record; `null` if they find all. */
  #found: FilterColumn | null = null
  /** The positions of all rows. */
  readonly #all: number[] = []

  constructor(scope: Scope, world: World) {
    this.#scope = scope
    this.#world = world
    this.#rows = new SeenRows(world, scope.kept(world))
    this.#influences = scope.influences.map((influence) => {
      const rows = new SeenRows(world, influence.rows(world))
      return { influence, rows, seen: [], version: 0 }
    })
  }

  find({ terms, filters, from, to }: Conditions): FoundDocs {
    this.#notice()
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
      this.#notice()
      this.#texts ??= new TextPart(this.#scope, this.#world)
      this.#update(this.#texts, rowsAtOnce)
      if (this.#isRead(this.#texts)) return
      yield
    }
  }

  /** The number of rows that a search by words would have to read. */
  get unread(): number {
    this.#notice()
    const rows = this.#scope.rows(this.#world)
    if (this.#texts === null) return rows.length
    if (this.#isRead(this.#texts)) return 0
    const news = [...this.#rows.news(rows, this.#texts.seen, this.#texts.stale)]
    return news.filter(({ row }) => row !== null).length
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

  /** Tells every part which rows show values of rows that changed. */
  #notice(): void {
    const isDelayed = this.#world.searchDelayMs > 0
    // Time alone ends a delay.
    if (isDelayed) this.#rows.version += 1
    for (const one of this.#influences) {
      if (one.version === one.rows.version && !isDelayed) continue
      one.version = one.rows.version
      this.#touch(one)
    }
  }

  #touch({ influence, rows, seen }: Influencing): void {
    const present = influence.rows(this.#world)
    const known = seen.length
    for (const { place, row } of rows.news(present, seen)) {
      seen[place] = row
      // What shows a new row was written after it.
      const touched = row === null || place >= known ? [] : influence.touches(this.#world, row)
      for (const part of [this.#texts, this.#found, ...this.#columns.values()])
        for (const { id } of touched) part?.stale.add(id)
    }
    seen.length = present.length
  }

  #isRead({ version, stale }: IndexPart): boolean {
    return version === this.#rows.version && stale.size === 0
  }

  /** Reads up to `most` rows that changed. After the last one, it removes documents beyond it. */
  #update(part: IndexPart, most = Number.POSITIVE_INFINITY): void {
    if (this.#isRead(part)) return
    const rows = this.#scope.rows(this.#world)
    let left = most
    for (const { place, row } of this.#rows.news(rows, part.seen, part.stale)) {
      if (left === 0) break
      left -= 1
      part.set(place, row)
      part.seen[place] = row
      if (row !== null) part.stale.delete(row.id)
    }
    part.finish()
    if (left === 0) return
    part.seen.length = rows.length
    part.stale.clear()
    part.version = this.#rows.version
  }
}
