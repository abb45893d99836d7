/** How far a record is from what a test expects of it. */
import { distance, nearest } from '../../../kernel/text'
import { isAsymmetric, isObject, Misuse, print, type ValueMatcher } from './outcome'

/**
 * Some fields of a record, at any depth: other fields are not compared. A value can be an asymmetric matcher such as
 * `expect.any(String)`, and the id of a record instead of the record.
 */
export type Partially<T> = {
  readonly [K in keyof T]?: PartOf<T[K]> | ValueMatcher
}

type PartOf<V> = V extends readonly (infer I)[]
  ? readonly (PartOf<I> | ValueMatcher)[]
  : V extends { readonly id: string }
    ? Partially<V> | string
    : V extends object
      ? Partially<V>
      : V

export interface Difference {
  /** `card.last_digits`; empty for the whole. */
  readonly path: string
  readonly text: string
  /** From 0.5, for almost equal values, to 1. */
  readonly cost: number
  /** Of a field that is not there: the name that was probably meant. */
  readonly unknown?: { readonly near: string | undefined }
}

/** Each field that does not fit, in the order in which it is expected. */
export const differences = (found: unknown, wanted: unknown, path = ''): readonly Difference[] => {
  if (isAsymmetric(wanted)) return wanted.asymmetricMatch(found) ? [] : [differs(found, wanted, path)]
  if (typeof wanted === 'string' && isObject(found) && typeof found.id === 'string')
    return differences(found.id, wanted, path)
  if (!isObject(wanted) || !isObject(found))
    return Object.is(found, wanted) ? [] : [differs(found, wanted, path)]
  if (Array.isArray(wanted) && Array.isArray(found) && wanted.length !== found.length)
    return [differs(found, wanted, path)]
  return Object.entries(wanted).flatMap(([name, value]) => {
    const inner = path === '' ? name : `${path}.${name}`
    return name in found ? differences(found[name], value, inner) : missing(found, name, value, inner)
  })
}

const missing = (
  found: Record<string, unknown>,
  name: string,
  wanted: unknown,
  path: string,
): readonly Difference[] => {
  if (wanted === undefined) return []
  const [near] = nearest(name, Object.keys(found), 1)
  const hint = near === undefined ? '' : ` (did you mean ${near}?)`
  return [{ path, text: `there is no ${path}${hint}`, cost: 1, unknown: { near } }]
}

/**
 * A field that no record has is a mistake in the test: under `.not` it would pass unnoticed. Names in metadata are free.
 * @param found the differences of each record
 * @throws Misuse
 */
export const checkNames = ([first = [], ...rest]: readonly (readonly Difference[])[], word: string): void => {
  const wrong = first.find(
    ({ path, unknown }) =>
      unknown !== undefined &&
      !/\bmetadata\./.test(path) &&
      rest.every((found) => found.some((its) => its.unknown !== undefined && its.path === path)),
  )
  if (wrong === undefined) return
  const { path, unknown } = wrong
  const hint = unknown?.near === undefined ? '' : `: did you mean ${unknown.near}?`
  throw new Misuse(`${word === 'event' ? 'an' : 'a'} ${word} has no field ${path}${hint}`)
}

const differs = (found: unknown, wanted: unknown, path: string): Difference => ({
  path,
  text: `${path === '' ? 'it' : path} is ${print(found)}, not ${print(wanted)}`,
  cost: 1 - closeness(found, wanted) / 2,
})

/** From 0 for nothing in common to 1. */
const closeness = (found: unknown, wanted: unknown): number => {
  if (typeof found === 'number' && typeof wanted === 'number')
    return 1 - Math.min(1, Math.abs(found - wanted) / Math.max(Math.abs(found), Math.abs(wanted), 1))
  if (typeof found !== 'string' || typeof wanted !== 'string') return 0
  const [a, b] = [found.slice(0, 80), wanted.slice(0, 80)]
  return 1 - distance(a, b) / Math.max(a.length, b.length, 1)
}
