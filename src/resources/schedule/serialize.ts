import * as z from 'zod'
import { dateText, iso, isoOrNull } from '../../kernel/calendar'
import { type JsonObject, once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { daysFrom, inWords, periods, type RecurrenceDays, weekdays } from '../../kernel/recurrence'
import { isoDate, isoTime } from '../../kernel/wire'
import { listSchema, nestedList } from '../list'
import type { OccurrenceRow } from '../occurrence/model'
import { occurrenceSchema, renderOccurrence } from '../occurrence/serialize'
import { type FirstRows, firstRowsOf, type Scene, type Shape } from '../shape'
import { isActive, scheduleMachine } from './machine'
import type { ScheduledCharge, ScheduledTransfer, ScheduleRow } from './model'

const scheduledChargeSchema = once(() =>
  z.strictObject({
    object: z.literal('scheduled_charge'),
    id: z.string(),
    livemode: z.boolean(),
    currency: z.string(),
    amount: z.int(),
    default_card: z.boolean(),
    card: z.string().nullable(),
    customer: z.string(),
    linked_account: z.null(),
    description: z.string().nullable(),
    metadata: z.custom<JsonObject>(),
    created_at: isoTime(),
  }),
)

const scheduledTransferSchema = once(() =>
  z.strictObject({
    object: z.literal('scheduled_transfer'),
    id: z.string(),
    livemode: z.boolean(),
    currency: z.string(),
    amount: z.int().nullable(),
    percentage_of_balance: z.number().nullable(),
    recipient: z.string(),
    created_at: isoTime(),
  }),
)

const onSchema = () =>
  z.strictObject({
    weekdays: z.array(z.enum(weekdays)).readonly().optional(),
    days_of_month: z.array(z.int()).readonly().optional(),
    weekday_of_month: z.string().optional(),
  })

/** Recurring charges or transfers. It has either a `charge` or a `transfer`. */
export const scheduleSchema = once(() =>
  z.strictObject({
    object: z.literal('schedule'),
    id: z.string(),
    deleted: z.boolean(),
    livemode: z.boolean(),
    location: z.string(),
    every: z.int(),
    occurrences: listSchema(occurrenceSchema()),
    on: onSchema(),
    in_words: z.string(),
    period: z.enum(periods),
    status: z.enum(scheduleMachine.states),
    active: z.boolean(),
    state: z.enum(['Active', 'Paused']),
    charge: scheduledChargeSchema().optional(),
    transfer: scheduledTransferSchema().optional(),
    next_occurrences_on: z.array(isoDate()).readonly(),
    ended_at: isoTime().nullable(),
    start_on: isoDate(),
    end_on: isoDate().nullable(),
    created_at: isoTime(),
    execute_time: z.null(),
    deleted_by: z.null(),
  }),
)
export type Schedule = z.infer<ReturnType<typeof scheduleSchema>>

interface ScheduleRelated {
  readonly occurrences: FirstRows<OccurrenceRow>
  /** The customer's own choice when it is shown. */
  readonly defaultCard: string | null
}

const renderOn = ({ weekdays: days, daysOfMonth, weekdayOfMonth }: RecurrenceDays): Schedule['on'] => ({
  ...(days.length === 0 ? {} : { weekdays: days }),
  ...(daysOfMonth.length === 0 ? {} : { days_of_month: daysOfMonth }),
  ...(weekdayOfMonth === null
    ? {}
    : { weekday_of_month: `${weekdayOfMonth.ordinal}_${weekdayOfMonth.weekday}` }),
})

const renderCharge = (
  { createdAt }: ScheduleRow,
  charge: ScheduledCharge,
  defaultCard: string | null,
  scene: Scene,
): Schedule['charge'] => ({
  object: 'scheduled_charge',
  id: charge.id,
  livemode: scene.livemode,
  currency: charge.currency,
  amount: charge.amount,
  default_card: charge.card === null,
  card: charge.card ?? defaultCard,
  customer: charge.customer,
  linked_account: null,
  description: charge.description,
  metadata: charge.metadata,
  created_at: iso(createdAt),
})

const renderTransfer = (
  { createdAt }: ScheduleRow,
  transfer: ScheduledTransfer,
  scene: Scene,
): Schedule['transfer'] => ({
  object: 'scheduled_transfer',
  id: transfer.id,
  livemode: scene.livemode,
  currency: transfer.currency,
  amount: transfer.amount,
  percentage_of_balance: transfer.percentageOfBalance,
  recipient: transfer.recipient,
  created_at: iso(createdAt),
})

const nextDays = (schedule: ScheduleRow): readonly string[] =>
  schedule.nextOn === null || !isActive(schedule.state)
    ? []
    : daysFrom(schedule, schedule.nextOn, limits.nextOccurrencesShown).map(dateText)

const renderSchedule = (schedule: ScheduleRow, related: ScheduleRelated, scene: Scene): Schedule => {
  const { id, charge, transfer, state } = schedule
  const { rows, total } = related.occurrences
  return {
    object: 'schedule',
    id,
    deleted: state === 'deleted',
    livemode: scene.livemode,
    location: `/schedules/${id}`,
    every: schedule.every,
    occurrences: {
      ...nestedList(
        rows.map((occurrence) => renderOccurrence(occurrence, scene)),
        `/schedules/${id}/occurrences`,
        scene.now,
      ),
      total,
    },
    on: renderOn(schedule.on),
    in_words: inWords(schedule),
    period: schedule.period,
    status: state,
    active: isActive(state),
    state: state === 'suspended' ? 'Paused' : 'Active',
    ...(charge === null ? {} : { charge: renderCharge(schedule, charge, related.defaultCard, scene) }),
    ...(transfer === null ? {} : { transfer: renderTransfer(schedule, transfer, scene) }),
    next_occurrences_on: nextDays(schedule),
    ended_at: isoOrNull(schedule.endedAt),
    start_on: dateText(schedule.startOn),
    end_on: schedule.endOn === null ? null : dateText(schedule.endOn),
    created_at: iso(schedule.createdAt),
    execute_time: null,
    deleted_by: null,
  }
}

export const scheduleShape: Shape<ScheduleRow, ScheduleRelated, Schedule> = {
  object: 'schedule',
  related: (world, schedule) => ({
    occurrences: firstRowsOf(world.occurrences.by('schedule', schedule.id)),
    defaultCard:
      schedule.charge === null ? null : (world.customers.get(schedule.charge.customer)?.defaultCard ?? null),
  }),
  render: renderSchedule,
  expandable: {},
  schema: scheduleSchema,
}
