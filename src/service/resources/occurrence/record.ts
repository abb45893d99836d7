import * as field from '../field'
import { record, type Shown } from '../record'
import { type OccurrenceRow, occurrenceMachine } from './model'

/** One day of a schedule and its result. */
export const occurrenceRecord = record<OccurrenceRow>()({
  object: field.always('occurrence'),
  id: field.id('occu'),
  livemode: field.livemode,
  location: field.location('/occurrences/<id>'),
  schedule: field.idOf('schedule')('Id of its schedule'),
  scheduled_on: field.day('Planned day, such as `2026-02-01`'),
  retry_on: field.dayOrNull(
    'Day of the next attempt after a failure, such as `2026-02-02`; null when there is none',
  ),
  processed_at: field.timeOrNull('When it last ran, ISO 8601 in UTC; null before'),
  status: field.oneOf(occurrenceMachine.states)(
    'A `failed` one is tried again on `retry_on`',
    (occurrence) => occurrence.state,
  ),
  message: field.textOrNull('Why it failed or was skipped; null otherwise'),
  result: field.textOrNull('Id of the charge or transfer of the last attempt; null when there is none'),
  created_at: field.createdAt,
  execute_time: field.unused,
  split_metadata: field.unused,
  transfer_amount: field.int('Transferred amount in subunits; 0 for a charge'),
})
export type Occurrence = Shown<typeof occurrenceRecord>
