import { expect, test } from 'vitest'
import { dateText, dayOf, iso, isoOrNull, isTime, parseTime, weekdayOf } from '../../src/kernel/calendar'
import { rateOf } from '../../src/kernel/money'

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

test.each<[text: string, time: number | null]>([
  [' 2026-01-15 ', Date.UTC(2026, 0, 15)],
  ['2026-01-15T09:05', Date.UTC(2026, 0, 15, 9, 5)],
  ['2026-01-15T09:05:07.008', time],
  ['2026-01-15T24:00', null],
  ['2026-02-29', null],
  ['2026-01-15T09:00:00+24:00', null],
  ['2026-01-15T09:00:00-00:60', null],
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
