/** Rows and how to read them: shared by collections and by what is derived from them. */

export interface Row {
  readonly id: string
  /** Epoch milliseconds on the virtual clock. */
  readonly createdAt: number
}

/** Rows in creation order, read by position, so that a page costs the same at any size. */
export interface Sequence<R> {
  readonly length: number
  at(position: number): R
}

/** A sequence whose rows are found by their ids, too. */
export interface Rows<R> extends Sequence<R> {
  get(id: string): R | undefined
}

/** A value derived from the rows that follows every write, such as an index or a sum. */
export interface Follower<R> {
  added?(row: R): void
  removed?(row: R): void
  replaced?(before: R, after: R): void
  /** Starts over with no rows; `added` follows for every row. */
  cleared?(): void
}

/** All rows of a sequence. For the few that belong to one record, never for a whole collection. */
export const rowsOf = <R>(rows: Sequence<R>): readonly R[] => {
  const all: R[] = []
  for (let i = 0; i < rows.length; i += 1) all.push(rows.at(i))
  return all
}

/** Maps the latest `count` rows, in their order. Rows that map to `null` do not count. */
export const latest = <R, T>(rows: Sequence<R>, count: number, make: (row: R) => T | null): readonly T[] => {
  const found: T[] = []
  for (let i = rows.length - 1; i >= 0 && found.length < count; i -= 1) {
    const made = make(rows.at(i))
    if (made !== null) found.push(made)
  }
  return found.reverse()
}

/** Groups rows by a key, in their order. Rows with the key `null` are left out. */
export const gather = <R>(rows: readonly R[], keyOf: (row: R) => string | null): ReadonlyMap<string, R[]> => {
  const gathered = new Map<string, R[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const others = key === null ? undefined : gathered.get(key)
    if (others !== undefined) others.push(row)
    else if (key !== null) gathered.set(key, [row])
  }
  return gathered
}

/** A few rows in the form that lists page through. */
export const sequenceOf = <R extends Row>(rows: readonly R[]): Sequence<R> => ({
  length: rows.length,
  at: (position) => {
    const row = rows[position]
    if (row === undefined) throw new RangeError(`there is no row at ${position}`)
    return row
  },
})

/** The first position of `length` ones that is not before what is looked for, by binary search. */
export const firstPosition = (length: number, isBefore: (position: number) => boolean): number => {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** Position of the first row created at or after `time`. */
export const firstSince = (rows: Sequence<Row>, time: number): number =>
  firstPosition(rows.length, (position) => rows.at(position).createdAt < time)

interface Ordered<R> {
  readonly length: number
  at(position: number): R
  positionOf(id: string): number
}

/** Ids of rows by the key of each row, in the order of the rows. */
export class Index<R extends Row> implements Follower<R> {
  readonly #keyOf: (row: R) => string | null
  readonly #rows: Ordered<R>
  readonly #ids = new Map<string, string[]>()

  constructor(keyOf: (row: R) => string | null, rows: Ordered<R>) {
    this.#keyOf = keyOf
    this.#rows = rows
  }

  sequence(key: string): Sequence<R> {
    const ids = this.#ids.get(key) ?? []
    return {
      length: ids.length,
      at: (position) => this.#rows.at(this.#rows.positionOf(ids[position] ?? '')),
    }
  }

  added(row: R): void {
    const key = this.#keyOf(row)
    if (key === null) return
    const ids = this.#ids.get(key)
    if (ids === undefined) this.#ids.set(key, [row.id])
    else ids.splice(this.#placeOf(row.id, ids), 0, row.id)
  }

  removed(row: R): void {
    const key = this.#keyOf(row)
    if (key === null) return
    const ids = this.#ids.get(key)
    if (ids === undefined) return
    ids.splice(ids.lastIndexOf(row.id), 1)
    if (ids.length === 0) this.#ids.delete(key)
  }

  replaced(before: R, after: R): void {
    if (this.#keyOf(before) === this.#keyOf(after)) return
    this.removed(before)
    this.added(after)
  }

  cleared(): void {
    this.#ids.clear()
  }

  /** Position for `id` in `ids`, which follow the order of the rows. Usually the end. */
  #placeOf(id: string, ids: readonly string[]): number {
    const position = this.#rows.positionOf(id)
    const isBefore = (i: number): boolean => this.#rows.positionOf(ids[i] ?? '') < position
    return isBefore(ids.length - 1) ? ids.length : firstPosition(ids.length, isBefore)
  }
}
