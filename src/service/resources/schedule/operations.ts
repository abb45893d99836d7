import { dayMs, dayOf } from '../../../kernel/calendar'
import { rowsOf } from '../../../kernel/collection'
import { existing, fail, failInvalid, type Problem, problemWith } from '../../../kernel/errors'
import { limits } from '../../../kernel/limits'
import { step } from '../../../kernel/machine'
import type { Currency } from '../../../kernel/money'
import { daysFrom, type Recurrence } from '../../../kernel/recurrence'
import { transferFeeOf } from '../../ledger/fees'
import type { World } from '../../world'
import { amountProblems } from '../charge/schema'
import { cardToCharge } from '../customer/operations'
import type { OccurrenceRow } from '../occurrence/model'
import {
  bookNext,
  dropRetries,
  findOccurrence,
  firstDayLeft,
  markIfLast,
  missOccurrence,
  type Purpose,
  scheduleOf,
  skipOccurrence,
  suspend,
  waitingOccurrence,
} from '../occurrence/operations'
import { findRecipient } from '../recipient/operations'
import {
  isActive,
  type ScheduledCharge,
  type ScheduledTransfer,
  type ScheduleRow,
  scheduleMachine,
} from './model'
import { runOccurrence } from './run'
import type { ScheduleInput } from './schema'
import { daysOf, onProblems } from './schema'

const dayOrNull = (time: number | undefined): number | null => (time === undefined ? null : dayOf(time))

const recurrenceOf = (world: World, input: ScheduleInput): Recurrence => ({
  every: input.every,
  period: input.period,
  on: daysOf(input.on ?? {}),
  startOn: dayOrNull(input.start_on ?? input.start_date) ?? dayOf(world.now()),
  endOn: dayOrNull(input.end_on ?? input.end_date),
})

const problemsOf = (world: World, input: ScheduleInput, rule: Recurrence): readonly Problem[] => {
  const problems = [...onProblems(input.period, input.on ?? {})]
  const ends = input.end_on === undefined ? 'end_date' : 'end_on'
  if (rule.endOn !== null && rule.endOn < rule.startOn)
    problems.push(problemWith(ends, `must be after start_date`))
  else if (problems.length === 0 && firstDayOf(world, rule, input) === undefined)
    problems.push(problemWith(ends, `must leave a day for the first occurrence`))
  if ((input.charge === undefined) === (input.transfer === undefined))
    problems.push({ field: 'charge', code: 'required', message: 'either charge or transfer must be given' })
  return [...problems, ...chargeProblems(world, input), ...transferProblems(world, input)]
}

const chargeProblems = (world: World, { charge }: ScheduleInput): readonly Problem[] =>
  charge === undefined
    ? []
    : amountProblems(charge.amount, currencyOf(world, charge)).map((problem) => ({
        ...problem,
        field: 'charge[amount]',
      }))

const transferProblems = (world: World, { transfer }: ScheduleInput): readonly Problem[] => {
  if (transfer === undefined) return []
  const { amount, percentage_of_balance: percentage } = transfer
  if ((amount === undefined) === (percentage === undefined))
    return [
      {
        field: 'transfer[amount]',
        code: 'required',
        message: 'either amount or percentage_of_balance must be given',
      },
    ]
  const { fee, feeVat } = transferFeeOf(world.account.currency)
  if (amount !== undefined && amount <= fee + feeVat)
    return [problemWith('transfer[amount]', `must be greater than ${fee + feeVat}`, 'too_small')]
  if (amount !== undefined && amount > limits.transferAmountMax)
    return [
      problemWith(
        'transfer[amount]',
        `must be less than or equal to ${limits.transferAmountMax}`,
        'too_large',
      ),
    ]
  return []
}

const currencyOf = (world: World, { currency }: { readonly currency?: Currency | undefined }): Currency =>
  currency ?? world.account.currency

const startsToday = (world: World, { startOn }: Recurrence): boolean => startOn === dayOf(world.now())

/** A schedule that starts today may happen today, at any hour (assumption `schedule-hours`). */
const firstDayOf = (world: World, rule: Recurrence, what: Purpose): number | undefined =>
  daysFrom(rule, startsToday(world, rule) ? rule.startOn : firstDayLeft(world, what), 1)[0]

const scheduledCharge = (world: World, input: NonNullable<ScheduleInput['charge']>): ScheduledCharge => {
  cardToCharge(world, input)
  return {
    id: world.newId('rchg'),
    amount: input.amount,
    currency: currencyOf(world, input),
    customer: input.customer,
    card: input.card ?? null,
    description: input.description ?? null,
    metadata: input.metadata ?? {},
  }
}

const scheduledTransfer = (
  world: World,
  input: NonNullable<ScheduleInput['transfer']>,
): ScheduledTransfer => ({
  recipient: findRecipient(world, input.recipient).id,
  id: world.newId('rtrf'),
  currency: world.account.currency,
  amount: input.amount ?? null,
  percentageOfBalance: input.percentage_of_balance ?? null,
})

export const createSchedule = (world: World, input: ScheduleInput): ScheduleRow => {
  const rule = recurrenceOf(world, input)
  const problems = problemsOf(world, input, rule)
  if (problems.length > 0) throw failInvalid('bad_request', problems)
  const charge = input.charge === undefined ? null : scheduledCharge(world, input.charge)
  const transfer = input.transfer === undefined ? null : scheduledTransfer(world, input.transfer)
  // From here on nothing can fail.
  const schedule = world.schedules.insert({
    id: world.newId('schd'),
    createdAt: world.now(),
    ...rule,
    state: 'running',
    nextOn: null,
    endedAt: null,
    charge,
    transfer,
  })
  world.emit(['schedule.create'], 'schedule', schedule)
  const booked = bookNext(world, schedule, firstDayOf(world, rule, input) ?? rule.startOn)
  if (startsToday(world, rule) && booked.nextOn === rule.startOn) runWaiting(world, booked)
  return findSchedule(world, schedule.id)
}

const runWaiting = (world: World, schedule: ScheduleRow): void => {
  const occurrence = waitingOccurrence(world, schedule)
  if (occurrence !== undefined) runOccurrence(world, occurrence)
}

export const findSchedule = (world: World, id: string): ScheduleRow =>
  existing(world.schedules.get(id), 'schedule', id)

export const suspendSchedule = (world: World, id: string): ScheduleRow =>
  suspend(world, findSchedule(world, id))

/** Continues the schedule; days that passed in between are skipped (assumption `suspended-schedule`). */
export const activateSchedule = (world: World, id: string): ScheduleRow => {
  const schedule = findSchedule(world, id)
  const rule = step(scheduleMachine, schedule.state, 'activate')
  if (schedule.charge !== null) cardToCharge(world, wayOf(schedule.charge))
  if (schedule.transfer !== null) findRecipient(world, schedule.transfer.recipient)
  // From here on nothing can fail.
  const active = world.schedules.update(schedule, { state: rule.to })
  world.emit(rule.emits, 'schedule', active)
  if (schedule.nextOn === null) return bookNext(world, active, firstNewDay(world, active))
  return markIfLast(world, active)
}

/** The first day left that has not been run before its time. */
const firstNewDay = (world: World, schedule: ScheduleRow): number => {
  const own = rowsOf(world.occurrences.by('schedule', schedule.id))
  return Math.max(firstDayLeft(world, schedule), ...own.map(({ scheduledOn }) => scheduledOn + dayMs))
}

const wayOf = ({ customer, card }: ScheduledCharge) => ({ customer, card: card ?? undefined })

/** It stays readable; waiting occurrences are cancelled. */
export const deleteSchedule = (world: World, id: string): ScheduleRow => {
  const schedule = findSchedule(world, id)
  const rule = step(scheduleMachine, schedule.state, 'delete')
  const waiting = waitingOccurrence(world, schedule)
  if (waiting !== undefined) skipOccurrence(world, waiting, 'schedule was deleted')
  dropRetries(world, schedule)
  const deleted = world.schedules.update(schedule, {
    state: rule.to,
    nextOn: null,
    endedAt: schedule.endedAt ?? world.now(),
  })
  world.emit(rule.emits, 'schedule', deleted)
  return deleted
}

/** The job of the day of an occurrence, and of the days on which a failed one is tried again. */
export const runDueOccurrence = (world: World, id: string): void => {
  const occurrence = findOccurrence(world, id)
  const { state, retryOn } = occurrence
  const schedule = scheduleOf(world, occurrence)
  // It may have been run earlier on request, or cancelled.
  const isDue = state === 'scheduled' || (retryOn !== null && retryOn <= world.now())
  if (!isDue) return
  if (isActive(schedule.state)) runOccurrence(world, occurrence)
  else missOccurrence(world, schedule, occurrence)
}

/** Runs the next occurrence of a schedule now, before its day. */
export const runSchedule = (world: World, id: string): OccurrenceRow => {
  const schedule = findSchedule(world, id)
  const occurrence = waitingOccurrence(world, schedule)
  if (!isActive(schedule.state) || occurrence === undefined)
    throw fail('bad_request', {}, `schedule has nothing left to run: it is ${schedule.state}`)
  return runOccurrence(world, occurrence)
}
