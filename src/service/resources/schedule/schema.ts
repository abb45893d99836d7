import * as z from 'zod/mini'
import { type Problem, problemWith } from '../../../kernel/errors'
import {
  type Ordinal,
  ordinals,
  type Period,
  periods,
  type RecurrenceDays,
  weekdays,
} from '../../../kernel/recurrence'
import { flawed } from '../../../kernel/schema'
import {
  about,
  amount,
  array,
  currency,
  currencyText,
  int,
  metadata,
  number,
  object,
  oneOf,
  optional,
  preprocess,
  text,
  unlessZero,
  when,
  words,
} from '../../../kernel/wire'

/** Amounts in schedules are like any parameter: a bad one is a bad request. */
const subunits = () => amount({ error: null })

/** One value alone is no list of days (assumption `schedule-days`). */
const list = <T extends z.core.$ZodType>(items: T, max: number) =>
  preprocess(
    (value, context) =>
      typeof value === 'object'
        ? value
        : flawed(context, { text: 'must be a list: in a form, its name ends in []' }),
    array(items, { max }),
  )

const days = () =>
  object(() => ({
    weekdays: optional(
      'List of days of the week, such as `monday`. Required for weeks',
      list(oneOf(weekdays), 7),
    ),
    days_of_month: optional(
      'List of days of the month: 1 to 31, or -1 for its last day down to -31. A day that a month does not have is left out',
      list(int({ min: -31, max: 31 }), 31),
    ),
    weekday_of_month: optional(
      'One weekday of the month, such as `2nd_monday` or `last_friday`, instead of `days_of_month`',
      text(),
    ),
  }))

export const scheduleCreate = () =>
  z.object({
    every: about(
      'Number of periods from one time to the next: 2 with `week` is every second week',
      int({ min: 1 }),
    ),
    period: about('The unit of `every`', oneOf(periods)),
    on: optional('The days of the period. Required for weeks and months, refused for days', days()),
    /** Of each time only the day counts. `_date` is the older name of `_on`. */
    start_on: z.optional(when()),
    start_date: z.optional(when()),
    end_on: z.optional(when()),
    end_date: z.optional(when()),
    charge: optional(
      'What is charged each time. Either this or `transfer` is required',
      object(() => ({
        customer: about('Id of the customer who pays', text({ required: true })),
        card: optional(
          'Id of one of its cards. Default: the default card of the customer at the time',
          text(),
        ),
        amount: subunits(),
        currency: optional(`${currencyText}. Default: that of the account`, currency()),
        description: optional('Text of the merchant on each charge. Default: none', words()),
        metadata: z.optional(metadata()),
      })),
    ),
    transfer: optional(
      'What is transferred each time. Either this or `charge` is required',
      object(() => ({
        recipient: about('Id of the recipient', text({ required: true })),
        /** Either an amount or a percentage. */
        amount: unlessZero(subunits()),
        percentage_of_balance: about(
          'Percent of the transferable balance, up to 100, instead of `amount`; 0 counts as left out',
          unlessZero(number({ min: 0, max: 100 })),
        ),
      })),
    ),
  })
export type ScheduleInput = z.output<ReturnType<typeof scheduleCreate>>

/** Which days of a week or a month a schedule runs on, as `on` says it. */
type OnInput = z.output<ReturnType<typeof days>>

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
const dayOrder = (day: number): number => (day > 0 ? day : day + 100)

/** The days that it names, in their order. */
export const daysOf = (input: OnInput): RecurrenceDays => ({
  weekdays: weekdays.filter((day) => input.weekdays?.includes(day)),
  daysOfMonth: [...new Set(input.days_of_month ?? [])].sort((a, b) => dayOrder(a) - dayOrder(b)),
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
