import { machine } from '../../../kernel/machine'

/** States of a schedule. The specification names the events, recordings the states. */
export const scheduleMachine = machine({
  name: 'schedule',
  states: ['running', 'expiring', 'expired', 'suspended', 'deleted'],
  final: ['deleted'],
  rules: [
    {
      on: 'near_end',
      from: ['running'],
      to: 'expiring',
      emits: [],
      otherwise: { error: 'bad_request', message: 'schedule is not running' },
      spec: '6',
    },
    {
      on: 'end',
      from: ['running', 'expiring'],
      to: 'expired',
      emits: [],
      otherwise: { error: 'bad_request', message: 'schedule is not running' },
      spec: '6',
    },
    {
      on: 'suspend',
      from: ['running', 'expiring'],
      to: 'suspended',
      emits: ['schedule.suspend'],
      otherwise: { error: 'bad_request', message: 'schedule is already suspended' },
      except: {
        expired: { error: 'bad_request', message: 'schedule has expired' },
        deleted: { error: 'bad_request', message: 'schedule was deleted' },
      },
      spec: '6',
    },
    {
      on: 'activate',
      from: ['suspended'],
      to: 'running',
      emits: ['schedule.activate'],
      otherwise: { error: 'bad_request', message: 'schedule is already active' },
      except: {
        expired: { error: 'bad_request', message: 'schedule has expired' },
        deleted: { error: 'bad_request', message: 'schedule was deleted' },
      },
      spec: '6',
    },
    {
      on: 'delete',
      from: ['running', 'expiring', 'expired', 'suspended'],
      to: 'deleted',
      emits: ['schedule.destroy'],
      otherwise: { error: 'failed_deletion', message: 'schedule was already deleted' },
      spec: '6',
    },
  ],
})

export type ScheduleState = (typeof scheduleMachine.states)[number]

/** Whether it still runs. */
export const isActive = (state: ScheduleState): boolean => state === 'running' || state === 'expiring'
