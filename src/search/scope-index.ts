import { type Follower, firstSince, type Row, type Sequence } from '../kernel/collection'
import type { World } from '../world'
import { NumberColumn, WordColumn } from './columns'
import { allOf, type Condition, inSet } from './condition'
import { DocSet, noDocs } from './doc-set'
import type { Wanted } from './filter'
import type { Term } from './query'
import type { Scope } from './scope'
import { type Phrase, TextIndex } from './text-index'

/** What is looked for in one scope. */
export interface Ask {
  /** `null`: nothing was asked for. An empty list, without a word, finds nothing. */
  readonly terms: readonly Term[] | null
  readonly filters: readonly { readonly attribute: string; readonly wanted: Wanted }[]
  /** Bounds of when a record was made, in epoch milliseconds; both belong to it. `null`: there is none. */
  readonly from: number | null
  readonly to: number | null
}

/** What was found: documents by their places among the rows of the scope. `exact` is a part of `all`. */
export interface Found {
  readonly all: DocSet
  readonly exact: DocSet
}

const nothing: Found = { all: noDocs, exact: noDocs }

/** A change that is not searchable yet, with the row as it was before. */
interface Waiting {
  readonly id: string
  readonly at: number
  readonly before: Row
}

/** So many notes are kept whatever the number of documents. */
const notesMin = 1000

/**
 * The index of one scope in one world: built by the first search, brought up to date by each one after it. A write
 * only leaves a note of which row changed, and a new row not even that. What follows from other rows (the name on
 * the card of a charge) is read again when those change. No part of any snapshot: it follows from the rows.
 */
export class ScopeIndex implements Follower<Row> {
  readonly #scope: Scope
  readonly #world: World
  /** The row of each document as it was taken in. Its place is that of the row in the scope. */
  #docs: Row[] = []
  #live = new DocSet()
  readonly #attributes: readonly string[]
  readonly #filters: readonly string[]
  #texts: TextIndex
  #columns: readonly (WordColumn | NumberColumn)[] = []
  /** The next search builds all anew. */
  #stale = true
  /** Ids of rows that changed since the last search, and of rows that influence some. */
  readonly #changed = new Set<string>()
  /** Of each influence, with the time of the first change. */
  readonly #touched: Map<string, number>[]
  /** With a delay: changes in their order, until they are old enough. */
  #waiting: Waiting[] = []

  constructor(scope: Scope, world: World) {
    this.#scope = scope
    this.#world = world
    this.#attributes = Object.keys(scope.queries)
    this.#filters = Object.keys(scope.filters)
    this.#texts = new TextIndex(scope.queries)
    this.#touched = scope.influences.map(() => new Map())
    scope.kept(world)?.follow(this)
    scope.influences.forEach(({ rows }, i) => {
      rows(world).follow(this.#influence(i))
    })
  }

  added(row: Row): void {
    if (this.#stale) return
    const place = this.#placeOf(row.id)
    if (place >= this.#docs.length) return
    // Made at an earlier time, it moves all that is younger; a row that was only thought of before stays in place.
    if (this.#docs[place]?.id === row.id) this.#changed.add(row.id)
    else this.#stale = true
  }

  removed(row: Row): void {
    if (!this.#stale && this.#placeOf(row.id) < this.#docs.length) this.#stale = true
  }

  replaced(before: Row, after: Row): void {
    if (this.#world.searchDelayMs > 0) {
      this.#waiting.push({ id: after.id, at: this.#world.now(), before })
      if (this.#waiting.length > notesMin) for (const id of this.#ripe()) this.#noteChanged(id)
    } else this.#noteChanged(after.id)
  }

  cleared(): void {
    this.#stale = true
    this.#waiting = []
  }

  find(ask: Ask): Found {
    this.#refresh()
    const { terms } = ask
    if (terms === null) {
      const conditions = this.#conditions(ask)
      return { all: conditions.length === 0 ? this.#live : allOf(conditions), exact: noDocs }
    }
    const phrases = this.#texts.phrasesOf(terms)
    if (phrases === null) return nothing
    const conditions = this.#conditions(ask)
    const [only] = phrases
    if (only !== undefined && phrases.length === 1 && conditions.length === 0) return this.#texts.find(only)
    const all = allOf([...phrases.map((phrase) => this.#texts.holds(phrase)), ...conditions])
    // Without more to fulfil, what is a whole value is found anyway.
    const within = conditions.length === 0 ? [] : [inSet(all)]
    return { all, exact: all.size === 0 ? noDocs : this.#exact(terms, phrases, within) }
  }

  /** What is asked for besides the terms. */
  #conditions({ filters, from, to }: Ask): Condition[] {
    const conditions = filters.map(({ attribute, wanted }) => this.#filter(attribute, wanted))
    const { searchDelayMs } = this.#world
    // Without a bound nothing is cut off, not even what was made within this very millisecond.
    if (from === null && to === null && searchDelayMs === 0) return conditions
    const rows = this.#scope.rows(this.#world)
    const latest = this.#world.now() - searchDelayMs
    const last = to === null ? latest : Math.min(to, latest)
    const first = from === null ? 0 : firstSince(rows, from)
    const unbounded = to === null && searchDelayMs === 0
    const end = unbounded ? this.#docs.length : Math.max(first, firstSince(rows, last + 1))
    if (first > 0 || end < this.#docs.length) conditions.push(this.#period(first, end))
    return conditions
  }

  /** Where each term is all of a value, or all terms together are (assumption `search-rank`). */
  #exact(terms: readonly Term[], phrases: readonly Phrase[], within: readonly Condition[]): DocSet {
    const each = allOf([...phrases.map((phrase) => this.#texts.isWhole(phrase)), ...within])
    if (terms.length === 1 || terms.some(({ field }) => field !== null)) return each
    const joined = this.#texts.phraseOf({ field: null, words: terms.flatMap(({ words }) => words) })
    return joined === null ? each : each.union(allOf([this.#texts.isWhole(joined), ...within]))
  }

  #period(first: number, end: number): Condition {
    return {
      most: end - first,
      has: (doc) => doc >= first && doc < end,
      effort: 1,
      docs: () => this.#live.between(first, end),
      ready: false,
    }
  }

  #filter(attribute: string, wanted: Wanted): Condition {
    const column = this.#columns[this.#filters.indexOf(attribute)]
    if (column instanceof WordColumn && wanted.kind === 'word') return column.is(wanted.word)
    if (column instanceof NumberColumn && wanted.kind === 'range')
      return column.within(wanted.low, wanted.high)
    throw new Error(`${attribute} of ${this.#scope.name} is not filtered by a ${wanted.kind}`)
  }

  #influence(i: number): Follower<Row> {
    return {
      added: () => {},
      removed: () => {},
      cleared: () => this.cleared(),
      replaced: (_, after) => {
        const touched = this.#touched[i]
        if (this.#stale || touched === undefined || touched.has(after.id)) return
        touched.set(after.id, this.#world.now())
        this.#count(touched.size)
      },
    }
  }

  #noteChanged(id: string): void {
    if (this.#stale) return
    this.#changed.add(id)
    this.#count(this.#changed.size)
  }

  /** Of more notes than there are documents, starting anew is the cheaper way to keep up. */
  #count(notes: number): void {
    if (notes > notesMin && notes > this.#docs.length) this.#startAnew(true)
  }

  #refresh(): void {
    const rows = this.#scope.rows(this.#world)
    if (this.#stale || this.#texts.wasteful || rows.length < this.#docs.length) this.#startAnew(false)
    if (this.#waiting.length > 0) for (const id of this.#ripe()) this.#changed.add(id)
    if (this.#changed.size > 0 || this.#wasTouched()) this.#takeInChanges()
    if (this.#docs.length < rows.length) this.#takeInNew(rows)
  }

  #wasTouched(): boolean {
    for (const { size } of this.#touched) if (size > 0) return true
    return false
  }

  #takeInChanges(): void {
    const touched = new Set(this.#touchedIds())
    for (const id of this.#changed) if (!touched.has(id)) this.#takeInAgain(id, true)
    for (const id of touched) this.#takeInAgain(id, false)
    this.#changed.clear()
  }

  #takeInNew(rows: Sequence<Row>): void {
    const seen = new Map([...this.#waiting].reverse().map(({ id, before }) => [id, before]))
    for (let place = this.#docs.length; place < rows.length; place += 1) {
      const row = rows.at(place)
      // As searches may know it: as it was before the first change that still waits.
      this.#takeIn(place, seen.get(row.id) ?? row, null)
    }
  }

  /** When nothing but the row itself changed, what is the same in it as before need not be read again. */
  #takeInAgain(id: string, alone: boolean): void {
    const place = this.#placeOf(id)
    const before = this.#docs[place]
    if (before !== undefined)
      this.#takeIn(place, this.#scope.rows(this.#world).at(place), alone ? before : null)
  }

  #startAnew(stale: boolean): void {
    this.#docs = []
    this.#live = new DocSet()
    this.#texts = new TextIndex(this.#scope.queries)
    this.#columns = Object.values(this.#scope.filters).map((kind) =>
      kind === 'string' || kind === 'boolean' ? new WordColumn() : new NumberColumn(),
    )
    this.#changed.clear()
    for (const touched of this.#touched) touched.clear()
    this.#stale = stale
  }

  /** Takes the changes that are old enough from those that wait. */
  #ripe(): readonly string[] {
    const ripe = this.#world.now() - this.#world.searchDelayMs
    const end = this.#waiting.findIndex(({ at }) => at > ripe)
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end).map(({ id }) => id)
  }

  #touchedIds(): readonly string[] {
    const ripe = this.#world.now() - this.#world.searchDelayMs
    return this.#scope.influences.flatMap(({ rows, touches }, i) => {
      const touched = this.#touched[i] ?? new Map<string, number>()
      const ids = [...touched].flatMap(([id, at]) => (at <= ripe ? [id] : []))
      for (const id of ids) touched.delete(id)
      return ids.flatMap((id) => {
        const row = rows(this.#world).get(id)
        return row === undefined ? [] : touches(this.#world, row)
      })
    })
  }

  #takeIn(place: number, row: Row, before: Row | null): void {
    this.#docs[place] = row
    const reading = this.#scope.read(this.#world, row)
    const old = before === null ? null : this.#scope.read(this.#world, before)
    if (reading === null) this.#live.remove(place)
    else this.#live.add(place)
    this.#columns.forEach((column, i) => {
      const value = reading?.filters[i] ?? null
      if (old !== null && old.filters[i] === value) return
      if (column instanceof WordColumn) column.set(place, value)
      else column.set(place, typeof value === 'number' ? value : null)
    })
    const values = this.#attributes.map((attribute, i) => {
      const value = reading?.queries[i] ?? null
      return { attribute, value: old !== null && old.queries[i] === value ? undefined : value }
    })
    this.#texts.set(place, values)
  }

  /** The place of a row within the scope, which may show one more row than is kept, somewhere before it. */
  #placeOf(id: string): number {
    const place = this.#scope.kept(this.#world)?.positionOf(id) ?? -1
    if (place === -1) return -1
    return this.#scope.rows(this.#world).at(place).id === id ? place : place + 1
  }
}
