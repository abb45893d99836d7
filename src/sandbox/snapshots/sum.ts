import type { Row } from '../../kernel/collection'
import type { ClockState, Job } from '../../kernel/timeline'
import {
  type Change,
  type CollectionKey,
  collectionKeyOf,
  holdsRows,
  packRow,
  type Reference,
  unpackRow,
  type WrittenRow,
} from './changes'
import { seal } from './seal'
import type { Snapshot, SnapshotRows } from './snapshot'

/** A change in the form of the file, which `Sum` reads. The place of a row is `<world>/<collection>`. */
export interface WrittenChange {
  readonly forgotten?: readonly (readonly [place: string, id: string])[]
  readonly rows?: readonly (readonly [place: string, row: object])[]
  readonly jobs?: NonNullable<Change['jobs']>
  readonly clock?: NonNullable<Change['clock']>
  readonly ids?: number
  /** The number of changes before this line that are the base; such a line is not a change. */
  readonly base?: number
}

/** The text of a change, without unchanged parts. A row inside a row becomes a reference if the file already has it. */
export const printChange = ({ forgotten, rows, jobs, clock, ids, standing }: Change): string =>
  JSON.stringify({
    forgotten: forgotten.length === 0 ? undefined : forgotten.map(({ place, id }) => [place.label, id]),
    rows: rows.length === 0 ? undefined : packRows(rows, standing),
    jobs: jobs ?? undefined,
    clock: clock ?? undefined,
    ids: ids ?? undefined,
  })

const packRows = (rows: readonly WrittenRow[], standing: Change['standing']): readonly [string, object][] => {
  /** Those of earlier rows: what comes later is not in the file yet. */
  const places = new Map<object, CollectionKey | null>()
  for (const { row } of rows) places.set(row, null)
  return rows.map(({ place, row }) => {
    const { world } = place
    const packed = packRow(row, (held) => {
      const known = places.get(held)
      return known?.world === world ? [known.name, held.id] : known === null ? null : standing(held, world)
    })
    places.set(row, place)
    return [place.label, packed]
  })
}

/** The number of rows in one change of `changesThatMake`: keeps the lines of the file short. */
const rowsAtOnce = 100

/** The changes that build a snapshot from an empty state. There are many, so that no text is as large as the state. */
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

/** The texts of those changes. */
export function* textsOf(snapshot: Snapshot): Generator<string> {
  for (const change of changesThatMake(snapshot)) yield printChange(change)
}

/** The number of rows and jobs. */
export const sizeOf = ({ jobs, accounts, worlds }: Snapshot): number =>
  [accounts, ...Object.values(worlds)]
    .flatMap((rows) => Object.values(rows))
    .reduce((sum, rows) => sum + rows.length, jobs.pending.length)

/** The number of rows, jobs and other facts that a change says, including those that go out of date. */
export const factsIn = ({ rows = [], forgotten = [], jobs }: Change | WrittenChange): number =>
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
    return seal({
      clock: this.#clock,
      ids: this.#ids,
      jobs: { planned: this.#planned, pending },
      accounts,
      worlds,
    })
  }

  #addRow(label: string, packed: object): void {
    const place = placeAt(label)
    const rows = this.#rowsOf(place)
    const find = ([name, id]: Reference): Row => known(this.#rowsOf({ ...place, name }).get(id), id)
    const row = unpackRow(packed as Row, find)
    // A row with the same id and another creation time is a new one, which replaces a forgotten one.
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

/** Sorted by creation time, then by arrival, which is the order of collections. */
const sortedRows = (collections: ReadonlyMap<string, ReadonlyMap<string, Row>>) =>
  Object.fromEntries(
    [...collections].map(([name, rows]) => [
      name,
      [...rows.values()].sort((a, b) => a.createdAt - b.createdAt),
    ]),
  )
