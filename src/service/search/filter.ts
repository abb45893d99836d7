import { dayMs, dayOf, firstOfMonth, mondayOf, monthOf, parseTime } from '../../kernel/calendar'
import { foldCase } from './query'
import type { FilterKind } from './scope'

/** A parsed filter (spec 4.10 rules 2 to 4). */
export type FilterTest =
  | { readonly kind: 'word'; readonly word: string }
  /** Both bounds are inclusive; an open bound is infinite. */
  | { readonly kind: 'range'; readonly low: number; readonly high: number }

/** An error message without its subject, the name of the filter. */
export class BadFilter {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** @param now the time of the virtual clock in epoch milliseconds; relative dates are its days in UTC */
export const readFilter = (kind: FilterKind, text: string, now: number): FilterTest | BadFilter => {
  const value = text.trim()
  if (value === '') return new BadFilter("can't be blank")
  // Assumption `search-filter-case`.
  if (kind === 'string') return { kind: 'word', word: foldCase(value) }
  if (kind === 'boolean') return readBoolean(value)
  if (kind === 'time') return readRange(value, (end) => readDateOrWord(end, now), 'a date')
  if (kind === 'money') return readRange(value, readAmount, 'an amount')
  return readRange(value, readInteger, 'a whole number')
}

/** Published clients also send 1 and 0. */
const booleanWords: ReadonlyMap<string, 'true' | 'false'> = new Map([
  ...['yes', 'on', 'true', '1'].map((word) => [word, 'true'] as const),
  ...['no', 'off', 'false', '0'].map((word) => [word, 'false'] as const),
])

const readBoolean = (value: string): FilterTest | BadFilter => {
  const word = booleanWords.get(value.toLowerCase())
  return word === undefined
    ? new BadFilter('must be yes or no, on or off, true or false')
    : { kind: 'word', word }
}

/** The values that one bound of a range covers: a date covers all milliseconds of its day. */
interface Span {
  readonly first: number
  readonly last: number
}

/** Reads `a..b`, `a..`, `..b` or one value. `read` reads one bound, or returns the error message as text. */
const readRange = (
  value: string,
  read: (end: string) => Span | string,
  what: string,
): FilterTest | BadFilter => {
  const dots = value.indexOf('..')
  const [from, to] =
    dots === -1 ? [value, value] : [value.slice(0, dots).trim(), value.slice(dots + 2).trim()]
  if (from === '' && to === '') return new BadFilter(`must name ${what} before or after the ..`)
  const low = from === '' ? { first: Number.NEGATIVE_INFINITY } : read(from)
  const high = to === '' ? { last: Number.POSITIVE_INFINITY } : read(to)
  if (typeof low === 'string') return new BadFilter(low)
  if (typeof high === 'string') return new BadFilter(high)
  return { kind: 'range', low: low.first, high: high.last }
}

/** Reads an amount in base units, such as `100.50`, as hundredths of the unit, in any currency. */
const readAmount = (text: string): Span | string => {
  const match = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text)
  if (match === null) return 'must be an amount such as 100 or 100.50, or a range such as 100..200'
  const [, sign, units = '', part = ''] = match
  if (part.replace(/0+$/, '').length > 2) return 'must not have more than two decimals'
  const hundredths = Number(units) * 100 + Number(part.slice(0, 2).padEnd(2, '0'))
  return exactly(sign === '-' ? -hundredths : hundredths)
}

const readInteger = (text: string): Span | string =>
  /^[+-]?\d+$/.test(text)
    ? exactly(Number(text))
    : 'must be a whole number such as 6, or a range such as 3..10'

const exactly = (number: number): Span | string =>
  Number.isSafeInteger(number) ? { first: number, last: number } : 'is too large'

const days = (first: number, count: number): Span => ({ first, last: first + count * dayMs - 1 })

/** The month that is `later` months after the month of `time`. */
const month = (time: number, later: number): Span => ({
  first: firstOfMonth(monthOf(time) + later),
  last: firstOfMonth(monthOf(time) + later + 1) - 1,
})

const relativeDates: { readonly [word: string]: (now: number) => Span } = {
  today: (now) => days(dayOf(now), 1),
  yesterday: (now) => days(dayOf(now) - dayMs, 1),
  this_week: (now) => days(mondayOf(now), 7),
  last_week: (now) => days(mondayOf(now) - 7 * dayMs, 7),
  this_month: (now) => month(now, 0),
  last_month: (now) => month(now, -1),
}

/** Reads a day or an ISO 8601 time. A time without a fraction covers its whole second. `null` for other text. */
export const readDate = (text: string): Span | null => {
  const iso = text.replace(/^(\d{4})\/(\d\d)\/(\d\d)(?!\/)/, '$1-$2-$3')
  const time = parseTime(iso)
  if (time === null) return null
  if (/^\d{4}-\d\d-\d\d$/.test(iso)) return days(time, 1)
  return { first: time, last: /[.,]\d/.test(iso) ? time : time + 999 }
}

const readDateOrWord = (text: string, now: number): Span | string => {
  const word = text.toLowerCase()
  const relative = Object.hasOwn(relativeDates, word) ? relativeDates[word] : undefined
  const words = Object.keys(relativeDates).join(', ')
  return (
    relative?.(now) ??
    readDate(text) ??
    `must be a date such as 2026-01-31 or 2026/01/31, a range of them with .., or one of ${words}`
  )
}
