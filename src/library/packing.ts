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

/**
 * A row with references in place of those rows in it that `placeOf` knows. The very row where there are none.
 * @param before what was packed already: the events of one moment share what they are about
 */
export const packRow = <T extends object>(
  row: T,
  placeOf: (row: HeldRow) => Reference | null,
  before: Map<object, unknown> = new Map(),
): T =>
  eachHeld(row, function pack(value): unknown {
    if (Array.isArray(value)) return eachOf(value, pack)
    const known = before.get(value)
    if (known !== undefined) return known
    const place = looksLikeRow(value) ? placeOf(value) : null
    if (place !== null) return { [mark]: place }
    const packed = eachHeld(value, pack)
    const whole = Object.hasOwn(value, mark) ? { [mark]: null, value: packed } : packed
    if (whole !== value) before.set(value, whole)
    return whole
  })

/** The row again, with what `find` has at each reference. */
export const unpackRow = <T extends object>(row: T, find: (place: Reference) => object): T =>
  eachHeld(row, function unpack(value): unknown {
    if (Array.isArray(value)) return eachOf(value, unpack)
    if (!Object.hasOwn(value, mark)) return eachHeld(value, unpack)
    const { [mark]: place, value: wrapped } = value as { [mark]: Reference | null; value: object }
    return place === null ? eachHeld(wrapped, unpack) : find(place)
  })

/** It holds rows that could be written as references. */
export const holdsRows = (row: object): boolean => packRow(row, () => ['', '']) !== row

type Change = (value: object) => unknown

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

const looksLikeRow = (value: object): value is HeldRow =>
  'createdAt' in value && 'id' in value && typeof value.id === 'string'
