import * as z from 'zod/mini'
import { id, oneOf, type RowRules, row, text, textOrNull, time, timeOrNull, whole } from '../row-form'
import { occurrenceMachine } from './machine'
import type { OccurrenceRow } from './model'

/** What its rows hold, and how they change. */
export const occurrenceRules: RowRules<OccurrenceRow> = {
  table: 'occurrences',
  form: () =>
    z.strictObject({
      ...row('occu'),
      state: oneOf(occurrenceMachine.states),
      schedule: id('schd'),
      scheduledOn: time,
      retryOn: timeOrNull,
      processedAt: timeOrNull,
      tries: whole,
      message: textOrNull,
      result: z.nullable(text.check(z.regex(/^(?:chrg|trsf)_/))),
      transferAmount: whole,
    }),
  past: {
    changes: ['state', 'retryOn', 'processedAt', 'tries', 'message', 'result', 'transferAmount'],
  },
  events: {
    made: 'schedule.occurrence.scheduled',
    silent: ['state', 'retryOn', 'processedAt', 'tries', 'message', 'result', 'transferAmount'],
  },
}
