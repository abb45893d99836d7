import { collection, type Row } from '../../../kernel/collection'
import type { JsonObject } from '../../../kernel/json'
import { machine } from '../../../kernel/machine'
import type { Currency } from '../../../kernel/money'
import type { Recurrence } from '../../../kernel/recurrence'

/** States of a schedule. The specification names the events, recordings the states. */
export const scheduleMachine = machine({
  name: 'schedule',
  states: ['running', 'expiring', 'expired', 'suspended', 'deleted'],
  final: ['deleted'],
  otherwise: { error: 'bad_request', message: 'schedule is not running' },
  rules: [
    { on: 'near_end', from: ['running'], to: 'expiring', emits: [], spec: '6' },
    { on: 'end', from: ['running', 'expiring'], to: 'expired', emits: ['schedule.expire'], spec: '6' },
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

type ScheduleState = (typeof scheduleMachine.states)[number]

/** Whether it still runs. */
export const isActive = (state: ScheduleState): boolean => state === 'running' || state === 'expiring'

/** The charge of each occurrence. */
export interface ScheduledCharge {
  readonly id: string
  readonly amount: number
  readonly currency: Currency
  readonly customer: string
  /** `null` for the default card of the customer at that time. */
  readonly card: string | null
  readonly description: string | null
  readonly metadata: JsonObject
}

/** The transfer of each occurrence: an amount, or a share of the balance. */
export interface ScheduledTransfer {
  readonly id: string
  readonly recipient: string
  readonly currency: Currency
  readonly amount: number | null
  /** Above 0, at most 100. */
  readonly percentageOfBalance: number | null
}

export interface ScheduleRow extends Row, Recurrence {
  readonly state: ScheduleState
  /** The day of the waiting occurrence; `null` when there is none. */
  readonly nextOn: number | null
  readonly endedAt: number | null
  /** Either of the two. */
  readonly charge: ScheduledCharge | null
  readonly transfer: ScheduledTransfer | null
}

/** Lists leave deleted schedules out (assumption `deleted-schedules-and-links`). */
const unlessDeleted = (schedule: ScheduleRow, key: string | undefined): string | null =>
  schedule.state === 'deleted' ? null : (key ?? null)

export const schedules = collection<ScheduleRow, 'listed' | 'kind' | 'customer' | 'recipient'>({
  name: 'schedules',
  machine: scheduleMachine,
  by: {
    listed: (schedule) => unlessDeleted(schedule, 'yes'),
    kind: (schedule) => unlessDeleted(schedule, schedule.charge === null ? 'transfer' : 'charge'),
    customer: (schedule) => unlessDeleted(schedule, schedule.charge?.customer),
    recipient: (schedule) => unlessDeleted(schedule, schedule.transfer?.recipient),
  },
})
