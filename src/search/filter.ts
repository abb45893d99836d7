import { dayMs, dayOf, firstOfMonth, monthOf, parseTime, weekdayOf } from '../kernel/calendar'
import type { FilterKind } from './scope'
import { foldCase } from './words'

/** What a filter asks for, once its text is understood (spec 4.10 rules 2 to 4). */
export type Wanted =
  | { readonly kind: 'word'; readonly word: string }
  /** Both ends belong to it; an open one is infinite. */
  | { readonly kind: 'range'; readonly low: number; readonly high: number }

/** The rest of a sentence that begins with the filter's name. */
export class BadFilter {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** `now`: relative dates are days of the virtual clock, in UTC. */
export const readFilter = (kind: FilterKind, text: string, now: number): Wanted | BadFilter => {
  const value = text.trim()
  if (value === '') return new BadFilter("can't be blank")
  // Assumption `search-filter-case`.
  if (kind === 'string') return { kind: 'word', word: foldCase(value) }
  if (kind === 'boolean') return booleanOf(value)
  if (kind === 'time') return rangeOf(value, (end) => periodOf(end, now), 'a date')
  const read = kind === 'money' ? hundredthsOf : integerOf
  return rangeOf(value, (end) => only(read(end)), kind === 'money' ? 'an amount' : 'a whole number')
}

/** Published clients also send 1 and 0. */
const truths: ReadonlyMap<string, 'true' | 'false'> = new Map([
  ...['yes', 'on', 'true', '1'].map((word) => [word, 'true'] as const),
  ...['no', 'off', 'false', '0'].map((word) => [word, 'false'] as const),
])

const booleanOf = (value: string): Wanted | BadFilter => {
  const word = truths.get(value.toLowerCase())
  return word === undefined
    ? new BadFilter('must be yes or no, on or off, true or false')
    : { kind: 'word', word }
}

interface Span {
  readonly low: number
  readonly high: number
}

const only = (value: number | string): Span | string =>
  typeof value === 'string' ? value : { low: value, high: value }

/** `a..b`, `a..`, `..b` or one value alone. What a message says of a bad end comes from `read` as text. */
const rangeOf = (value: string, read: (end: string) => Span | string, what: string): Wanted | BadFilter => {
  const dots = value.indexOf('..')
  const [from, to] =
    dots === -1 ? [value, value] : [value.slice(0, dots).trim(), value.slice(dots + 2).trim()]
  if (from === '' && to === '') return new BadFilter(`must name ${what} before or after the ..`)
  const low = from === '' ? { low: Number.NEGATIVE_INFINITY } : read(from)
  const high = to === '' ? { high: Number.POSITIVE_INFINITY } : read(to)
  if (typeof low === 'string') return new BadFilter(low)
  if (typeof high === 'string') return new BadFilter(high)
  return { kind: 'range', low: low.low, high: high.high }
}

/** An amount in base units as hundredths of them, which all currencies share: `100` and `100.50`. */
const hundredthsOf = (text: string): number | string => {
  const match = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text)
  if (match === null) return 'must be an amount such as 100 or 100.50, or a range such as 100..200'
  const [, sign, units = '', part = ''] = match
  if (part.replace(/0+$/, '').length > 2) return 'must not have more than two decimals'
  const hundredths = Number(units) * 100 + Number(part.slice(0, 2).padEnd(2, '0'))
  if (!Number.isSafeInteger(hundredths)) return 'is too large'
  return sign === '-' ? -hundredths : hundredths
}

const integerOf = (text: string): number | string => {
  if (!/^[+-]?\d+$/.test(text)) return 'must be a whole number such as 6, or a range such as 3..10'
  return Number.isSafeInteger(Number(text)) ? Number(text) : 'is too large'
}

const days = (first: number, count: number): Span => ({ low: first, high: first + count * dayMs - 1 })

/** The days of the month so many after the present one. */
const month = (now: number, after: number): Span => ({
  low: firstOfMonth(monthOf(now) + after),
  high: firstOfMonth(monthOf(now) + after + 1) - 1,
})

/** Weeks begin on Monday (assumption `search-weeks`). */
const monday = (now: number): number => dayOf(now) - ((weekdayOf(now) + 6) % 7) * dayMs

const relative: { readonly [word: string]: (now: number) => Span } = {
  today: (now) => days(dayOf(now), 1),
  yesterday: (now) => days(dayOf(now) - dayMs, 1),
  this_week: (now) => days(monday(now), 7),
  last_week: (now) => days(monday(now) - 7 * dayMs, 7),
  this_month: (now) => month(now, 0),
  last_month: (now) => month(now, -1),
}
const relativeDates = Object.keys(relative)

/** A day, a moment of ISO 8601 or a relative date, as the time from its first to its last millisecond. */
const periodOf = (text: string, now: number): Span | string => {
  const word = text.toLowerCase()
  const known = Object.hasOwn(relative, word) ? relative[word] : undefined
  if (known !== undefined) return known(now)
  const iso = /^\d{4}\/\d\d\/\d\d(?!\/)/.test(text) ? text.replace('/', '-').replace('/', '-') : text
  const time = parseTime(iso)
  if (time === null)
    return `must be a date such as 2026-01-31 or 2026/01/31, a range of them with .., or one of ${relativeDates.join(', ')}`
  if (/^\d{4}-\d\d-\d\d$/.test(iso)) return days(time, 1)
  // A time without a fraction is its whole second: records are kept to the millisecond.
  return { low: time, high: /[.,]\d/.test(iso) ? time : time + 999 }
}
