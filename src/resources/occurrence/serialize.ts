import * as z from 'zod'
import { dateText, iso, isoOrNull } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { isoDate, isoTime } from '../../kernel/wire'
import type { Scene, Shape } from '../shape'
import { occurrenceMachine } from './machine'
import type { OccurrenceRow } from './model'

/** One day of a schedule and its result. */
export const occurrenceSchema = once(() =>
  z.strictObject({
    object: z.literal('occurrence'),
    id: z.string(),
    livemode: z.boolean(),
    location: z.string(),
    schedule: z.string(),
    scheduled_on: isoDate(),
    retry_on: isoDate().nullable(),
    processed_at: isoTime().nullable(),
    status: z.enum(occurrenceMachine.states),
    message: z.string().nullable(),
    result: z.string().nullable(),
    created_at: isoTime(),
    execute_time: z.null(),
    split_metadata: z.null(),
    transfer_amount: z.int(),
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
  object: 'occurrence',
  related: () => null,
  render: (occurrence, _, scene) => renderOccurrence(occurrence, scene),
  expandable: { schedule: ['schedule'] },
  schema: occurrenceSchema,
}
