import * as z from 'zod/mini'
import { once } from '../../../kernel/json'
import { limits } from '../../../kernel/limits'
import { periods, weekdays } from '../../../kernel/recurrence'
import {
  amount,
  array,
  currency,
  int,
  metadata,
  number,
  object,
  oneOf,
  text,
  unlessZero,
  when,
} from '../../../kernel/wire'

/** Amounts in schedules are like any parameter: a bad one is a bad request. */
const subunits = () => amount({ error: null })

export const scheduleCreate = once(() =>
  z.object({
    every: int({ min: 1 }),
    period: oneOf(periods),
    on: z.optional(
      object({
        weekdays: z.optional(array(oneOf(weekdays), { max: 7 })),
        days_of_month: z.optional(array(int({ min: -31, max: 31 }), { max: 31 })),
        weekday_of_month: z.optional(text()),
      }),
    ),
    /** Of each time only the day counts. `_date` is the older name of `_on`. */
    start_on: z.optional(when()),
    start_date: z.optional(when()),
    end_on: z.optional(when()),
    end_date: z.optional(when()),
    /** Either a charge or a transfer. */
    charge: z.optional(
      object({
        customer: text({ required: true }),
        card: z.optional(text()),
        amount: subunits(),
        currency: z.optional(currency()),
        description: z.optional(text({ max: limits.descriptionLengthMax })),
        metadata: z.optional(metadata()),
      }),
    ),
    transfer: z.optional(
      object({
        recipient: text({ required: true }),
        /** Either an amount or a percentage. */
        amount: unlessZero(subunits()),
        percentage_of_balance: unlessZero(number({ min: 0, max: 100 })),
      }),
    ),
  }),
)
export type ScheduleInput = z.output<ReturnType<typeof scheduleCreate>>
