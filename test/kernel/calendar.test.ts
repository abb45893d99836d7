import { describe, expect, test } from 'vitest'
import { dateText, dayOf, iso, isoOrNull, isTime, parseTime, weekdayOf } from '../../src/kernel/calendar'
import { rateOf } from '../../src/kernel/money'
import { nearest } from '../../src/kernel/text'

const time = Date.UTC(2026, 0, 15, 9, 5, 7, 8)

test('times are written to the millisecond, days as their date', () => {
  expect([iso(time), isoOrNull(time), isoOrNull(null), dateText(time)]).toEqual([
    '2026-01-15T09:05:07.008Z',
    '2026-01-15T09:05:07.008Z',
    null,
    '2026-01-15',
  ])
  expect([dayOf(time), weekdayOf(time), weekdayOf(-1)]).toEqual([Date.UTC(2026, 0, 15), 4, 3])
})

test('the texts of more days than are remembered are right as well', () => {
  for (let day = 0; day < 2100; day += 1)
    expect(iso(day * 86_400_000)).toBe(new Date(day * 86_400_000).toISOString())
})

test.each<[text: string, time: number | null]>([
  [' 2026-01-15 ', Date.UTC(2026, 0, 15)],
  ['2026-01-15T09:05', Date.UTC(2026, 0, 15, 9, 5)],
  ['2026-01-15T09:05:07.008', time],
  ['2026-01-15T24:00', null],
  ['2026-01-15T25:00', null],
  ['2026-02-30', null],
  ['2026-13-01', null],
  ['0000-01-01', Date.parse('0000-01-01T00:00:00Z')],
  ['9999-12-31T23:59:59.999Z', Date.parse('9999-12-31T23:59:59.999Z')],
  ['9999-12-31T23:59:59.999-00:01', null],
  ['0000-01-01T00:00:00+00:01', null],
])('%j is read as %s', (text, read) => {
  expect(parseTime(text)).toBe(read)
})

test.each<[value: number, is: boolean]>([
  [time, true],
  [Date.parse('0000-01-01T00:00:00Z'), true],
  [Date.parse('0000-01-01T00:00:00Z') - 1, false],
  [Date.parse('9999-12-31T23:59:59.999Z'), true],
  [Date.parse('9999-12-31T23:59:59.999Z') + 1, false],
  [0.5, false],
  [Number.NaN, false],
])('%d is a time that a date of ten characters can say: %s', (value, is) => {
  expect(isTime(value)).toBe(is)
})

test.each([
  ['usd', 'thb', 32.5438629959],
  ['thb', 'usd', 0.0307277596],
  ['thb', 'thb', 1],
  ['idr', 'usd', 0.0000583827],
] as const)('the rate of one %s in %s has ten digits', (from, to, rate) => {
  expect(rateOf(from, to)).toBe(rate)
})

describe('the nearest names', () => {
  const long = 'x'.repeat(80)
  test.each<[name: string, names: readonly string[], found: readonly string[]]>([
    ['abc', ['bac'], ['bac']],
    ['abcd', ['abdc', 'dcba'], ['abdc']],
    ['charge', ['refund', 'charges', 'charge'], ['charge', 'charges']],
    ['ab', ['abcdefgh'], []],
    ['abcd', ['ab'], []],
    [`${long}a`, [`${long}bcd`], [`${long}bcd`]],
  ])('of %j among %j are %j', (name, names, found) => {
    expect(nearest(name, names, 3)).toEqual(found)
  })
})
