/**
 * Rows contain rows: an event contains the record that it is about. Written out, each charge would appear three times,
 * and take the memory of three rows after reading. So a row within a row is written as a reference when it is the
 * present row of its collection.
 */

/** The place of a row within its world. */
export type Reference = readonly [collection: string, id: string]

export interface HeldRow {
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
