import { type Problem, problemWith } from '../../../kernel/errors'
import {
  type Ordinal,
  ordinals,
  type Period,
  type RecurrenceDays,
  weekdays,
} from '../../../kernel/recurrence'
import type { ScheduleInput } from './schema'

/** Which days of a week or a month a schedule happens on, as `on` says it. */
type OnInput = NonNullable<ScheduleInput['on']>

/** The required form of `on` for each period, with an example for the message. */
const onRules: {
  readonly [P in Period]: { takes: readonly (keyof OnInput)[]; required: boolean; like: string }
} = {
  day: { takes: [], required: false, like: 'a schedule by day takes none' },
  week: { takes: ['weekdays'], required: true, like: 'a schedule by week needs weekdays such as monday' },
  month: {
    takes: ['days_of_month', 'weekday_of_month'],
    required: true,
    like: 'a schedule by month needs either days_of_month such as 1 and -1 or weekday_of_month such as 2nd_monday',
  },
}

const ordinalWords: { readonly [word: string]: Ordinal } = {
  first: '1st',
  second: '2nd',
  third: '3rd',
  fourth: '4th',
}

/** `2nd_monday`, `second_monday` or `last_friday`; `null` when it is neither. */
const weekdayOfMonthOf = (text: string): RecurrenceDays['weekdayOfMonth'] => {
  const [word = '', day = ''] = text.trim().toLowerCase().split('_')
  const ordinal = ordinalWords[word] ?? ordinals.find((one) => one === word)
  const weekday = weekdays.find((one) => one === day)
  return ordinal === undefined || weekday === undefined ? null : { ordinal, weekday }
}

/** Days from the end of the month come last. */
const placeOf = (day: number): number => (day > 0 ? day : day + 100)

/** The days that it names, in their order. */
export const daysOf = (input: OnInput): RecurrenceDays => ({
  weekdays: weekdays.filter((day) => input.weekdays?.includes(day)),
  daysOfMonth: [...new Set(input.days_of_month ?? [])].sort((a, b) => placeOf(a) - placeOf(b)),
  weekdayOfMonth: input.weekday_of_month === undefined ? null : weekdayOfMonthOf(input.weekday_of_month),
})

export const onProblems = (period: Period, on: OnInput): readonly Problem[] => {
  const { takes, required, like } = onRules[period]
  const given = Object.keys(on) as (keyof OnInput)[]
  const isOff =
    given.some((name) => !takes.includes(name)) ||
    given.length !== (required ? 1 : 0) ||
    given.some((name) => on[name]?.length === 0) ||
    on.days_of_month?.includes(0) === true ||
    (on.weekday_of_month !== undefined && weekdayOfMonthOf(on.weekday_of_month) === null)
  return isOff ? [problemWith('on', `is invalid: ${like}`, given.length === 0 ? 'required' : 'invalid')] : []
}
