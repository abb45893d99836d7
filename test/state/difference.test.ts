import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Reference } from '../../src/library/snapshots/packing'
import { differenceOf, quoted, withDifference } from '../../src/state/difference'
import { runs } from '../support/arbitraries'

const card = Object.freeze({ id: 'card_1', createdAt: 1, brand: 'Visa' })
const placeOf = (row: object): Reference | null => (row === card ? ['cards', 'card_1'] : null)
const find = (): object => card

const before = {
  id: 'chrg_1',
  amount: 1,
  metadata: { a: 1, b: 'x' },
  list: [] as number[],
  card: null as object | null,
}

const { id, ...rest } = before
const reordered = { ...rest, id }

test.each<[name: string, now: object, told: string | null]>([
  ['nothing, when nothing is new', { ...before, metadata: { a: 1, b: 'x' }, list: [] }, ''],
  ['the fields that are new', { ...before, id: 'chrg_2', amount: 2 }, '"id":"chrg_2","amount":2'],
  ['a field that was emptied', { ...before, metadata: null, id: null }, '"id":null,"metadata":null'],
  [
    'of an object only what is new in it',
    { ...before, metadata: { a: 1, b: 'é"' } },
    '"~metadata":{"b":"é\\""}',
  ],
  [
    'an object of other fields whole',
    { ...before, metadata: { b: 'x', a: 1 } },
    '"metadata":{"b":"x","a":1}',
  ],
  ['a list whole', { ...before, list: [1] }, '"list":[1]'],
  ['a row that stands somewhere as a reference', { ...before, card }, '"card":{"$row":["cards","card_1"]}'],
  [
    'a name that looks like a mark within its object',
    { ...before, metadata: { '~a': 1 } },
    '"metadata":{"~a":1}',
  ],
  ['nothing of a row of other fields: it is written whole', { id: 'chrg_2', amount: 1 }, null],
  ['nothing of a row of fields in another order', reordered, null],
])('a difference tells %s', (_, now, told) => {
  expect(differenceOf(now, before, placeOf)).toBe(told)
  if (told !== null)
    expect(JSON.stringify(withDifference(before, JSON.parse(`{${told}}`), find))).toBe(JSON.stringify(now))
})

test.each<[name: string, former: object, now: object, told: string | null]>([
  ['a list of the same length', { list: [1] }, { list: [2] }, '"list":[2]'],
  ['an object where nothing was', { held: null }, { held: { a: 1 } }, '"held":{"a":1}'],
  [
    'an object within an object',
    { a: { b: { c: 1, d: 2 } } },
    { a: { b: { c: 1, d: 3 } } },
    '"~a":{"~b":{"d":3}}',
  ],
  [
    'another row that is written somewhere as a reference',
    { card: { ...card, id: 'card_0' } },
    { card },
    '"card":{"$row":["cards","card_1"]}',
  ],
  ['a truth value', { paid: false }, { paid: true }, '"paid":true'],
  ['nothing of a field without a value', { a: 1 }, { a: undefined }, null],
  ['nothing of a field whose name looks like a mark', { '~a': 1 }, { '~a': 2 }, null],
  [
    'nothing of a field that assigning would not make',
    JSON.parse('{"__proto__":1}'),
    JSON.parse('{"__proto__":2}'),
    null,
  ],
])('a difference tells %s, and makes it again', (_, former, now, told) => {
  expect(differenceOf(now, former, placeOf)).toBe(told)
  if (told !== null)
    expect(JSON.stringify(withDifference(former, JSON.parse(`{${told}}`), find))).toBe(JSON.stringify(now))
})

test('a difference within an object that is not there is refused', () => {
  expect(() => withDifference({ held: null }, { '~held': { a: 1 } }, find)).toThrow()
})

test.each([
  '',
  'a b',
  '!#[]~',
  '"',
  '\\',
  '\n',
  '\u001f',
  '\u007f',
  'é',
  '\u2028',
  '\ud800',
  'x'.repeat(200),
])('the text %j is quoted as JSON has it', (text) => {
  expect(quoted(text)).toBe(JSON.stringify(text))
  expect(quoted(`a${text}b`)).toBe(JSON.stringify(`a${text}b`))
})

test('whatever two rows hold, the one and its difference to the other make the other again', () => {
  const name = fc.constantFrom('$row', '~', '~a', 'a', 'b', '__proto__', '1', 'value')
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<unknown>(1, -1.5, 'a', '"\\\n\u2028é\ud800', true, null, card),
      fc.array(tie('value'), { maxLength: 2 }),
      fc
        .uniqueArray(fc.tuple(name, tie('value')), { maxLength: 3, selector: ([key]) => key })
        .map((fields) => Object.fromEntries(fields)),
    ),
  })).value
  const row = fc.record({ id: fc.constantFrom('a', 'b'), metadata: value, held: value })
  fc.assert(
    fc.property(row, row, (one, other) => {
      const told = differenceOf(other, one, placeOf)
      if (told === null) throw new Error('rows of the same fields can always be told apart')
      const again = withDifference(one, JSON.parse(`{${told}}`), find)
      expect(JSON.stringify(again)).toBe(JSON.stringify(other))
    }),
    runs(2000),
  )
})
