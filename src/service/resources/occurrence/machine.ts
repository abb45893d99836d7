import { machine } from '../../../kernel/machine'

const processed = { error: 'bad_request', message: 'occurrence was already processed' } as const

/** States of an occurrence: one day of a schedule. A failed one is tried again (assumption `occurrence-retries`). */
export const occurrenceMachine = machine({
  name: 'occurrence',
  states: ['scheduled', 'successful', 'failed', 'skipped'],
  final: ['successful', 'skipped'],
  rules: [
    {
      on: 'succeed',
      from: ['scheduled', 'failed'],
      to: 'successful',
      emits: ['schedule.occurrence.successful'],
      otherwise: processed,
      spec: '6',
    },
    {
      on: 'fail',
      from: ['scheduled', 'failed'],
      to: 'failed',
      emits: ['schedule.occurrence.failed'],
      otherwise: processed,
      spec: '6',
    },
    {
      on: 'skip',
      from: ['scheduled'],
      to: 'skipped',
      emits: [],
      otherwise: processed,
      spec: '6',
    },
  ],
})

export type OccurrenceState = (typeof occurrenceMachine.states)[number]
export type OccurrenceAction = (typeof occurrenceMachine.rules)[number]['on']
