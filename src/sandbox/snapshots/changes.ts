import type { Row, Stored } from '../../kernel/collection'
import type { UndoLog } from '../../kernel/commit'
import type { ClockState, Job, Timeline } from '../../kernel/timeline'
import type { Write } from '../../kernel/writes'
import type { Accounts } from '../../service/accounts'
import { worldOf } from '../../service/world'
import { type Snapshot, type StateParts, takeSnapshot } from './snapshot'

/** The changes of one commit. */
export interface Change {
  /** Removed rows. They come first, since a removed row may have been added again. */
  readonly forgotten: readonly ForgottenRow[]
  /** The written rows with their present values, in the order of the first write. */
  readonly rows: readonly WrittenRow[]
  readonly jobs: {
    readonly planned: number
    readonly added: readonly Job[]
    readonly gone: readonly number[]
  } | null
  readonly clock: ClockState | null
  /** Number of random words in use (`Ids.count`). */
  readonly ids: number | null
  /** The place of a row that is unchanged in its collection. */
  readonly standing: (row: HeldRow, world: string) => Reference | null
}

/** A collection; its world is `''` for shared collections. */
export interface CollectionKey {
  readonly world: string
  readonly name: string
  /** `<world>/<name>` */
  readonly label: string
}

export const collectionKeyOf = (world: string, name: string): CollectionKey => ({
  world,
  name,
  label: `${world}/${name}`,
})

export interface WrittenRow {
  readonly place: CollectionKey
  readonly row: Row
}

interface ForgottenRow {
  readonly place: CollectionKey
  readonly id: string
}

interface KnownCollection extends CollectionKey {
  readonly rows: Stored
}

/** Collects the changes of each commit. */
class CommitChanges {
  readonly #accounts: Accounts
  readonly #timeline: Timeline
  readonly #ids: StateParts['ids']
  readonly #places = new WeakMap<object, KnownCollection>()
  readonly #homes = new Map<string, Stored>()
  #clock: ClockState
  #idCount: number

  constructor({ accounts, timeline, ids }: StateParts) {
    this.#accounts = accounts
    this.#timeline = timeline
    this.#ids = ids
    this.#clock = timeline.state
    this.#idCount = ids.count
  }

  /** `null` when nothing changed. Reports a change of the clock or the counter until it is saved. */
  of(writes: readonly Write[]): Change | null {
    const { state: clock } = this.#timeline
    const { count } = this.#ids
    const isSame = clock.offset === this.#clock.offset && clock.frozenAt === this.#clock.frozenAt
    if (writes.length === 0 && isSame && count === this.#idCount) return null
    return {
      ...this.#written(writes),
      clock: isSame ? null : clock,
      ids: count === this.#idCount ? null : count,
      standing: this.#standing,
    }
  }

  kept({ clock, ids }: Change): void {
    this.#clock = clock ?? this.#clock
    this.#idCount = ids ?? this.#idCount
  }

  #written(writes: readonly Write[]): Pick<Change, 'forgotten' | 'rows' | 'jobs'> {
    const rows = new Map<Row, WrittenRow>()
    const forgotten = new Map<string, ForgottenRow>()
    const jobIds = new Set<number>()
    // The first write of a row has its position among rows of the same time.
    for (const { target, id } of writes) {
      if (target === this.#timeline) jobIds.add(Number(id))
      else {
        const place = this.#placeOf(target)
        const row = place.rows.get(id)
        if (row === undefined) forgotten.set(`${place.label}/${id}`, { place, id })
        else if (!rows.has(row)) rows.set(row, { place, row })
      }
    }
    return {
      forgotten: [...forgotten.values()],
      rows: [...rows.values()],
      jobs: jobIds.size === 0 ? null : this.#jobs(jobIds),
    }
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

  /** All ids with one prefix are in one collection. */
  readonly #standing: Change['standing'] = (row, world) => {
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
    return world === '' ? this.#accounts.collections : this.#accounts.worldByKey(world).collections
  }

  #placeOf(target: object): KnownCollection {
    const known = this.#places.get(target)
    if (known !== undefined) return known
    const world = worldOf(target)
    const rows = (world ?? this.#accounts).collections.find((collection) => collection === target)
    if (rows === undefined) throw new Error('something was written that belongs to no world')
    const place = { ...collectionKeyOf(world?.key ?? '', rows.name), rows }
    this.#places.set(target, place)
    return place
  }
}

/** Saves the state outside of the process. */
export interface Keeper {
  /**
   * Called before a change is answered. When it throws, the change is undone.
   * @param whole the state with this change, to write the file anew
   */
  add(change: Change, whole: () => Snapshot): void
  /** Replaces the saved state. */
  replace(snapshot: Snapshot): void
  /** Calls `work` after the requests that arrived at the same time have been handled. */
  soon(work: () => void): void
}

/**
 * Gives the present state to `keeper`, and from then on each change.
 * @param isKept the keeper holds exactly the present state already
 * @returns a function to call with the snapshot after a restore
 */
export const keepState = (
  parts: StateParts,
  undo: UndoLog,
  keeper: Keeper,
  isKept: boolean,
): ((snapshot: Snapshot) => void) => {
  const whole = (): Snapshot => takeSnapshot(parts)
  let changes = new CommitChanges(parts)
  const replace = (snapshot: Snapshot): void => {
    keeper.replace(snapshot)
    // Not before: when `replace` throws, the previous state is loaded again and its saved changes stay valid.
    changes = new CommitChanges(parts)
  }
  if (!isKept) replace(whole())
  undo.keepWith((writes) => {
    const change = changes.of(writes)
    if (change === null) return
    keeper.add(change, whole)
    changes.kept(change)
  }, keeper.soon)
  return replace
}

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
export const holdsRows = (row: object): boolean => packRow(row, () => ['', '']) !== row

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
