import * as z from 'zod/mini'
import { dateText } from '../../../kernel/calendar'
import { limits } from '../../../kernel/limits'
import { daysFrom, inWords, periods, type RecurrenceDays, weekdays } from '../../../kernel/recurrence'
import { isoDate } from '../../../kernel/schema'
import * as field from '../field'
import type { OccurrenceRow } from '../occurrence/model'
import { occurrenceRecord } from '../occurrence/record'
import { type FirstRows, firstRowsOf, record, type Shown } from '../record'
import {
  isActive,
  type ScheduledCharge,
  type ScheduledTransfer,
  type ScheduleRow,
  scheduleMachine,
} from './model'

/** A charge or a transfer of a schedule, with what its JSON takes from elsewhere. */
interface Scheduled<P> {
  readonly part: P
  readonly createdAt: number
  /** The customer's own choice when it is shown. */
  readonly defaultCard: string | null
}

const aboutPart = 'Id of this part of the schedule'

const scheduledCharge = record<Scheduled<ScheduledCharge>>()({
  object: field.always('scheduled_charge'),
  id: field.text(aboutPart, 'part'),
  livemode: field.livemode,
  currency: field.text(field.aboutCurrency, 'part'),
  amount: field.int('Amount of each charge, in subunits of `currency`', 'part'),
  default_card: field.flag('Whether the default card of the customer pays', ({ part }) => part.card === null),
  card: field.textOrNull(
    'Id of the card that pays; null when the customer has none',
    ({ part, defaultCard }) => part.card ?? defaultCard,
  ),
  customer: field.text('Id of the customer who pays', 'part'),
  linked_account: field.unused,
  description: field.textOrNull('Description of each charge; null when not given', 'part'),
  metadata: field.json('Metadata of each charge; `{}` when none was given', 'part'),
  created_at: field.createdAt,
})

const scheduledTransfer = record<Scheduled<ScheduledTransfer>>()({
  object: field.always('scheduled_transfer'),
  id: field.text(aboutPart, 'part'),
  livemode: field.livemode,
  currency: field.text(field.aboutCurrency, 'part'),
  amount: field.intOrNull(
    'Amount of each transfer, in subunits of `currency`; null for a percentage',
    'part',
  ),
  percentage_of_balance: field.of(() => z.nullable(z.number()))(
    'Percentage of the balance that is transferred; null for a fixed amount',
    'part',
  ),
  recipient: field.text('Id of the recipient', 'part'),
  created_at: field.createdAt,
})

/** The days of a recurrence; fields without a day are missing. */
const days = record<RecurrenceDays>()({
  weekdays: field.of(() => z.optional(z.readonly(z.array(z.enum(weekdays)))))(
    'Days of the week; only for `week`',
    ({ weekdays }) => (weekdays.length === 0 ? undefined : weekdays),
  ),
  days_of_month: field.of(() => z.optional(z.readonly(z.array(z.int()))))(
    'Days of the month, 1 to 31; only for `month`',
    ({ daysOfMonth }) => (daysOfMonth.length === 0 ? undefined : daysOfMonth),
  ),
  weekday_of_month: field.of(() => z.optional(z.string()))(
    'Such as `last_friday`; only for `month`',
    ({ weekdayOfMonth: day }) => (day === null ? undefined : `${day.ordinal}_${day.weekday}`),
  ),
})

interface ScheduleRelated {
  readonly occurrences: FirstRows<OccurrenceRow>
  /** The customer's own choice when it is shown. */
  readonly defaultCard: string | null
}

const nextDays = (schedule: ScheduleRow): readonly string[] =>
  schedule.nextOn === null || !isActive(schedule.state)
    ? []
    : daysFrom(schedule, schedule.nextOn, limits.nextOccurrencesShown).map(dateText)

/** Recurring charges or transfers. It has either a `charge` or a `transfer`. */
export const scheduleRecord = record<ScheduleRow, ScheduleRelated>((world, { id, charge }) => ({
  occurrences: firstRowsOf(
    world.occurrences.by(world.profile.occurrences === 'all' ? 'schedule' : 'processed', id),
  ),
  defaultCard: charge === null ? null : (world.customers.get(charge.customer)?.defaultCard ?? null),
}))({
  object: field.always('schedule'),
  id: field.id('schd'),
  deleted: field.flag('Whether it was deleted', ({ state }) => state === 'deleted'),
  livemode: field.livemode,
  location: field.location('/schedules/<id>'),
  every: field.int('Number of periods between two occurrences'),
  occurrences: field.listOf(
    'The first 20 occurrences, oldest first',
    '/schedules/<id>/occurrences',
    () => occurrenceRecord.schema(),
    (_, { occurrences }, renderContext) =>
      occurrences.rows.map((row) => occurrenceRecord.render(row, null, renderContext)),
    (_, { occurrences }) => occurrences.total,
  ),
  on: field.nested(days)('The days within a period; empty for `day`'),
  in_words: field.text('The recurrence as a sentence', inWords),
  period: field.oneOf(periods)('Unit of `every`'),
  status: field.oneOf(scheduleMachine.states)(
    'Its state; `expiring` when one occurrence is left',
    (schedule) => schedule.state,
  ),
  active: field.flag('Whether it still runs: `running` or `expiring`', ({ state }) => isActive(state)),
  state: field.oneOf(['Active', 'Paused'])('`Active` or `Paused`, from `active`', ({ state }) =>
    state === 'suspended' ? 'Paused' : 'Active',
  ),
  charge: field.of(() => z.optional(scheduledCharge.schema()))(
    'What it charges; missing when it transfers',
    ({ charge: part, createdAt }, { defaultCard }, renderContext) =>
      part === null
        ? undefined
        : scheduledCharge.render({ part, createdAt, defaultCard }, null, renderContext),
  ),
  transfer: field.of(() => z.optional(scheduledTransfer.schema()))(
    'What it transfers; missing when it charges',
    ({ transfer: part, createdAt }, { defaultCard }, renderContext) =>
      part === null
        ? undefined
        : scheduledTransfer.render({ part, createdAt, defaultCard }, null, renderContext),
  ),
  next_occurrences_on: field.of(() => z.readonly(z.array(isoDate())))(
    'The next days on which it runs, such as `2026-02-01`',
    nextDays,
  ),
  ended_at: field.timeOrNull('When it ended, ISO 8601 in UTC; null before'),
  start_on: field.day('First day on which it can run, such as `2026-02-01`'),
  end_on: field.dayOrNull('Last day on which it can run, such as `2026-12-31`; null when not given'),
  created_at: field.createdAt,
  execute_time: field.unused,
  deleted_by: field.unused,
})
export type Schedule = Shown<typeof scheduleRecord>
