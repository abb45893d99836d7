import type { Revertible, UndoLog } from './commit'
import { deepFreeze } from './json'
import type { AnyMachine } from './machine'
import { type Follower, firstSince, Index, type Row, type Sequence } from './rows'

export * from './rows'

export interface Declaration<R extends Row, I extends string> {
  readonly name: string
  /** Secondary indexes: each function gives the key of a row; `null` leaves the row out. */
  readonly by: { readonly [K in I]: (row: R) => string | null }
  /** The states that its rows go through, in their field `state`. */
  readonly machine?: AnyMachine
}

export const collection = <R extends Row, I extends string = never>(declaration: Declaration<R, I>) =>
  declaration

/** A collection as snapshots see it. */
export interface Stored {
  readonly name: string
  get(id: string): Row | undefined
  snapshot(): readonly Row[]
  load(rows: readonly Row[]): void
}

/** A typed map of frozen rows, ordered by creation time and then by arrival. Knows nothing of payments. */
export class Collection<R extends Row, I extends string = never> implements Revertible, Sequence<R>, Stored {
  readonly name: string
  readonly hasStates: boolean
  /** Its owner, such as a world. */
  readonly owner: object | null
  readonly #by: Declaration<R, I>['by']
  readonly #undo: UndoLog
  #rows: R[] = []
  /** id -> position in #rows */
  #positions = new Map<string, number>()
  readonly #indexes = new Map<I, Index<R>>()
  readonly #followers: Follower<R>[] = []

  constructor(declaration: Declaration<R, I>, undo: UndoLog, owner: object | null = null) {
    this.name = declaration.name
    this.hasStates = declaration.machine !== undefined
    this.owner = owner
    this.#by = declaration.by
    this.#undo = undo
  }

  get length(): number {
    return this.#rows.length
  }

  at(position: number): R {
    const row = this.#rows[position]
    if (row === undefined) throw new RangeError(`${this.name} has no row at ${position}`)
    return row
  }

  get(id: string): R | undefined {
    const position = this.#positions.get(id)
    return position === undefined ? undefined : this.#rows[position]
  }

  /** The rows whose index `name` has the value `key`. The index is built on first use, then kept current. */
  by(name: I, key: string): Sequence<R> {
    let index = this.#indexes.get(name)
    if (index === undefined) {
      index = new Index(this.#by[name], this)
      this.#indexes.set(name, index)
      this.follow(index)
    }
    return index.sequence(key)
  }

  positionOf(id: string): number {
    return this.#positions.get(id) ?? -1
  }

  insert(row: R): R {
    if (this.#positions.has(row.id)) throw new Error(`${this.name} already has ${row.id}`)
    this.#undo.record(this, row.id, undefined, row)
    return this.#place(deepFreeze(row))
  }

  /** `row` is the row as it was read: a stale one is a programming error, not a lost update. */
  update(row: R, patch: Partial<R>): R {
    const position = this.#positions.get(row.id)
    if (position === undefined || this.#rows[position] !== row)
      throw new Error(`${this.name} ${row.id} changed since it was read`)
    // The content of the row is frozen already.
    for (const field in patch) deepFreeze(patch[field])
    const next = Object.freeze({ ...row, ...patch })
    this.#undo.record(this, row.id, row, next)
    this.#rows[position] = next
    for (const follower of this.#followers) follower.replaced?.(row, next)
    return next
  }

  /** Drops the rows created before `time` (retention). Not undone: they were invisible already. */
  forgetBefore(time: number): void {
    const oldest = this.#rows[0]
    if (oldest === undefined || oldest.createdAt >= time) return
    const gone = this.#rows.splice(0, firstSince(this, time))
    this.#renumber(0)
    for (const row of gone) {
      this.#positions.delete(row.id)
      this.#undo.saveLater(this, row.id)
      for (const follower of this.#followers) follower.removed?.(row)
    }
  }

  /** Deletes every row. For the settings of a test, such as faults; records of the service are never deleted. */
  clear(): void {
    // From last to first: undone in reverse order, each row finds its position again.
    for (const row of this.#rows.slice().reverse()) {
      this.#undo.record(this, row.id, row, undefined)
      this.#rows.pop()
      this.#positions.delete(row.id)
      for (const follower of this.#followers) follower.removed?.(row)
    }
  }

  revert(id: string, previous: unknown): void {
    const position = this.#positions.get(id)
    if (position === undefined && previous !== undefined) {
      this.#place(previous as R)
      return
    }
    const current = position === undefined ? undefined : this.#rows[position]
    if (position === undefined || current === undefined) throw new Error(`${this.name} lost ${id}`)
    if (previous === undefined) {
      for (const follower of this.#followers) follower.removed?.(current)
      this.#positions.delete(id)
      this.#rows.splice(position, 1)
      this.#renumber(position)
    } else {
      const before = previous as R
      this.#rows[position] = before
      for (const follower of this.#followers) follower.replaced?.(current, before)
    }
  }

  follow(follower: Follower<R>): void {
    this.#followers.push(follower)
    for (const row of this.#rows) follower.added?.(row)
  }

  unfollow(follower: Follower<R>): void {
    const place = this.#followers.indexOf(follower)
    if (place !== -1) this.#followers.splice(place, 1)
  }

  /** The rows as they are now. A pointer copy: the rows themselves never change. */
  snapshot(): readonly R[] {
    return this.#rows.slice()
  }

  /** Replaces all rows. Followers start over, unless they are the same. */
  load(rows: readonly R[]): void {
    const before = this.#rows
    if (rows.length === before.length && rows.every((row, position) => row === before[position])) return
    this.#rows = rows.map((row) => deepFreeze(row))
    this.#positions = new Map()
    this.#renumber(0)
    for (const follower of this.#followers) {
      follower.cleared?.()
      for (const row of this.#rows) follower.added?.(row)
    }
  }

  #place(row: R): R {
    const last = this.#rows[this.#rows.length - 1]
    if (last === undefined || last.createdAt <= row.createdAt) {
      this.#positions.set(row.id, this.#rows.length)
      this.#rows.push(row)
    } else {
      // A record with an earlier time (the `at` of a fixture) is inserted among the older ones.
      const position = firstSince(this, row.createdAt + 1)
      this.#rows.splice(position, 0, row)
      this.#renumber(position)
    }
    for (const follower of this.#followers) follower.added?.(row)
    return row
  }

  #renumber(from: number): void {
    for (let i = from; i < this.#rows.length; i += 1) this.#positions.set(this.at(i).id, i)
  }
}
