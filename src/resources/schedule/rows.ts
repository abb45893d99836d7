import * as z from 'zod'
import { ordinals, periods, weekdays } from '../../kernel/recurrence'
import {
  currency,
  id,
  json,
  oneOf,
  type RowRules,
  row,
  textOrNull,
  time,
  timeOrNull,
  whole,
} from '../row-form'
import { scheduleMachine } from './machine'
import type { ScheduleRow } from './model'

const percentage = z.number().gt(0, 'must be above 0').max(100, 'must be 100 at most')

/** What its rows hold, and how they change. */
export const scheduleRules: RowRules<ScheduleRow> = {
  table: 'schedules',
  form: () =>
    z.strictObject({
      ...row('schd'),
      state: oneOf(scheduleMachine.states),
      every: z.int().min(1, 'must be 1 or more'),
      period: oneOf(periods),
      on: z.strictObject({
        weekdays: z.array(oneOf(weekdays)),
        daysOfMonth: z.array(z.int().min(-31).max(31)),
        weekdayOfMonth: z.strictObject({ ordinal: oneOf(ordinals), weekday: oneOf(weekdays) }).nullable(),
      }),
      startOn: time,
      endOn: timeOrNull,
      nextOn: timeOrNull,
      endedAt: timeOrNull,
      charge: z
        .strictObject({
          id: id('rchg'),
          amount: whole,
          currency,
          customer: id('cust'),
          card: id('card').nullable(),
          description: textOrNull,
          metadata: json,
        })
        .nullable(),
      transfer: z
        .strictObject({
          id: id('rtrf'),
          recipient: id('recp'),
          currency,
          amount: whole.nullable(),
          percentageOfBalance: percentage.nullable(),
        })
        .nullable(),
    }),
  past: {
    changes: ['state', 'nextOn'],
    once: ['endedAt'],
  },
  events: { made: 'schedule.create', silent: ['state', 'nextOn', 'endedAt'] },
}
