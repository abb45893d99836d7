import { describe, expect, test } from 'vitest'
import { daysFrom, inWords, type Recurrence, weekdays } from '../../src/kernel/recurrence'

const at = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const text = (day: number): string => new Date(day).toISOString().slice(0, 10)
const none = { weekdays: [], daysOfMonth: [], weekdayOfMonth: null } as const

const rule = (part: Partial<Recurrence>): Recurrence => ({
  every: 1,
  period: 'day',
  on: none,
  startOn: at('2026-01-15'),
  endOn: null,
  ...part,
})

const week = (...weekdays: Recurrence['on']['weekdays']) =>
  ({ period: 'week', on: { ...none, weekdays } }) as const
const month = (...daysOfMonth: number[]) => ({ period: 'month', on: { ...none, daysOfMonth } }) as const
const nth = (ordinal: '1st' | '3rd' | 'last', weekday: 'monday' | 'thursday' | 'friday') =>
  ({ period: 'month', on: { ...none, weekdayOfMonth: { ordinal, weekday } } }) as const

/** From Thursday, 15 January 2026 on. */
const working = week('monday', 'tuesday', 'wednesday', 'thursday', 'friday')
const rows: [what: string, rule: Partial<Recurrence>, words: string, days: string][] = [
  ['every day', {}, '1 day(s)', '01-15 01-16 01-17'],
  ['every third day', { every: 3 }, '3 day(s)', '01-15 01-18 01-21'],
  [
    'every week, the later day named first',
    week('friday', 'monday'),
    '1 week(s) on Friday and Monday',
    '01-16 01-19 01-23',
  ],
  [
    'every second week: the week of the start counts as the first',
    { ...week('monday', 'thursday'), every: 2 },
    '2 week(s) on Monday and Thursday',
    '01-15 01-26 01-29',
  ],
  ['a week ends on Sunday', { ...week('sunday'), every: 2 }, '2 week(s) on Sunday', '01-18 02-01 02-15'],
  [
    'five days of the week',
    working,
    '1 week(s) on Monday, Tuesday, Wednesday, Thursday, and Friday',
    '01-15 01-16 01-19',
  ],
  ['two days of the month', month(1, 16), '1 month(s) on the 1st and 16th', '01-16 02-01 02-16'],
  ['every third month', { ...month(22), every: 3 }, '3 month(s) on the 22nd', '01-22 04-22 07-22'],
  ['a day that not every month has', month(31), '1 month(s) on the 31st', '01-31 03-31 05-31'],
  ['from the end', month(-1, -3), '1 month(s) on the last day and 3rd last day', '01-29 01-31 02-26'],
  [
    'one day named twice over',
    { ...month(28, -1), startOn: at('2026-02-01') },
    '1 month(s) on the 28th and last day',
    '02-28 03-28 03-31',
  ],
  ['the first Monday', nth('1st', 'monday'), '1 month(s) on the 1st Monday', '02-02 03-02 04-06'],
  [
    'the third Thursday, today',
    nth('3rd', 'thursday'),
    '1 month(s) on the 3rd Thursday',
    '01-15 02-19 03-19',
  ],
  ['the last Friday', nth('last', 'friday'), '1 month(s) on the last Friday', '01-30 02-27 03-27'],
]

describe('days that come again and again (assumption schedule-periods)', () => {
  test.each(rows)('%s', (_, part, words, days) => {
    const expected = days.split(' ').map((day) => `2026-${day}`)
    expect(daysFrom(rule(part), 0, 3).map(text)).toEqual(expected)
    expect(inWords(rule(part))).toBe(`Every ${words}`)
  })

  test.each(rows)('%s: found from any day on as from the first one', (_, part) => {
    const all = daysFrom(rule(part), 0, 200)
    for (let from = at('2026-01-15'); from < at('2026-08-01'); from += 86_400_000) {
      const left = all.filter((day) => day >= from).slice(0, 3)
      expect(daysFrom(rule(part), from, 3)).toEqual(left)
    }
  })

  test('February has a 29th in leap years only', () => {
    const leap = rule({ ...month(29), every: 12, startOn: at('2026-02-01') })
    expect(daysFrom(leap, 0, 2).map(text)).toEqual(['2028-02-29', '2032-02-29'])
  })

  test('the end is the last day that counts', () => {
    expect(daysFrom(rule({ endOn: at('2026-01-16') }), 0, 9).map(text)).toEqual(['2026-01-15', '2026-01-16'])
  })

  test('days of its last period that come after its end do not count', () => {
    const twice = week('monday', 'friday')
    const days = (endOn: string) => daysFrom(rule({ ...twice, endOn: at(endOn) }), 0, 9).map(text)
    expect(days('2026-01-22')).toEqual(['2026-01-16', '2026-01-19'])
    expect(days('2026-01-23')).toEqual(['2026-01-16', '2026-01-19', '2026-01-23'])
  })

  test('a month that is too short has no such day from its end', () => {
    const days = daysFrom(rule(month(-31)), 0, 4).map(text)
    expect(days).toEqual(['2026-03-01', '2026-05-01', '2026-07-01', '2026-08-01'])
    const most = rule(month(-30, 15))
    expect(daysFrom(most, at('2026-02-01'), 3).map(text)).toEqual(['2026-02-15', '2026-03-02', '2026-03-15'])
  })

  test.each([
    ['a day that never comes', { ...month(30), every: 12, startOn: at('2026-02-01') }],
    ['a period beyond the calendar', { every: Number.MAX_SAFE_INTEGER, startOn: at('2026-01-14') }],
    [
      'a month beyond the calendar',
      { ...month(1), every: Number.MAX_SAFE_INTEGER, startOn: at('2026-01-15') },
    ],
  ] as const)('%s is not waited for', (_, part) => {
    expect(daysFrom(rule(part), at('2026-01-15'), 3)).toEqual([])
  })

  test('every weekday has a name', () => {
    const week = rule({ period: 'week', on: { ...none, weekdays } })
    expect(daysFrom(week, 0, 7)).toHaveLength(7)
  })
})

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [20, '20th'],
  [21, '21st'],
  [22, '22nd'],
  [23, '23rd'],
  [30, '30th'],
  [31, '31st'],
])('day %i of a month is the %s', (day, word) => {
  expect(inWords(rule(month(day)))).toBe(`Every 1 month(s) on the ${word}`)
})
