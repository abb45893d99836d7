import { machine } from '../../../kernel/machine'

/** States of a source (spec 3.2). It follows the one charge that uses it. */
export const sourceMachine = machine({
  name: 'source',
  states: ['pending', 'successful', 'failed', 'expired'],
  final: ['successful', 'failed', 'expired'],
  rules: [
    {
      on: 'pay',
      from: ['pending'],
      to: 'successful',
      emits: ['source.update', 'source.successful'],
      otherwise: { error: 'bad_request', message: 'source is not pending' },
      spec: '3.2',
    },
    {
      on: 'fail',
      from: ['pending'],
      to: 'failed',
      emits: ['source.failed'],
      otherwise: { error: 'bad_request', message: 'source is not pending' },
      spec: '3.2',
    },
    {
      on: 'expire',
      from: ['pending'],
      to: 'expired',
      emits: ['source.failed'],
      otherwise: { error: 'bad_request', message: 'source is not pending' },
      spec: '3.2',
    },
  ],
})

export type SourceState = (typeof sourceMachine.states)[number]
export type SourceAction = (typeof sourceMachine.rules)[number]['on']
