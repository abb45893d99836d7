import * as z from 'zod/mini'
import { dateText } from '../../../kernel/calendar'
import { isoDate } from '../../../kernel/json-schema'
import * as field from '../field'
import { record, type Shown } from '../record'
import { occurrenceMachine } from './machine'
import type { OccurrenceRow } from './model'

/** One day of a schedule and its result. */
export const occurrenceRecord = record<OccurrenceRow>()({
  object: field.always('occurrence'),
  id: field.id('occu'),
  livemode: field.livemode(),
  location: field.location('/occurrences/<id>', ({ id }) => `/occurrences/${id}`),
  schedule: field.text('Id of its schedule', (occurrence) => occurrence.schedule, {
    expandsTo: ['schedule'],
  }),
  scheduled_on: field.of('Planned day, such as `2026-02-01`', isoDate, ({ scheduledOn }) =>
    dateText(scheduledOn),
  ),
  retry_on: field.of(
    'Day of the next attempt after a failure, such as `2026-02-02`; null when there is none',
    () => z.nullable(isoDate()),
    ({ retryOn }) => (retryOn === null ? null : dateText(retryOn)),
  ),
  processed_at: field.timeOrNull(
    'When it last ran, ISO 8601 in UTC; null before',
    (occurrence) => occurrence.processedAt,
  ),
  status: field.oneOf(
    'A `failed` one is tried again on `retry_on`',
    occurrenceMachine.states,
    (occurrence) => occurrence.state,
  ),
  message: field.textOrNull(
    'Why it failed or was skipped; null otherwise',
    (occurrence) => occurrence.message,
  ),
  result: field.textOrNull(
    'Id of the charge or transfer of the last attempt; null when there is none',
    (occurrence) => occurrence.result,
  ),
  created_at: field.createdAt(),
  execute_time: field.unused(),
  split_metadata: field.unused(),
  transfer_amount: field.int(
    'Transferred amount in subunits; 0 for a charge',
    (occurrence) => occurrence.transferAmount,
  ),
})
export type Occurrence = Shown<typeof occurrenceRecord>
