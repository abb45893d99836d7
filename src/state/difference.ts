/**
 * What a row has that another has not, as text. Most fields of a row are as in the one that was written before it, or
 * as in its own former version, and to print them all is most of what keeping a charge costs.
 */
import { isObject } from '../kernel/json'
import {
  looksLikeRow,
  type PlaceOf,
  packValue,
  type Reference,
  referenceText,
  unpackValue,
} from '../library/snapshots/packing'

/** Stands before the name of a field of which only the difference is told. */
const mark = '~'

/**
 * The fields of `now` that are not as in `before`, with commas between them; `null` where the two have other fields,
 * or in another order: then the row has to be written whole.
 */
export const differenceOf = (now: object, before: object, placeOf: PlaceOf): string | null => {
  const names = Object.keys(before)
  let text = ''
  let count = 0
  for (const name in now) {
    if (name !== names[count]) return null
    count += 1
    const field = now[name as keyof object]
    const former = before[name as keyof object]
    if (field === former) continue
    // Neither could be told from a difference, or be assigned.
    if (field === undefined || name.startsWith(mark) || name === '__proto__') return null
    const part = partOf(name, [field, former], placeOf)
    if (part !== '') text = text === '' ? part : `${text},${part}`
  }
  return count === names.length ? text : null
}

const partOf = (name: string, [now, before]: readonly [unknown, unknown], placeOf: PlaceOf): string => {
  if (typeof now === 'string') return `${quoted(name)}:${quoted(now)}`
  if (typeof now !== 'object' || now === null) return `${quoted(name)}:${JSON.stringify(now)}`
  if (Array.isArray(now)) {
    if (Array.isArray(before) && now.length + before.length === 0) return ''
  } else {
    const place = looksLikeRow(now) ? placeOf(now) : null
    if (place !== null) return `${quoted(name)}:${referenceText(place)}`
    if (isObject(before)) {
      const difference = differenceOf(now, before, placeOf)
      if (difference === '') return ''
      if (difference !== null) return `${quoted(mark + name)}:{${difference}}`
    }
  }
  return `${quoted(name)}:${JSON.stringify(packValue(now, placeOf))}`
}

/** The engine takes a while to begin with a text, which most texts here are not worth. */
export const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text))

/** A text that JSON has as it is. */
const plain = /^[ !#-[\]-~]*$/

/** `before` with what `difference` tells: a new row, which shares with the other what is alike. */
export const withDifference = <T extends object>(
  before: T,
  difference: object,
  find: (place: Reference) => object,
): T => {
  const next = { ...before }
  for (const [name, told] of Object.entries(difference))
    if (!name.startsWith(mark))
      Reflect.set(next, name, typeof told === 'object' && told !== null ? unpackValue(told, find) : told)
    else {
      const field = name.slice(mark.length)
      Reflect.set(next, field, withDifference(objectIn(before, field), told, find))
    }
  return next
}

const objectIn = (fields: object, name: string): object => {
  const value: unknown = fields[name as keyof object]
  if (!isObject(value)) throw new Error(`it changes ${name}, which it does not have`)
  return value
}
