import * as z from 'zod/mini'
import { dateText, iso, isoOrNull } from '../../kernel/calendar'
import { type JsonObject, once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { daysFrom, inWords, periods, type RecurrenceDays, weekdays } from '../../kernel/recurrence'
import { field, isoDate } from '../fields'
import { listSchema, nestedList } from '../list'
import type { OccurrenceRow } from '../occurrence/model'
import { occurrenceSchema, renderOccurrence } from '../occurrence/serialize'
import { type FirstRows, firstRowsOf, type Scene, type Shape } from '../shape'
import { isActive, scheduleMachine } from './machine'
import type { ScheduledCharge, ScheduledTransfer, ScheduleRow } from './model'

const scheduledChargeSchema = once(() =>
  z.strictObject({
    object: field.always('scheduled_charge'),
    id: field.text('Id of this part of the schedule'),
    livemode: field.livemode(),
    currency: field.currency(),
    amount: field.int('Amount of each charge, in subunits of `currency`'),
    default_card: field.flag('Whether the default card of the customer pays'),
    card: field.textOrNull('Id of the card that pays; null when the customer has none'),
    customer: field.text('Id of the customer who pays'),
    linked_account: field.unused(),
    description: field.textOrNull('Description of each charge; null when not given'),
    metadata: z.custom<JsonObject>().check(z.describe('Metadata of each charge; `{}` when none was given')),
    created_at: field.createdAt(),
  }),
)

const scheduledTransferSchema = once(() =>
  z.strictObject({
    object: field.always('scheduled_transfer'),
    id: field.text('Id of this part of the schedule'),
    livemode: field.livemode(),
    currency: field.currency(),
    amount: z
      .nullable(z.int())
      .check(z.describe('Amount of each transfer, in subunits of `currency`; null for a percentage')),
    percentage_of_balance: z
      .nullable(z.number())
      .check(z.describe('Percentage of the balance that is transferred; null for a fixed amount')),
    recipient: field.text('Id of the recipient'),
    created_at: field.createdAt(),
  }),
)

const onSchema = () =>
  z.strictObject({
    weekdays: z
      .optional(z.readonly(z.array(z.enum(weekdays))))
      .check(z.describe('Days of the week; only for `week`')),
    days_of_month: z
      .optional(z.readonly(z.array(z.int())))
      .check(z.describe('Days of the month, 1 to 31; only for `month`')),
    weekday_of_month: z.optional(z.string()).check(z.describe('Such as `last_friday`; only for `month`')),
  })

/** Recurring charges or transfers. It has either a `charge` or a `transfer`. */
export const scheduleSchema = once(() =>
  z.strictObject({
    object: field.always('schedule'),
    id: field.id('schd'),
    deleted: field.flag('Whether it was deleted'),
    livemode: field.livemode(),
    location: field.location('/schedules/<id>'),
    every: field.int('Number of periods between two occurrences'),
    occurrences: listSchema(occurrenceSchema()).check(z.describe('The first 20 occurrences, oldest first')),
    on: onSchema().check(z.describe('The days within a period; empty for `day`')),
    in_words: field.text('The recurrence as a sentence'),
    period: z.enum(periods).check(z.describe('Unit of `every`')),
    status: z
      .enum(scheduleMachine.states)
      .check(z.describe('Its state; `expiring` when one occurrence is left')),
    active: field.flag('Whether it still runs: `running` or `expiring`'),
    state: z.enum(['Active', 'Paused']).check(z.describe('`Active` or `Paused`, from `active`')),
    charge: z
      .optional(scheduledChargeSchema())
      .check(z.describe('What it charges; missing when it transfers')),
    transfer: z
      .optional(scheduledTransferSchema())
      .check(z.describe('What it transfers; missing when it charges')),
    next_occurrences_on: z
      .readonly(z.array(isoDate()))
      .check(z.describe('The next days on which it runs, such as `2026-02-01`')),
    ended_at: field.timeOrNull('When it ended, ISO 8601 in UTC; null before'),
    start_on: isoDate().check(z.describe('First day on which it can run, such as `2026-02-01`')),
    end_on: z
      .nullable(isoDate())
      .check(z.describe('Last day on which it can run, such as `2026-12-31`; null when not given')),
    created_at: field.createdAt(),
    execute_time: field.unused(),
    deleted_by: field.unused(),
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
  related: (world, schedule) => ({
    occurrences: firstRowsOf(world.occurrences.by('schedule', schedule.id)),
    defaultCard:
      schedule.charge === null ? null : (world.customers.get(schedule.charge.customer)?.defaultCard ?? null),
  }),
  render: renderSchedule,
  expandable: {},
  schema: scheduleSchema,
}
