import type { Row } from '../kernel/collection'
import type { ClockState, Job } from '../kernel/timeline'
import type { Change } from './changes'
import { holdsRows, packRow, type Reference, unpackRow } from './packing'
import type { Rows, Snapshot } from './state'

/** How many rows one change of `changesThatMake` holds: a line of a file should be no novel. */
const rowsAtOnce = 100

/** Changes that make a snapshot out of nothing, one after the other: a large state is never one piece of text. */
export function* changesThatMake(snapshot: Snapshot): Generator<Change> {
  const { clock, ids, jobs } = snapshot
  yield { clock, ids, jobs: { planned: jobs.planned, added: jobs.pending, gone: [] } }
  for (const [world, collections] of [['', snapshot.accounts] as const, ...Object.entries(snapshot.worlds)]) {
    const places = new Map<object, Reference>()
    for (const { name, rows, areHolders } of holdersLast(collections))
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        const some = rows.slice(from, from + rowsAtOnce)
        for (const row of some) places.set(row, [name, row.id])
        const packed = (row: Row): Row => packRow(row, (held) => places.get(held) ?? null)
        yield areHolders
          ? { holders: { [world]: { [name]: some.map(packed) } } }
          : { rows: { [world]: { [name]: some } } }
      }
  }
}

/** Rows are referred to once they are there: those that hold others come after those that do not. */
const holdersLast = (collections: Rows) =>
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

  add({ forgotten, rows, holders, jobs, clock, ids }: Change): void {
    for (const [world, collections] of Object.entries(forgotten ?? {}))
      for (const [name, gone] of Object.entries(collections)) {
        const own = this.#rowsOf(world, name)
        for (const id of gone) own.delete(id)
      }
    for (const [world, collections] of Object.entries(rows ?? {}))
      for (const [name, changed] of Object.entries(collections)) this.#put(this.#rowsOf(world, name), changed)
    for (const [world, collections] of Object.entries(holders ?? {})) this.#addHolders(world, collections)
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

  #put(rows: Map<string, Row>, changed: readonly Row[]): void {
    for (const row of changed) {
      // A row of the same id and another time is a new one, which took the place of one that was forgotten.
      if (rows.get(row.id)?.createdAt !== row.createdAt) rows.delete(row.id)
      rows.set(row.id, row)
    }
  }

  /** What they refer to is there: among the rows, or among themselves. */
  #addHolders(world: string, collections: Rows): void {
    for (const [name, packed] of Object.entries(collections)) this.#put(this.#rowsOf(world, name), packed)
    const packed = new Set(Object.values(collections).flat())
    const find = ([name, id]: Reference): Row => {
      const row = this.#rowsOf(world, name).get(id)
      if (row === undefined) throw new Error(`it refers to ${id}, which it does not have`)
      return unpack(name, row)
    }
    const unpack = (name: string, row: Row): Row => {
      if (!packed.delete(row)) return row
      const whole = unpackRow(row, find)
      this.#rowsOf(world, name).set(row.id, whole)
      return whole
    }
    for (const [name, rows] of Object.entries(collections)) for (const row of rows) unpack(name, row)
  }

  #rowsOf(world: string, name: string): Map<string, Row> {
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

/** In the order of their creation, those of one moment in the order of their arrival: as collections keep them. */
const sortedRows = (collections: ReadonlyMap<string, ReadonlyMap<string, Row>>) =>
  Object.fromEntries(
    [...collections].map(([name, rows]) => [
      name,
      [...rows.values()].sort((a, b) => a.createdAt - b.createdAt),
    ]),
  )
