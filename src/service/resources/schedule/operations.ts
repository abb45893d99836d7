import { dayMs, dayOf } from '../../../kernel/calendar'
import { rowsOf } from '../../../kernel/collection'
import { existing, fail, failInvalid, type Problem, problemWith } from '../../../kernel/errors'
import { limits } from '../../../kernel/limits'
import { step } from '../../../kernel/machine'
import { type Currency, percentOf } from '../../../kernel/money'
import { daysFrom, type Recurrence } from '../../../kernel/recurrence'
import { transferFeeOf } from '../../ledger/fees'
import { balanceOf } from '../../ledger/sums'
import type { World } from '../../world'
import { failCharge } from '../charge/actions'
import { createCharge } from '../charge/operations'
import { amountProblems } from '../charge/schema'
import { cardToCharge } from '../customer/operations'
import { type OccurrenceAction, type OccurrenceRow, occurrenceMachine } from '../occurrence/model'
import {
  bookNext,
  dropRetries,
  endIfDone,
  findOccurrence,
  firstDayLeft,
  markIfLast,
  missOccurrence,
  type Purpose,
  planRun,
  scheduleOf,
  skipOccurrence,
  suspend,
  waitingOccurrence,
} from '../occurrence/operations'
import { findRecipient } from '../recipient/operations'
import { createTransfer } from '../transfer/operations'
import {
  isActive,
  type ScheduledCharge,
  type ScheduledTransfer,
  type ScheduleRow,
  scheduleMachine,
} from './model'
import { daysOf, onProblems, type ScheduleInput } from './schema'

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
    : amountProblems(world, charge.amount, currencyOf(world, charge)).map((problem) => ({
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
  const wrongAmount = (text: string, code: string) => [problemWith('transfer[amount]', text, code)]
  if (amount !== undefined && amount <= fee + feeVat)
    return wrongAmount(`must be greater than ${fee + feeVat}`, 'too_small')
  if (amount !== undefined && amount > limits.transferAmountMax)
    return wrongAmount(`must be less than or equal to ${limits.transferAmountMax}`, 'too_large')
  return []
}

const currencyOf = (world: World, { currency }: { readonly currency?: Currency | undefined }): Currency =>
  currency ?? world.account.currency

const startsToday = (world: World, { startOn }: Recurrence): boolean => startOn === dayOf(world.now())

/** A schedule that starts today may run today, at any hour (assumption `schedule-hours`). */
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
  const booked = bookNext(world, schedule, firstDayOf(world, rule, input) ?? rule.startOn, (made) =>
    world.emit(['schedule.create'], 'schedule', made),
  )
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
  const { charge } = schedule
  if (charge !== null) cardToCharge(world, { customer: charge.customer, card: charge.card ?? undefined })
  if (schedule.transfer !== null) findRecipient(world, schedule.transfer.recipient)
  // From here on nothing can fail.
  const active = world.schedules.update(schedule, { state: rule.to })
  const announce = (shown: ScheduleRow) => world.emit(rule.emits, 'schedule', shown)
  if (schedule.nextOn === null) return bookNext(world, active, firstNewDay(world, active), announce)
  const marked = markIfLast(world, active)
  announce(marked)
  return marked
}

/** The first day left that has not been run before its time. */
const firstNewDay = (world: World, schedule: ScheduleRow): number => {
  const own = rowsOf(world.occurrences.by('schedule', schedule.id))
  return Math.max(firstDayLeft(world, schedule), ...own.map(({ scheduledOn }) => scheduledOn + dayMs))
}

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

/** Whether an occurrence waits for this moment: it may have been run earlier on request, or cancelled. */
export const isDueAt = (world: World, id: string, at: number): boolean => {
  const { state, retryOn } = findOccurrence(world, id)
  return state === 'scheduled' || (retryOn !== null && retryOn <= at)
}

/** The job of the day of an occurrence, and of the days on which a failed one is tried again. */
export const runDueOccurrence = (world: World, id: string): void => {
  const occurrence = findOccurrence(world, id)
  const schedule = scheduleOf(world, occurrence)
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

/** What a schedule did on one of its days. */
interface Deed {
  readonly action: OccurrenceAction
  readonly message: string | null
  readonly result: string | null
  readonly transferAmount: number
}

/** Assumption `occurrence-retries`. */
const triesMax = 3

/** Makes the charge or transfer, records the result, and creates the next occurrence. */
const runOccurrence = (world: World, occurrence: OccurrenceRow): OccurrenceRow => {
  const schedule = scheduleOf(world, occurrence)
  const { action, ...kept } = doDeed(world, schedule)
  const rule = step(occurrenceMachine, occurrence.state, action)
  const tries = occurrence.tries + 1
  const retryOn = action === 'fail' && tries < triesMax ? dayOf(world.now()) + dayMs : null
  const ran = world.occurrences.update(occurrence, {
    ...kept,
    state: rule.to,
    tries,
    retryOn,
    processedAt: world.now(),
  })
  world.emit(rule.emits, 'occurrence', ran)
  if (retryOn !== null) planRun(world, schedule, ran, retryOn)
  if (occurrence.state === 'scheduled') bookNext(world, schedule, occurrence.scheduledOn + dayMs)
  else endIfDone(world, schedule)
  return ran
}

const doDeed = (world: World, schedule: ScheduleRow): Deed => {
  if (schedule.charge !== null) return charge(world, schedule.id, schedule.charge)
  if (schedule.transfer !== null) return transfer(world, schedule.id, schedule.transfer)
  throw new Error(`${schedule.id} has nothing to do`)
}

const charge = (world: World, schedule: string, what: ScheduledCharge): Deed => {
  const made = createCharge(world, {
    amount: what.amount,
    currency: what.currency,
    customer: what.customer,
    card: what.card ?? undefined,
    description: what.description ?? undefined,
    metadata: what.metadata,
    schedule,
  })
  const kept = { result: made.id, transferAmount: 0 }
  if (made.state === 'paid') return { action: 'succeed', message: null, ...kept }
  // A payment that waits for its cardholder fails, since no cardholder is present to confirm it.
  if (made.state === 'authorizing') failCharge(world, made.id, 'payment_rejected')
  return { action: 'fail', message: 'charge could not be captured', ...kept }
}

const nothing = { result: null, transferAmount: 0 } as const

/** An insufficient balance skips the day (assumption `schedule-transfers`). */
const transfer = (world: World, schedule: string, what: ScheduledTransfer): Deed => {
  const { transferable } = balanceOf(world)
  const amount = what.amount ?? percentOfBalance(transferable, what.percentageOfBalance ?? 0)
  const { fee, feeVat } = transferFeeOf(what.currency)
  if (amount > transferable || amount <= fee + feeVat)
    return { action: 'skip', message: `balance is too low (${transferable} can be transferred)`, ...nothing }
  const made = createTransfer(world, { amount, recipient: what.recipient, schedule })
  return { action: 'succeed', message: null, result: made.id, transferAmount: made.amount }
}

/** Rounded to hundredths of a percent. A balance below zero gives 0. */
const percentOfBalance = (balance: number, percentage: number): number =>
  Math.min(percentOf(Math.max(0, balance), Math.round(percentage * 100)), limits.transferAmountMax)
