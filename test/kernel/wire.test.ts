/** What each kind of parameter takes, as JSON or as form text, and what it says of anything else. */
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isoDate, isoTime } from '../../src/kernel/schema'
import { UploadedFile } from '../../src/kernel/upload'
import * as wire from '../../src/kernel/wire'

/** What comes of a value: itself as it is read, or what is wrong with it and under which code. */
const read = (schema: z.core.$ZodType, value: unknown): unknown => {
  const { success, data, error } = z.safeParse(schema, value)
  if (success) return data
  const [issue] = error.issues
  return { says: issue?.message, ...(issue?.code === 'custom' ? issue.params : {}) }
}

/** Without the code, where it is the usual one. */
const wrong = (text: string, params: { readonly code?: string; readonly error?: string } = {}) => ({
  says: text,
  text,
  ...params,
})
const noNumber = wrong('is not a number', { code: 'invalid' })
const noValue = wrong('is not a number', { code: 'required' })
const fraction = wrong('must be an integer (in subunits)', { code: 'invalid', error: 'invalid_amount' })
const notPositive = wrong('must be greater than 0', { code: 'too_small', error: 'invalid_amount' })
const blank = wrong("can't be blank", { code: 'required' })
const invalid = wrong('is invalid')
const file = new UploadedFile('receipt.pdf', 'JVBERi0=')

const all = (values: readonly unknown[], is: unknown): Rows => values.map((value) => [value, is])

type Rows = readonly (readonly [value: unknown, read: unknown])[]

const of = (kind: string, schema: z.core.$ZodType, rows: Rows) =>
  rows.map(([value, is]) => ({ kind, schema, value, is }))

const rows = [
  ...of('an amount', wire.amount(), [
    [1, 1],
    ['2000', 2000],
    [' 2000 ', 2000],
    ['+5', 5],
    ['12.0', 12],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [0, notPositive],
    ['-1', notPositive],
    [12.5, fraction],
    ['12.5', fraction],
    ['12.55', fraction],
    [['5'], noNumber],
    ...all(['1e3', '12.', '.5', '5x', 'x5'], noNumber),
    ['', noValue],
    [' ', noValue],
    [null, noNumber],
    [true, noNumber],
    [Number.POSITIVE_INFINITY, noNumber],
    [undefined, noValue],
    [2 ** 53, wrong('is too large', { code: 'too_large' })],
  ]),
  ...of('an amount without an error of its own', wire.amount({ error: null }), [
    [1, 1],
    [0, wrong('must be greater than 0', { code: 'too_small' })],
    [0.5, wrong('must be an integer (in subunits)', { code: 'invalid' })],
  ]),
  ...of('an amount of 0 or more', wire.amount({ least: 0 }), [
    [0, 0],
    [-1, notPositive],
  ]),
  ...of('an integer from 1 to 100', wire.int({ min: 1, max: 100 }), [
    [1, 1],
    ['100', 100],
    [0, wrong('must be >= 1', { code: 'too_small' })],
    [101, wrong('must be <= 100', { code: 'too_large' })],
    [1.5, wrong('is not a number')],
    ['x', noNumber],
  ]),
  ...of('an integer with an error of its own', wire.int({ min: 1, max: 2, error: 'invalid_page' }), [
    [2, 2],
    [0, wrong('must be >= 1', { code: 'too_small', error: 'invalid_page' })],
    [3, wrong('must be <= 2', { code: 'too_large', error: 'invalid_page' })],
    ['x', wrong('is not a number', { code: 'invalid', error: 'invalid_page' })],
    [1.5, wrong('is not a number', { error: 'invalid_page' })],
    [2 ** 53, wrong('is too large', { code: 'too_large', error: 'invalid_page' })],
  ]),
  ...of('an integer without bounds', wire.int(), [[-7, -7]]),
  ...of('a number that may have a fraction', wire.number({ min: 0, max: 100 }), [
    ['12.75', 12.75],
    [0, 0],
    [100, 100],
    [-0.1, wrong('must be from 0 to 100', { code: 'invalid' })],
    [100.1, wrong('must be from 0 to 100', { code: 'invalid' })],
    ...all(['', ' ', 'x', Number.NaN, true], wrong('is not a number')),
  ]),
  ...of('a truth', wire.bool(), [
    ...all(['true', '1', 'yes', 'on', ' TRUE ', 1, true], true),
    ...all(['false', '0', 'no', 'off', 'Off', 0, false], false),
    ...all(['', 'x', 2, null, undefined], wrong('must be true or false')),
  ]),
  ...of('a text', wire.text({ max: 3 }), [
    ['', ''],
    ['abc', 'abc'],
    [12, '12'],
    ['abcd', wrong('is too long (maximum is 3 characters)', { code: 'too_long' })],
    [undefined, blank],
    [true, invalid],
  ]),
  ...of(
    'a text that is required and has an error of its own',
    wire.text({ required: true, error: 'invalid_card' }),
    [
      ['a', 'a'],
      [' ', blank],
      [{}, wrong('is invalid', { error: 'invalid_card' })],
    ],
  ),
  ...of('a card or its token', wire.cardId(), [
    ['tokn_test_1', 'tokn_test_1'],
    [{}, { ...wrong('invalid card token', { error: 'invalid_card_token' }), whole: true }],
  ]),
  ...of('what may be blank', wire.unlessBlank(wire.text({ required: true })), [
    ['', undefined],
    [undefined, undefined],
    ['a', 'a'],
    [' ', blank],
  ]),
  ...of('a number where 0 means nothing', wire.unlessZero(wire.int()), [
    ...all([0, -0, '0', '00', '  0  ', '0.00', '-0', undefined], undefined),
    ['10', 10],
    ['01', 1],
    ['', noValue],
    ...all([false, '0x', 'x0', [0]], noNumber),
  ]),
  ...of('a currency', wire.currency(), [
    ['thb', 'thb'],
    [' JPY ', 'jpy'],
    ...all(['xyz', 'toString', 7, ['thb']], wrong('is currently not supported', { code: 'not_supported' })),
    [undefined, wrong('is currently not supported', { code: 'required' })],
  ]),
  ...of('one of a list', wire.oneOf(['won', 'lost']), [
    ['lost', 'lost'],
    ['open', wrong('is not included in the list (won, lost)', { code: 'not_supported' })],
  ]),
  ...of('a moment', wire.when(), [
    ['1970-01-02', 86_400_000],
    ['1970-01-01T00:00:01Z', 1000],
    ['soon', invalid],
    [0, invalid],
  ]),
  ...of('metadata', wire.metadata(), [
    [{ order: '7' }, { order: '7' }],
    ['', {}],
    // {"a":""} has eight characters besides.
    [{ a: 'x'.repeat(14_992) }, { a: 'x'.repeat(14_992) }],
    [
      { a: 'x'.repeat(14_993) },
      wrong('is too long (maximum is 15000 characters)', { code: 'too_long', error: 'bad_request' }),
    ],
    ['x', wrong('is invalid', { error: 'bad_request' })],
    [[], wrong('is invalid', { error: 'bad_request' })],
  ]),
  ...of('an address', wire.url(), [
    ['https://shop.test/back', 'https://shop.test/back'],
    ['HTTP://shop.test', 'HTTP://shop.test'],
    ...all(['ftp://shop.test', 'see https://shop.test', 'https://shop.test/a b', 'https://:x'], invalid),
    ...all([7, ['https://shop.test']], invalid),
  ]),
  ...of('a list of two at most', wire.array(wire.text(), { max: 2 }), [
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [{ 0: 'a', 1: 'b' }, ['a', 'b']],
    ['ab', ['ab']],
    [12, ['12']],
    [{ 1: 'a' }, invalid],
    [{ 0: 'a', x: 'b' }, invalid],
    [{}, []],
    [['a', 'b', 'c'], wrong('must have at most 2 items', { code: 'too_long' })],
  ]),
  ...of('a list', wire.array(wire.text()), [[Array(9).fill('a'), Array(9).fill('a')]]),
  ...of('a file', wire.upload(), [
    [file, file],
    ['receipt.pdf', undefined],
    [{ filename: 'receipt.pdf', base64: '' }, undefined],
  ]),
  ...of(
    'an object',
    wire.object(() => ({ name: wire.unlessBlank(wire.text()) })),
    [
      [{ name: 'a' }, { name: 'a' }],
      [{ name: null }, {}],
      ['a', invalid],
      [[], invalid],
    ],
  ),
]

test.each(rows)('$kind reads $value as $is', ({ schema, value, is }) => {
  expect(read(schema, value)).toEqual(is)
})

describe('members that are null', () => {
  test.each<[before: Record<string, unknown>, after: Record<string, unknown>]>([
    [
      { a: 1, b: null, c: undefined },
      { a: 1, c: undefined },
    ],
    [{ a: { b: null } }, { a: { b: null } }],
  ])('%j are absent: %j', (before, after) => {
    expect(wire.withoutNulls(before)).toStrictEqual(after)
  })

  test('cost no copy where there are none', () => {
    const members = { a: 1, b: { c: null } }
    expect(wire.withoutNulls(members)).toBe(members)
  })
})

test.each([
  ['a moment', isoTime(), '2026-01-15T09:00:00.000Z', ['2026-01-15', ' 2026-01-15T09:00:00.000Z']],
  ['a day', isoDate(), '2026-01-15', ['2026-1-15', '2026-01-15T', 'x2026-01-15']],
] as const)('%s of an answer has one form', (_, schema, right, others) => {
  expect(read(schema, right)).toBe(right)
  for (const other of others) expect(z.safeParse(schema, other).success).toBe(false)
})
