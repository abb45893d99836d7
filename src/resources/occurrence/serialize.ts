import * as z from 'zod/mini'
import { dateText, iso, isoOrNull } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { field, isoDate } from '../fields'
import type { Scene, Shape } from '../shape'
import { occurrenceMachine } from './machine'
import type { OccurrenceRow } from './model'

/** One day of a schedule and its result. */
export const occurrenceSchema = once(() =>
  z.strictObject({
    object: field.always('occurrence'),
    id: field.id('occu'),
    livemode: field.livemode(),
    location: field.location('/occurrences/<id>'),
    schedule: field.text('Id of its schedule'),
    scheduled_on: isoDate().check(z.describe('Planned day, such as `2026-02-01`')),
    retry_on: z
      .nullable(isoDate())
      .check(
        z.describe('Day of the next attempt after a failure, such as `2026-02-02`; null when there is none'),
      ),
    processed_at: field.timeOrNull('When it last ran, ISO 8601 in UTC; null before'),
    status: z.enum(occurrenceMachine.states).check(z.describe('A `failed` one is tried again on `retry_on`')),
    message: field.textOrNull('Why it failed or was skipped; null otherwise'),
    result: field.textOrNull('Id of the charge or transfer of the last attempt; null when there is none'),
    created_at: field.createdAt(),
    execute_time: field.unused(),
    split_metadata: field.unused(),
    transfer_amount: field.int('Transferred amount in subunits; 0 for a charge'),
  }),
)
export type Occurrence = z.infer<ReturnType<typeof occurrenceSchema>>

export const renderOccurrence = (occurrence: OccurrenceRow, scene: Scene): Occurrence => ({
  object: 'occurrence',
  id: occurrence.id,
  livemode: scene.livemode,
  location: `/occurrences/${occurrence.id}`,
  schedule: occurrence.schedule,
  scheduled_on: dateText(occurrence.scheduledOn),
  retry_on: occurrence.retryOn === null ? null : dateText(occurrence.retryOn),
  processed_at: isoOrNull(occurrence.processedAt),
  status: occurrence.state,
  message: occurrence.message,
  result: occurrence.result,
  created_at: iso(occurrence.createdAt),
  execute_time: null,
  split_metadata: null,
  transfer_amount: occurrence.transferAmount,
})

export const occurrenceShape: Shape<OccurrenceRow, null, Occurrence> = {
  related: () => null,
  render: (occurrence, _, scene) => renderOccurrence(occurrence, scene),
  expandable: { schedule: ['schedule'] },
  schema: occurrenceSchema,
}
