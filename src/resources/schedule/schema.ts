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
    start_on: when().optional(),
    start_date: when().optional(),
    end_on: when().optional(),
    end_date: when().optional(),
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
      amount: unlessZero(subunits()),
      percentage_of_balance: unlessZero(number({ min: 0, max: 100 })),
    }).optional(),
  }),
)
