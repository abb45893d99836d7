import * as z from 'zod/mini'
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

const percentage = z.number().check(z.gt(0, 'must be above 0'), z.maximum(100, 'must be 100 at most'))

/** What its rows hold, and how they change. */
export const scheduleRules: RowRules<ScheduleRow> = {
  table: 'schedules',
  form: () =>
    z.strictObject({
      ...row('schd'),
      state: oneOf(scheduleMachine.states),
      every: z.int().check(z.minimum(1, 'must be 1 or more')),
      period: oneOf(periods),
      on: z.strictObject({
        weekdays: z.array(oneOf(weekdays)),
        daysOfMonth: z.array(z.int().check(z.minimum(-31), z.maximum(31))),
        weekdayOfMonth: z.nullable(z.strictObject({ ordinal: oneOf(ordinals), weekday: oneOf(weekdays) })),
      }),
      startOn: time,
      endOn: timeOrNull,
      nextOn: timeOrNull,
      endedAt: timeOrNull,
      charge: z.nullable(
        z.strictObject({
          id: id('rchg'),
          amount: whole,
          currency,
          customer: id('cust'),
          card: z.nullable(id('card')),
          description: textOrNull,
          metadata: json,
        }),
      ),
      transfer: z.nullable(
        z.strictObject({
          id: id('rtrf'),
          recipient: id('recp'),
          currency,
          amount: z.nullable(whole),
          percentageOfBalance: z.nullable(percentage),
        }),
      ),
    }),
  past: {
    changes: ['state', 'nextOn'],
    once: ['endedAt'],
  },
  events: { made: 'schedule.create', silent: ['state', 'nextOn', 'endedAt'] },
}
