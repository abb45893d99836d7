import type { Accounts } from '../accounts'
import type { Row, Stored } from '../kernel/collection'
import type { Write } from '../kernel/commit'
import type { ClockState, Job, Timeline } from '../kernel/timeline'
import { type HeldRow, holdsRows, packRow, type Reference } from './packing'
import type { StatefulParts } from './state'

/** What one commit made of the state, as plain JSON. Parts that did not change are absent. */
export interface Change {
  /** The rows as they are now. */
  readonly rows?: Lists<Row>
  /** Those that hold rows, packed. */
  readonly holders?: Lists<Row>
  /** Ids of rows that are no more. */
  readonly forgotten?: Lists<string>
  readonly jobs?: {
    readonly planned: number
    readonly added: readonly Job[]
    readonly gone: readonly number[]
  }
  readonly clock?: ClockState
  /** How many random words were used (`Ids.count`). */
  readonly ids?: number
}

interface Place {
  readonly world: string
  readonly rows: Stored
}

/** By world (`''` for what is of all worlds) and collection. */
type Lists<T> = { readonly [world: string]: { readonly [collection: string]: readonly T[] } }

/** Says of each commit what it changed. */
export class Changes {
  readonly #accounts: Accounts
  readonly #timeline: Timeline
  readonly #ids: StatefulParts['ids']
  readonly #places = new Map<object, Place>()
  readonly #holders = new Map<Stored, boolean>()
  readonly #homes = new Map<string, Stored>()
  #clock: ClockState
  #idCount: number

  constructor({ accounts, timeline, ids }: StatefulParts) {
    this.#accounts = accounts
    this.#timeline = timeline
    this.#ids = ids
    this.#clock = timeline.state
    this.#idCount = ids.count
  }

  /** `null` when nothing changed. Says the same of the clock and the counter until it is told that they were kept. */
  of(writes: readonly Write[]): Change | null {
    const rows = new Shelves<Row>()
    const holders = new Shelves<Row>()
    const forgotten = new Shelves<string>()
    const jobIds = new Set<number>()
    for (const { target, id } of writes) {
      if (target === this.#timeline) jobIds.add(Number(id))
      else {
        const { world, rows: collection } = this.#placeOf(target)
        const row = collection.get(id)
        if (row === undefined) forgotten.put(world, collection.name, id)
        else if (this.#areHolders(collection, row)) holders.put(world, collection.name, row)
        else rows.put(world, collection.name, row)
      }
    }
    const change: Change = {
      ...(forgotten.isEmpty ? {} : { forgotten: forgotten.lists((_, id) => id) }),
      ...(rows.isEmpty ? {} : { rows: rows.lists((_, row) => row) }),
      ...(holders.isEmpty ? {} : { holders: this.#packed(holders) }),
      ...(jobIds.size === 0 ? {} : { jobs: this.#jobs(jobIds) }),
      ...this.#moved(),
    }
    return Object.keys(change).length === 0 ? null : change
  }

  kept({ clock, ids }: Change): void {
    this.#clock = clock ?? this.#clock
    this.#idCount = ids ?? this.#idCount
  }

  #jobs(ids: ReadonlySet<number>): NonNullable<Change['jobs']> {
    const added: Job[] = []
    const gone: number[] = []
    for (const id of ids) {
      const job = this.#timeline.job(id)
      if (job === undefined) gone.push(id)
      else added.push(job)
    }
    return { planned: this.#timeline.count, added, gone }
  }

  /** The clock and the counter of ids, where they are not what they were at the last change that was kept. */
  #moved(): Pick<Change, 'clock' | 'ids'> {
    const { state: clock } = this.#timeline
    const { count } = this.#ids
    const isSame = clock.offset === this.#clock.offset && clock.frozenAt === this.#clock.frozenAt
    return { ...(isSame ? {} : { clock }), ...(count === this.#idCount ? {} : { ids: count }) }
  }

  /** As its first row tells: packing is for those that are worth it, and looking at all of them costs as much. */
  #areHolders(collection: Stored, row: Row): boolean {
    let are = this.#holders.get(collection)
    if (are === undefined) {
      are = holdsRows(row)
      this.#holders.set(collection, are)
    }
    return are
  }

  #packed(holders: Shelves<Row>): Lists<Row> {
    const before = new Map<object, unknown>()
    return holders.lists((world, row) => packRow(row, (held) => this.#referenceTo(held, world), before))
  }

  /** `null` unless it stands in its collection as it is. Ids of one kind stand in one collection. */
  #referenceTo(row: HeldRow, world: string): Reference | null {
    const { id } = row
    const kind = `${world} ${id.slice(0, id.indexOf('_'))}`
    let home = this.#homes.get(kind)
    if (home === undefined) {
      home = this.#collectionsIn(world).find((rows) => rows.get(id) !== undefined)
      if (home === undefined) return null
      this.#homes.set(kind, home)
    }
    return home.get(id) === row ? [home.name, id] : null
  }

  #collectionsIn(world: string): readonly Stored[] {
    return [...this.#places.values()].filter((place) => place.world === world).map(({ rows }) => rows)
  }

  #placeOf(target: object): Place {
    const place = this.#places.get(target) ?? this.#look().get(target)
    if (place === undefined) throw new Error('something was written that belongs to no world')
    return place
  }

  /** Worlds come into being when they are first asked for. */
  #look(): ReadonlyMap<object, Place> {
    const note = (world: string, collections: readonly Stored[]): void => {
      for (const rows of collections) this.#places.set(rows, { world, rows })
    }
    note('', this.#accounts.collections)
    for (const world of this.#accounts.worlds) note(world.key, world.collections)
    return this.#places
  }
}

/** Things by world and collection, each once. */
class Shelves<T> {
  readonly #sets: Record<string, Record<string, Set<T>>> = {}
  isEmpty = true

  put(world: string, collection: string, thing: T): void {
    this.isEmpty = false
    this.#sets[world] ??= {}
    const own = this.#sets[world]
    own[collection] ??= new Set()
    own[collection].add(thing)
  }

  lists(show: (world: string, thing: T) => T): Lists<T> {
    return Object.fromEntries(
      Object.entries(this.#sets).map(([world, own]) => [
        world,
        Object.fromEntries(
          Object.entries(own).map(([name, set]) => [name, [...set].map((thing) => show(world, thing))]),
        ),
      ]),
    )
  }
}
