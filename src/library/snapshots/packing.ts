/**
 * Rows hold rows: an event has the record that it is about, as it was. Written out, each charge would be there three
 * times, and be three rows in memory when it is read again. So a row within a row is written as a reference, where
 * it is the one that stands in its collection at that moment.
 */

/** Where a row stands, within its world. */
export type Reference = readonly [collection: string, id: string]

export interface HeldRow {
  readonly id: string
}

/** The one field of a reference. What has a field of this name by itself is wrapped, so that nobody confuses the two. */
const mark = '$row'

/** Where a row stands, if it stands there as it is. */
export type PlaceOf = (row: HeldRow) => Reference | null

/** A reference as it is written. */
export const referenceText = ([collection, id]: Reference): string =>
  `{"${mark}":["${collection}",${JSON.stringify(id)}]}`

/** A row with references in place of those rows in it that `placeOf` knows. The very row where there are none. */
export const packRow = <T extends object>(row: T, placeOf: PlaceOf): T =>
  eachHeld(row, (value) => packValue(value, placeOf))

/** A value that stands in a row, likewise. */
export const packValue = (value: object, placeOf: PlaceOf): object => {
  const pack = (held: object): object => packValue(held, placeOf)
  if (Array.isArray(value)) return eachOf(value, pack)
  const place = looksLikeRow(value) ? placeOf(value) : null
  if (place !== null) return { [mark]: place }
  const packed = eachHeld(value, pack)
  return Object.hasOwn(value, mark) ? { [mark]: null, value: packed } : packed
}

/** The row again, with what `find` has at each reference. */
export const unpackRow = <T extends object>(row: T, find: (place: Reference) => object): T =>
  eachHeld(row, (value) => unpackValue(value, find))

/** A value that stood in a row, likewise. */
export const unpackValue = (value: object, find: (place: Reference) => object): object => {
  const unpack = (held: object): object => unpackValue(held, find)
  if (Array.isArray(value)) return eachOf(value, unpack)
  if (!Object.hasOwn(value, mark)) return eachHeld(value, unpack)
  const { [mark]: place, value: wrapped } = value as { [mark]: Reference | null; value: object }
  return place === null ? eachHeld(wrapped, unpack) : find(place)
}

/** It holds rows that could be written as references. */
export const holdsRows = (row: object): boolean => packRow(row, () => ['', '']) !== row

type Change = (value: object) => object

/** The same object where `change` changes nothing in it. */
const eachHeld = <T extends object>(fields: T, change: Change): T => {
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

const eachOf = (list: readonly unknown[], change: Change): readonly unknown[] => {
  const next = list.map((part) => (typeof part === 'object' && part !== null ? change(part) : part))
  return next.every((part, i) => part === list[i]) ? list : next
}

export const looksLikeRow = (value: object): value is HeldRow =>
  'createdAt' in value && 'id' in value && typeof value.id === 'string'
