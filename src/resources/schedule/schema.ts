import * as z from 'zod'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { periods, weekdays } from '../../kernel/recurrence'
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
} from '../../kernel/wire'

/** Amounts in schedules are like any parameter: a bad one is a bad request. */
const subunits = () => amount({ error: null })

export const scheduleCreate = once(() =>
  z.object({
    every: int({ min: 1 }),
    period: oneOf(periods),
    on: object({
      weekdays: array(oneOf(weekdays), { max: 7 }).optional(),
      days_of_month: array(int({ min: -31, max: 31 }), { max: 31 }).optional(),
      weekday_of_month: text().optional(),
    }).optional(),
    /** Of each time only the day counts. `_date` is the older name of `_on`. */
    start_on: when().optional(),
    start_date: when().optional(),
    end_on: when().optional(),
    end_date: when().optional(),
    /** Either a charge or a transfer. */
    charge: object({
      customer: text({ required: true }),
      card: text().optional(),
      amount: subunits(),
      currency: currency().optional(),
      description: text({ max: limits.descriptionLengthMax }).optional(),
      metadata: metadata().optional(),
    }).optional(),
    transfer: object({
      recipient: text({ required: true }),
      /** Either an amount or a percentage. */
      amount: unlessZero(subunits()),
      percentage_of_balance: unlessZero(number({ min: 0, max: 100 })),
    }).optional(),
  }),
)
export type ScheduleInput = z.output<ReturnType<typeof scheduleCreate>>
