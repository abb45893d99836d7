import { dayMs, dayOf } from '../../../kernel/calendar'
import { limits } from '../../../kernel/limits'
import { step } from '../../../kernel/machine'
import { percentOf } from '../../../kernel/money'
import { transferFeeOf } from '../../ledger/fees'
import { balanceOf } from '../../ledger/sums'
import type { World } from '../../world'
import { failCharge } from '../charge/levers'
import { createCharge } from '../charge/operations'
import { type OccurrenceAction, type OccurrenceRow, occurrenceMachine } from '../occurrence/model'
import { bookNext, endIfDone, planRun, scheduleOf } from '../occurrence/operations'
import { createTransfer } from '../transfer/operations'
import type { ScheduledCharge, ScheduledTransfer, ScheduleRow } from './model'

/** Runs a schedule on one of its days. */
interface Deed {
  readonly action: OccurrenceAction
  readonly message: string | null
  readonly result: string | null
  readonly transferAmount: number
}

/** Assumption `occurrence-retries`. */
const triesMax = 3

/** Makes the charge or transfer, records the result, and creates the next occurrence. */
export const runOccurrence = (world: World, occurrence: OccurrenceRow): OccurrenceRow => {
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
