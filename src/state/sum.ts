import type { Row } from '../kernel/collection'
import type { ClockState, Job } from '../kernel/timeline'
import { type Change, type CollectionKey, collectionKeyOf } from '../library/snapshots/changes'
import { holdsRows, type Reference, unpackRow } from '../library/snapshots/packing'
import type { Snapshot, SnapshotRows } from '../library/snapshots/snapshot'
import type { WrittenChange } from './writer'

/** How many rows one change of `changesThatMake` holds: a line of a file should be no novel. */
const rowsAtOnce = 100

/** Changes that make a snapshot out of nothing, one after the other: a large state is never one piece of text. */
export function* changesThatMake(snapshot: Snapshot): Generator<Change> {
  const { clock, ids, jobs } = snapshot
  const none = { forgotten: [], rows: [], jobs: null, clock: null, ids: null, standing: () => null }
  yield { ...none, clock, ids, jobs: { planned: jobs.planned, added: jobs.pending, gone: [] } }
  for (const [world, collections] of [['', snapshot.accounts] as const, ...Object.entries(snapshot.worlds)]) {
    const places = new Map<object, Reference>()
    const standing: Change['standing'] = (row) => places.get(row) ?? null
    for (const { name, rows } of holdersLast(collections)) {
      const place = collectionKeyOf(world, name)
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        const some = rows.slice(from, from + rowsAtOnce)
        for (const row of some) places.set(row, [name, row.id])
        yield { ...none, rows: some.map((row) => ({ place, row })), standing }
      }
    }
  }
}

/** Rows are referred to once they are there: those that hold others come after those that do not. */
const holdersLast = (collections: SnapshotRows) =>
  Object.entries(collections)
    .map(([name, rows]) => ({ name, rows, areHolders: rows[0] !== undefined && holdsRows(rows[0]) }))
    .sort((a, b) => Number(a.areHolders) - Number(b.areHolders))

/** Adds changes up to the snapshot that they make. */
export class Sum {
  readonly #worlds = new Map<string, Map<string, Map<string, Row>>>()
  readonly #jobs = new Map<number, Job>()
  #planned = 0
  #clock: ClockState = { offset: 0, frozenAt: null }
  #ids = 0

  add({ forgotten = [], rows = [], jobs, clock, ids }: WrittenChange): void {
    for (const [label, id] of forgotten) this.#rowsOf(placeAt(label)).delete(id)
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
    return {
      format: 1,
      clock: this.#clock,
      ids: this.#ids,
      jobs: { planned: this.#planned, pending },
      accounts,
      worlds,
    }
  }

  #addRow(label: string, packed: object): void {
    const place = placeAt(label)
    const rows = this.#rowsOf(place)
    const find = ([name, id]: Reference): Row => known(this.#rowsOf({ ...place, name }).get(id), id)
    const row = unpackRow(packed as Row, find)
    // A row of the same id and another time is a new one, which took the place of one that was forgotten.
    if (rows.get(row.id)?.createdAt !== row.createdAt) rows.delete(row.id)
    rows.set(row.id, row)
  }

  #rowsOf({ world, name }: Pick<CollectionKey, 'world' | 'name'>): Map<string, Row> {
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

const placeAt = (label: string): CollectionKey => {
  const end = label.lastIndexOf('/')
  return collectionKeyOf(label.slice(0, end), label.slice(end + 1))
}

const known = (row: Row | undefined, what: string): Row => {
  if (row === undefined) throw new Error(`it refers to ${what}, which it does not have`)
  return row
}

/** In the order of their creation, those of one moment in the order of their arrival: as collections keep them. */
const sortedRows = (collections: ReadonlyMap<string, ReadonlyMap<string, Row>>) =>
  Object.fromEntries(
    [...collections].map(([name, rows]) => [
      name,
      [...rows.values()].sort((a, b) => a.createdAt - b.createdAt),
    ]),
  )
