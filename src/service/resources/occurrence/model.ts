import { collection, type Row } from '../../../kernel/collection'
import { type OccurrenceState, occurrenceMachine } from './machine'

/** One day of a schedule, in the future or in the past. */
export interface OccurrenceRow extends Row {
  readonly state: OccurrenceState
  readonly schedule: string
  /** Days as their first moment, in epoch milliseconds. */
  readonly scheduledOn: number
  /** The day of the next attempt after a failure. */
  readonly retryOn: number | null
  readonly processedAt: number | null
  readonly tries: number
  /** Why it failed or was skipped. */
  readonly message: string | null
  /** The charge or transfer of the last try. */
  readonly result: string | null
  /** The transferred amount in subunits; 0 for charges. */
  readonly transferAmount: number
}

export const occurrences = collection<OccurrenceRow, 'schedule' | 'processed' | 'result'>({
  name: 'occurrences',
  machine: occurrenceMachine,
  by: {
    schedule: (occurrence) => occurrence.schedule,
    /** Those of a schedule, without the waiting one. */
    processed: ({ state, schedule }) => (state === 'scheduled' ? null : schedule),
    result: (occurrence) => occurrence.result,
  },
})

/** The events of an occurrence (spec 6), each with the object that it carries. */
export const occurrenceEvents = {
  'schedule.occurrence.scheduled': 'occurrence',
  'schedule.occurrence.successful': 'occurrence',
  'schedule.occurrence.failed': 'occurrence',
} as const
