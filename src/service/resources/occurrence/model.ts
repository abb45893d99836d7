import { collection, type Row } from '../../../kernel/collection'
import { machine } from '../../../kernel/machine'

const processed = { error: 'bad_request', message: 'occurrence was already processed' } as const

/** States of an occurrence: one day of a schedule. A failed one is tried again (assumption `occurrence-retries`). */
export const occurrenceMachine = machine({
  name: 'occurrence',
  states: ['scheduled', 'successful', 'failed', 'skipped'],
  final: ['successful', 'skipped'],
  otherwise: processed,
  rules: [
    {
      on: 'succeed',
      from: ['scheduled', 'failed'],
      to: 'successful',
      emits: ['schedule.occurrence.successful'],
      spec: '6',
    },
    {
      on: 'fail',
      from: ['scheduled', 'failed'],
      to: 'failed',
      emits: ['schedule.occurrence.failed'],
      spec: '6',
    },
    { on: 'skip', from: ['scheduled'], to: 'skipped', emits: [], spec: '6' },
  ],
})

type OccurrenceState = (typeof occurrenceMachine.states)[number]
export type OccurrenceAction = (typeof occurrenceMachine.rules)[number]['on']

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
