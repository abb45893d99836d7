import type { Row } from '../../kernel/collection'
import type { ClockState, Job } from '../../kernel/timeline'
import { type Snapshot, type SnapshotRows, seal } from './snapshot'

/** A row with its place, `<world>/<collection>`. */
export type PlacedRow = readonly [place: string, row: Row]

/** The changes of one commit, as they are kept outside of the process. */
export interface Change {
  /** Removed rows. They come first, since a removed row may have been added again. */
  readonly forgotten?: readonly (readonly [place: string, id: string])[]
  /** The written rows with their present values, in the order of the first write. */
  readonly rows?: readonly PlacedRow[]
  readonly jobs?: {
    readonly planned: number
    readonly added: readonly Job[]
    readonly gone: readonly number[]
  }
  readonly clock?: ClockState
  /** Number of random words in use (`Ids.count`). */
  readonly ids?: number
}

/** The place of a collection; its world is `''` for shared collections. */
export const labelOf = (world: string, name: string): string => `${world}/${name}`

/**
 * An event holds the rows that it is about, as they were. Written out, each charge would be three times in the file, and
 * in memory after reading. So a row in its subject that is written too, in `known`, is there only named.
 */
export const packSubjects = (
  rows: readonly PlacedRow[],
  known: ReadonlyMap<Row, PlacedRow>,
): readonly PlacedRow[] =>
  rows.map(([place, row]) => {
    const packed = withSubject(row, (held) => {
      const found = known.get(held)
      return found === undefined || 'subject' in held ? held : { id: held.id, of: found[0] }
    })
    return [place, packed]
  })

const withSubject = (row: Row, change: (held: Row) => object): Row => {
  if (!('subject' in row)) return row
  const changed = { ...row, subject: eachRow(row.subject, change) }
  return changed
}

/** Changes the rows within a value, but not what is within them: there a sender may have written anything. */
const eachRow = (value: unknown, change: (held: Row) => object): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if ('id' in value) return change(value as Row)
  if (Array.isArray(value)) return value.map((part) => eachRow(part, change))
  const copy: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(value)) copy[name] = eachRow(part, change)
  return copy
}

/** The number of rows in one text of `textsOf`. */
const rowsAtOnce = 100

/**
 * The texts of changes that build a snapshot from an empty state. There are many, so that none is as large as the
 * state. The last one has the clock: without it the state is not whole.
 */
export function* textsOf({ clock, ids, jobs, accounts, worlds }: Snapshot): Generator<string> {
  const print = (change: Change): string => JSON.stringify(change)
  const known = new Map<Row, PlacedRow>()
  for (const [world, collections] of [['', accounts] as const, ...Object.entries(worlds)])
    for (const [name, rows] of eventsLast(collections))
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        const some = rows.slice(from, from + rowsAtOnce).map((row): PlacedRow => [labelOf(world, name), row])
        for (const placed of some) known.set(placed[1], placed)
        yield print({ rows: packSubjects(some, known) })
      }
  yield print({ jobs: { planned: jobs.planned, added: jobs.pending, gone: [] }, clock, ids })
}

/** An event names rows that were read before. */
const eventsLast = (collections: SnapshotRows) =>
  Object.entries(collections).sort(([a], [b]) => Number(a === 'events') - Number(b === 'events'))

/** Applies changes, one after the other, to build a snapshot. */
export class SnapshotBuilder {
  readonly #places = new Map<string, Map<string, Row>>()
  readonly #jobs = new Map<number, Job>()
  #planned = 0
  #clock: ClockState | null = null
  #ids = 0

  add({ forgotten = [], rows = [], jobs, clock, ids }: Change): void {
    for (const [place, id] of forgotten) this.#rowsAt(place).delete(id)
    for (const [place, row] of rows) {
      const there = this.#rowsAt(place)
      // A row with the same id and another creation time is a new one, which replaces a forgotten one.
      if (there.get(row.id)?.createdAt !== row.createdAt) there.delete(row.id)
      there.set(row.id, row)
    }
    for (const [place, row] of rows)
      if ('subject' in row) this.#rowsAt(place).set(row.id, withSubject(row, this.#named))
    for (const job of jobs?.added ?? []) this.#jobs.set(job.id, job)
    for (const id of jobs?.gone ?? []) this.#jobs.delete(id)
    this.#planned = jobs?.planned ?? this.#planned
    this.#clock = clock ?? this.#clock
    this.#ids = ids ?? this.#ids
  }

  /** `null` as long as the texts that build a state have not all been added. */
  get snapshot(): Snapshot | null {
    if (this.#clock === null) return null
    const all: Record<string, SnapshotRows> = {}
    for (const [place, rows] of this.#places) {
      const end = place.lastIndexOf('/')
      const world = place.slice(0, end)
      // Sorted by creation time, then by arrival, which is the order of collections.
      const sorted = [...rows.values()].sort((a, b) => a.createdAt - b.createdAt)
      all[world] = { ...all[world], [place.slice(end + 1)]: sorted }
    }
    const { '': accounts = {}, ...worlds } = all
    const pending = [...this.#jobs.values()].sort((a, b) => a.id - b.id)
    return seal({
      clock: this.#clock,
      ids: this.#ids,
      jobs: { planned: this.#planned, pending },
      accounts,
      worlds,
    })
  }

  readonly #named = (held: object): object => {
    if (!('of' in held && 'id' in held) || 'createdAt' in held) return held
    const row = this.#places.get(String(held.of))?.get(String(held.id))
    if (row === undefined) throw new Error(`it names ${held.id}, which it does not have`)
    return row
  }

  #rowsAt(place: string): Map<string, Row> {
    let rows = this.#places.get(place)
    if (rows === undefined) {
      rows = new Map()
      this.#places.set(place, rows)
    }
    return rows
  }
}
