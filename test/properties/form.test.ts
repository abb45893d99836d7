import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { decodeForm } from '../../src/service/http/form'
import { patience, runs, textOf } from '../support/arbitraries'
import { encodeForm, type Params, type ParamValue } from '../support/form'

vi.setConfig({ testTimeout: patience })

/** Any text that has an encoding: half a surrogate pair has none. */
const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  textOf(8).map((value) => value.replace(/\p{Surrogate}/gu, '')),
  fc.constantFrom('', '%', '%41', 'a+b', 'a b', 'x=y&z', '[]', 'null'),
)

/** Names without brackets, which only structure may have. */
const name = fc.oneof(
  text.filter((value) => value !== '' && !/[[\]]/.test(value)),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'a.b',
    '0',
    '10',
    'x y',
    '&',
    '=',
  ),
)

/** What a form can say: text, lists of text, lists of objects with the same names, and objects of these. */
const row = fc
  .uniqueArray(name, { minLength: 1, maxLength: 3 })
  .chain((names) =>
    fc
      .array(fc.tuple(...names.map(() => text)), { minLength: 1, maxLength: 3 })
      .map((members) =>
        members.map((values) =>
          Object.fromEntries(names.map((key, i): [string, string] => [key, values[i] ?? ''])),
        ),
      ),
  )
const value = fc.letrec<{ value: ParamValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    text,
    fc.array(text, { minLength: 1, maxLength: 4 }),
    row,
    fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 3 }),
  ),
})).value
const object: fc.Arbitrary<Params> = fc.dictionary(name, value, { maxKeys: 4 })

/** Without prototypes on one side, and the names in no particular order. */
const sorted = (given: unknown): unknown => {
  if (Array.isArray(given)) return given.map(sorted)
  if (typeof given !== 'object' || given === null) return given
  return Object.entries(given)
    .map(([key, member]): [string, unknown] => [key, sorted(member)])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Objects are never the prototype of anything, so no name can mean more than itself. */
const isBare = (given: unknown): boolean =>
  typeof given !== 'object' ||
  given === null ||
  ((Array.isArray(given) || Object.getPrototypeOf(given) === null) && Object.values(given).every(isBare))

describe('a form with brackets', () => {
  test('reading a form returns the written values', () => {
    const property = fc.property(object, (given) => {
      const decoded = decodeForm(encodeForm(given))
      expect(sorted(decoded)).toEqual(sorted(given))
      expect(isBare(decoded)).toBe(true)
    })
    fc.assert(property, runs(2000))
  })

  test('brackets may be percent-encoded, and spaces may be plus signs', () => {
    const property = fc.property(object, (given) => {
      const form = encodeForm(given)
      const other = form.replaceAll('[', '%5B').replaceAll(']', '%5d').replaceAll('%20', '+')
      expect(sorted(decodeForm(other))).toEqual(sorted(given))
    })
    fc.assert(property, runs(500))
  })

  test('flat parameters are read as a browser reads them', () => {
    const pairs = fc.array(fc.tuple(name, text), { maxLength: 6 })
    const property = fc.property(pairs, (given) => {
      const search = new URLSearchParams(given)
      expect(sorted(decodeForm(search.toString()))).toEqual(sorted(Object.fromEntries(search)))
    })
    fc.assert(property, runs(1000))
  })
})
