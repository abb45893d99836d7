import { type Follower, firstSince, type Row, type Sequence } from '../kernel/collection'
import type { World } from '../world'
import { NumberColumn, WordColumn } from './columns'
import { allOf, type Condition, inSet } from './condition'
import { DocSet, noDocs } from './doc-set'
import type { Wanted } from './filter'
import { Influences } from './influences'
import type { Term } from './query'
import type { Scope } from './scope'
import { type Phrase, TextIndex } from './text-index'
import { Waiting } from './waiting'

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
  /** So many of them stand yet. Those behind were taken back, and stand for other rows if for any. */
  #kept = 0
  #live = new DocSet()
  readonly #attributes: readonly string[]
  readonly #filters: readonly string[]
  #texts: TextIndex
  #columns: readonly (WordColumn | NumberColumn)[] = []
  /** The next search builds all anew. */
  #stale = true
  /** Ids of rows that changed since the last search, and of rows that influence some. */
  readonly #changed = new Set<string>()
  readonly #influences: Influences
  readonly #waiting: Waiting

  constructor(scope: Scope, world: World) {
    this.#scope = scope
    this.#world = world
    this.#waiting = new Waiting(world)
    this.#attributes = Object.keys(scope.queries)
    this.#filters = Object.keys(scope.filters)
    this.#texts = new TextIndex(scope.queries)
    this.#influences = new Influences(scope, world, {
      changed: (notes) => this.#count(notes),
      cleared: () => this.cleared(),
    })
    scope.kept(world)?.follow(this)
  }

  added(row: Row): void {
    if (this.#stale) return
    const place = this.#placeOf(row.id)
    if (place >= this.#kept) return
    // Made at an earlier time, it moves all that is younger; a row that was only thought of before stays in place.
    if (this.#docs[place]?.id === row.id) this.#changed.add(row.id)
    else this.#stale = true
  }

  /** The last row, when it is taken back, moves no other. */
  removed(row: Row): void {
    if (this.#stale) return
    const place = this.#placeOf(row.id)
    if (place >= this.#kept) return
    if (place !== -1 && place === this.#scope.rows(this.#world).length - 1) this.#kept = place
    else this.#stale = true
  }

  replaced(before: Row, after: Row): void {
    if (this.#world.searchDelayMs > 0) {
      this.#waiting.add(before)
      if (this.#waiting.length > notesMin) for (const id of this.#waiting.takeRipe()) this.#noteChanged(id)
    } else this.#noteChanged(after.id)
  }

  cleared(): void {
    this.#stale = true
    this.#waiting.takeAll()
  }

  /** After a restore all changes are known (assumption `search-delay`). */
  restored(): void {
    for (const id of this.#waiting.takeAll()) this.#noteChanged(id)
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
    if (this.#stale || this.#texts.wasteful || rows.length < this.#kept) this.#startAnew(false)
    while (this.#docs.length > this.#kept) this.#takeOut(this.#docs.length - 1)
    if (this.#waiting.length > 0) for (const id of this.#waiting.takeRipe()) this.#changed.add(id)
    if (this.#changed.size > 0 || this.#influences.any) this.#takeInChanges()
    if (this.#docs.length < rows.length) this.#takeInNew(rows)
  }

  #takeInChanges(): void {
    const alone = !this.#influences.any
    const touched = new Set(this.#influences.takeIds())
    for (const id of this.#changed) if (!touched.has(id)) this.#takeInAgain(id, alone)
    for (const id of touched) this.#takeInAgain(id, false)
    this.#changed.clear()
  }

  #takeInNew(rows: Sequence<Row>): void {
    const seen = this.#waiting.before()
    for (let place = this.#docs.length; place < rows.length; place += 1) {
      const row = rows.at(place)
      // As searches may know it: as it was before the first change that still waits.
      this.#takeIn(place, seen.get(row.id) ?? row, null)
    }
    this.#kept = this.#docs.length
  }

  /** The last document. */
  #takeOut(place: number): void {
    this.#live.remove(place)
    for (const column of this.#columns) column.set(place, null)
    this.#texts.set(place, [])
    this.#docs.pop()
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
    this.#kept = 0
    this.#live = new DocSet()
    this.#texts = new TextIndex(this.#scope.queries)
    this.#columns = Object.values(this.#scope.filters).map((kind) =>
      kind === 'string' || kind === 'boolean' ? new WordColumn() : new NumberColumn(),
    )
    this.#changed.clear()
    this.#influences.clear()
    this.#stale = stale
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
