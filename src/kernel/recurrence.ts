import { dayMs, firstOfMonth, lastDay, lengthOfMonth, mondayOf, monthOf, weekdayOf } from './calendar'
import { sentence } from './errors'

/** Recurring days: every n days, weeks or months. Knows nothing of payments. */
export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const
export type Weekday = (typeof weekdays)[number]

export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]

export const ordinals = ['1st', '2nd', '3rd', '4th', 'last'] as const
export type Ordinal = (typeof ordinals)[number]

export interface Recurrence {
  readonly every: number
  readonly period: Period
  readonly on: RecurrenceDays
  /** Days as their first moment, in epoch milliseconds. */
  readonly startOn: number
  /** `null` for no end. */
  readonly endOn: number | null
}

/** Which days of the period. Of a week its weekdays; of a month either its days or one of its weekdays. */
export interface RecurrenceDays {
  readonly weekdays: readonly Weekday[]
  /** Below zero they count from the end of the month: -1 is its last day. */
  readonly daysOfMonth: readonly number[]
  readonly weekdayOfMonth: { readonly ordinal: Ordinal; readonly weekday: Weekday } | null
}

/** Start of the period with this index; the first one has index 0. */
const periodStart = ({ every, period, startOn }: Recurrence, index: number): number => {
  if (period === 'day') return startOn + index * every * dayMs
  if (period === 'week') return mondayOf(startOn) + index * every * 7 * dayMs
  return firstOfMonth(monthOf(startOn) + index * every)
}

/** The last period that begins at or before `time`, or the first one. */
const periodAt = ({ every, period, startOn }: Recurrence, time: number): number => {
  if (period === 'month') return Math.max(0, Math.floor((monthOf(time) - monthOf(startOn)) / every))
  const length = every * dayMs * (period === 'week' ? 7 : 1)
  const first = period === 'week' ? mondayOf(startOn) : startOn
  return Math.max(0, Math.floor((time - first) / length))
}

const dayOfMonth = (month: number, day: number): number => {
  const length = lengthOfMonth(month)
  const fromStart = day > 0 ? day : length + 1 + day
  return fromStart < 1 || fromStart > length ? Number.NaN : firstOfMonth(month) + (fromStart - 1) * dayMs
}

const weekdayOfMonth = (month: number, ordinal: Ordinal, weekday: Weekday): number => {
  const first = firstOfMonth(month)
  const skipped = (weekdays.indexOf(weekday) - weekdayOf(first) + 7) % 7
  if (ordinal !== 'last') return first + (skipped + ordinals.indexOf(ordinal) * 7) * dayMs
  const weeks = Math.floor((lengthOfMonth(month) - 1 - skipped) / 7)
  return first + (skipped + weeks * 7) * dayMs
}

/** The days of one period, in order. A day that the month does not have is left out (assumption `schedule-periods`). */
const daysOf = ({ period, on }: Recurrence, start: number): readonly number[] => {
  if (period === 'day') return [start]
  if (period === 'week')
    return on.weekdays
      .map((weekday) => start + ((weekdays.indexOf(weekday) + 6) % 7) * dayMs)
      .sort((a, b) => a - b)
  const month = monthOf(start)
  if (on.weekdayOfMonth !== null)
    return [weekdayOfMonth(month, on.weekdayOfMonth.ordinal, on.weekdayOfMonth.weekday)]
  const days = on.daysOfMonth.map((day) => dayOfMonth(month, day)).filter((day) => !Number.isNaN(day))
  return [...new Set(days)].sort((a, b) => a - b)
}

/** At most `count` days of the recurrence, the first one on or after `from`. */
export const daysFrom = (rule: Recurrence, from: number, count: number): readonly number[] => {
  const earliest = Math.max(from, rule.startOn)
  const latest = Math.min(rule.endOn ?? lastDay, lastDay)
  const found: number[] = []
  let index = periodAt(rule, earliest)
  // A start outside of the calendar is NaN, which ends the search too.
  for (let start = periodStart(rule, index); start <= latest; start = periodStart(rule, index)) {
    for (const day of daysOf(rule, start)) {
      if (day >= earliest && day <= latest) found.push(day)
      if (found.length === count) return found
    }
    index += 1
  }
  return found
}

/** `1st`, `22nd`, `13th`. */
const ordinalOf = (day: number): string => {
  const teen = day % 100 > 10 && day % 100 < 14
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${ending}`
}

const dayInWords = (day: number): string => {
  if (day > 0) return ordinalOf(day)
  return day === -1 ? 'last day' : `${ordinalOf(-day)} last day`
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const daysInWords = ({ period, on }: Recurrence): string => {
  if (period === 'day') return ''
  if (period === 'week') return ` on ${sentence(on.weekdays.map(capital))}`
  return on.weekdayOfMonth === null
    ? ` on the ${sentence(on.daysOfMonth.map(dayInWords))}`
    : ` on the ${on.weekdayOfMonth.ordinal} ${capital(on.weekdayOfMonth.weekday)}`
}

/** `Every 2 week(s) on Monday and Friday`. */
export const inWords = (rule: Recurrence): string =>
  `Every ${rule.every} ${rule.period}(s)${daysInWords(rule)}`
