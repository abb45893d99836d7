import type { Row } from '../../kernel/collection'
import type { ClockState, Job } from '../../kernel/timeline'
import { type Snapshot, type SnapshotRows, seal } from './snapshot'

/** The changes of one commit, as they are kept outside of the process. The place of a row is `<world>/<collection>`. */
export interface Change {
  /** Removed rows. They come first, since a removed row may have been added again. */
  readonly forgotten?: readonly (readonly [place: string, id: string])[]
  /**
   * The written rows with their present values, in the order of the first write. A row inside a row is a reference if
   * the file already has it.
   */
  readonly rows?: readonly (readonly [place: string, row: object])[]
  readonly jobs?: {
    readonly planned: number
    readonly added: readonly Job[]
    readonly gone: readonly number[]
  }
  readonly clock?: ClockState
  /** Number of random words in use (`Ids.count`). */
  readonly ids?: number
  /** The number of changes before this line that are the base; such a line is not a change. */
  readonly base?: number
}

/** The place of a collection; its world is `''` for shared collections. */
export const labelOf = (world: string, name: string): string => `${world}/${name}`

export interface PlacedRow {
  readonly world: string
  /** Of its collection. */
  readonly name: string
  readonly row: Row
}

/** The place of a row that is unchanged in its collection. */
export type Standing = (row: HeldRow, world: string) => Reference | null

/** The rows of a change, with references to what `standing` knows and to the rows before them. */
export const packRows = (rows: readonly PlacedRow[], standing: Standing): NonNullable<Change['rows']> => {
  /** Those of earlier rows: what comes later is not in the file yet. */
  const places = new Map<object, PlacedRow | null>()
  for (const { row } of rows) places.set(row, null)
  return rows.map((placed) => {
    const { world, name, row } = placed
    const packed = packRow(row, (held) => {
      const known = places.get(held)
      return known?.world === world ? [known.name, held.id] : known === null ? null : standing(held, world)
    })
    places.set(row, placed)
    return [labelOf(world, name), packed]
  })
}

/** The number of rows in one change of `changesThatMake`: keeps the lines of the file short. */
const rowsAtOnce = 100

/** The changes that build a snapshot from an empty state. There are many, so that no text is as large as the state. */
export function* changesThatMake(snapshot: Snapshot): Generator<Change> {
  const { clock, ids, jobs } = snapshot
  yield { jobs: { planned: jobs.planned, added: jobs.pending, gone: [] }, clock, ids }
  for (const [world, collections] of [['', snapshot.accounts] as const, ...Object.entries(snapshot.worlds)]) {
    const places = new Map<object, Reference>()
    const standing: Standing = (row) => places.get(row) ?? null
    for (const { name, rows } of holdersLast(collections)) {
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        const some = rows.slice(from, from + rowsAtOnce)
        for (const row of some) places.set(row, [name, row.id])
        const placed = some.map((row) => ({ world, name, row }))
        yield { rows: packRows(placed, standing) }
      }
    }
  }
}

/** The texts of those changes. */
export function* textsOf(snapshot: Snapshot): Generator<string> {
  for (const change of changesThatMake(snapshot)) yield JSON.stringify(change)
}

/** The number of rows and jobs. */
export const sizeOf = ({ jobs, accounts, worlds }: Snapshot): number =>
  [accounts, ...Object.values(worlds)]
    .flatMap((rows) => Object.values(rows))
    .reduce((sum, rows) => sum + rows.length, jobs.pending.length)

/** The number of rows, jobs and other facts that a change says, including those that go out of date. */
export const factsIn = ({ rows = [], forgotten = [], jobs }: Change): number =>
  1 + rows.length + forgotten.length + (jobs ? jobs.added.length + jobs.gone.length : 0)

/** Collections whose rows contain other rows come last, so that they can refer to rows that were read before. */
const holdersLast = (collections: SnapshotRows) =>
  Object.entries(collections)
    .map(([name, rows]) => ({ name, rows, areHolders: rows[0] !== undefined && holdsRows(rows[0]) }))
    .sort((a, b) => Number(a.areHolders) - Number(b.areHolders))

/** Applies changes, one after the other, to build a snapshot. */
export class SnapshotBuilder {
  readonly #worlds = new Map<string, Map<string, Map<string, Row>>>()
  readonly #jobs = new Map<number, Job>()
  #planned = 0
  #clock: ClockState = { offset: 0, frozenAt: null }
  #ids = 0

  add({ forgotten = [], rows = [], jobs, clock, ids }: Change): void {
    for (const [label, id] of forgotten) this.#rowsAt(...placeAt(label)).delete(id)
    for (const [label, packed] of rows) this.#addRow(label, packed)
    for (const job of jobs?.added ?? []) this.#jobs.set(job.id, job)
    for (const id of jobs?.gone ?? []) this.#jobs.delete(id)
    this.#planned = jobs?.planned ?? this.#planned
    this.#clock = clock ?? this.#clock
    this.#ids = ids ?? this.#ids
  }

  get snapshot(): Snapshot {
    const { '': accounts = {}, ...worlds } = Object.fromEntries(
      [...this.#worlds].map(([world, collections]) => [world, sortedRows(collections)]),
    )
    const pending = [...this.#jobs.values()].sort((a, b) => a.id - b.id)
    return seal({
      clock: this.#clock,
      ids: this.#ids,
      jobs: { planned: this.#planned, pending },
      accounts,
      worlds,
    })
  }

  #addRow(label: string, packed: object): void {
    const [world, own] = placeAt(label)
    const rows = this.#rowsAt(world, own)
    const find = ([name, id]: Reference): Row => known(this.#rowsAt(world, name).get(id), id)
    const row = unpackRow(packed as Row, find)
    // A row with the same id and another creation time is a new one, which replaces a forgotten one.
    if (rows.get(row.id)?.createdAt !== row.createdAt) rows.delete(row.id)
    rows.set(row.id, row)
  }

  #rowsAt(world: string, name: string): Map<string, Row> {
    let collections = this.#worlds.get(world)
    if (collections === undefined) {
      collections = new Map()
      this.#worlds.set(world, collections)
    }
    let rows = collections.get(name)
    if (rows === undefined) {
      rows = new Map()
      collections.set(name, rows)
    }
    return rows
  }
}

const placeAt = (label: string): readonly [world: string, name: string] => {
  const end = label.lastIndexOf('/')
  return [label.slice(0, end), label.slice(end + 1)]
}

const known = (row: Row | undefined, what: string): Row => {
  if (row === undefined) throw new Error(`it refers to ${what}, which it does not have`)
  return row
}

/** Sorted by creation time, then by arrival, which is the order of collections. */
const sortedRows = (collections: ReadonlyMap<string, ReadonlyMap<string, Row>>) =>
  Object.fromEntries(
    [...collections].map(([name, rows]) => [
      name,
      [...rows.values()].sort((a, b) => a.createdAt - b.createdAt),
    ]),
  )

/**
 * Rows contain rows: an event contains the record that it is about. Written out, each charge would appear three times,
 * and take the memory of three rows after reading. So a row within a row is written as a reference when it is the
 * present row of its collection.
 */

/** The place of a row within its world. */
export type Reference = readonly [collection: string, id: string]

interface HeldRow {
  readonly id: string
}

/** The only field of a reference. An object that has a field with this name is wrapped, to distinguish the two. */
const mark = '$row'

/** The place of a row, if it is the present row there. */
type PlaceOf = (row: HeldRow) => Reference | null

/** Replaces the rows within a row that `placeOf` knows by references. Returns the same row when there are none. */
export const packRow = <T extends object>(row: T, placeOf: PlaceOf): T =>
  eachHeld(row, (value) => packValue(value, placeOf))

/** The same for a value within a row. */
const packValue = (value: object, placeOf: PlaceOf): object => {
  const pack = (held: object): object => packValue(held, placeOf)
  if (Array.isArray(value)) return eachOf(value, pack)
  const place = looksLikeRow(value) ? placeOf(value) : null
  if (place !== null) return { [mark]: place }
  const packed = eachHeld(value, pack)
  return Object.hasOwn(value, mark) ? { [mark]: null, value: packed } : packed
}

/** Replaces each reference within a row by the row that `find` gives. */
export const unpackRow = <T extends object>(row: T, find: (place: Reference) => object): T =>
  eachHeld(row, (value) => unpackValue(value, find))

/** The same for a value within a row. */
const unpackValue = (value: object, find: (place: Reference) => object): object => {
  const unpack = (held: object): object => unpackValue(held, find)
  if (Array.isArray(value)) return eachOf(value, unpack)
  if (!Object.hasOwn(value, mark)) return eachHeld(value, unpack)
  const { [mark]: place, value: wrapped } = value as { [mark]: Reference | null; value: object }
  return place === null ? eachHeld(wrapped, unpack) : find(place)
}

/** Whether it contains rows that could be written as references. */
const holdsRows = (row: object): boolean => packRow(row, () => ['', '']) !== row

type ChangeValue = (value: object) => object

/** Returns the same object when `change` changes nothing. */
const eachHeld = <T extends object>(fields: T, change: ChangeValue): T => {
  let copy: T | null = null
  for (const name in fields) {
    const value: unknown = fields[name]
    if (typeof value !== 'object' || value === null) continue
    const next = change(value)
    if (next === value) continue
    copy ??= { ...fields }
    if (name === '__proto__') Object.defineProperty(copy, name, { ...writable, value: next })
    else (copy as Record<string, unknown>)[name] = next
  }
  return copy ?? fields
}

/** An assignment to this name would change the prototype. */
const writable = { enumerable: true, configurable: true, writable: true } as const

const eachOf = (list: readonly unknown[], change: ChangeValue): readonly unknown[] => {
  const next = list.map((part) => (typeof part === 'object' && part !== null ? change(part) : part))
  return next.every((part, i) => part === list[i]) ? list : next
}

const looksLikeRow = (value: object): value is HeldRow =>
  'createdAt' in value && 'id' in value && typeof value.id === 'string'
