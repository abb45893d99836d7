/** Schedules of the model: on which days they happen, what they do then, and how they end. */

import { balanceOf } from './balance'
import { testCard } from './cards'
import { createCharge } from './charges'
import { emit } from './events'
import { shareOf } from './money'
import { createTransfer, largest } from './payouts'
import {
  type Card,
  day,
  hour,
  minute,
  type Occurrence,
  plan,
  type Refusal,
  refused,
  type Schedule,
  type World,
} from './world'

export const dayOf = (time: number): number => Math.floor(time / day) * day

/** Monday of the first week is counted from the first Monday of 1970. */
const weekOf = (date: number): number => Math.floor((date / day + 3) / 7)

const monthOf = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth()

/** Whether the schedule happens on a day: read off the rule, one day at a time. */
const runsOn = (schedule: Schedule, on: number): boolean => {
  const { every, period, startOn, endOn } = schedule
  if (on < startOn || on > endOn) return false
  const date = new Date(on)
  if (period === 'day') return ((on - startOn) / day) % every === 0
  if (period === 'week')
    return (weekOf(on) - weekOf(startOn)) % every === 0 && schedule.weekdays.includes(date.getUTCDay())
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  const fromEnd = date.getUTCDate() - length - 1
  return (
    (monthOf(date) - monthOf(new Date(startOn))) % every === 0 &&
    (schedule.daysOfMonth.includes(date.getUTCDate()) || schedule.daysOfMonth.includes(fromEnd))
  )
}

export const nextDay = (schedule: Schedule, from: number): number | null => {
  for (let on = Math.max(from, schedule.startOn); on <= schedule.endOn; on += day)
    if (runsOn(schedule, on)) return on
  return null
}

/** Charges happen at 01:30 UTC, transfers at 01:05. */
const momentOn = (schedule: Schedule, on: number): number =>
  on + hour + (schedule.charge === null ? 5 : 30) * minute

/** The first day on which it can still happen. */
const firstDayLeft = (world: World, schedule: Schedule): number => {
  const today = dayOf(world.clock.now)
  return momentOn(schedule, today) > world.clock.now ? today : today + day
}

export const isActive = ({ state }: Schedule): boolean => state === 'running' || state === 'expiring'

/** The occurrences that its lists show. */
export const listedOf = ({ profile }: World, { occurrences }: Schedule): readonly Occurrence[] =>
  occurrences.filter(({ state }) => profile.listsWaiting || state !== 'scheduled')

const waiting = ({ occurrences }: Schedule): Occurrence | undefined =>
  occurrences.find(({ state }) => state === 'scheduled')

/** The day of the first occurrence, `null` when the rule leaves none: one that starts today may happen today. */
export const firstDay = (world: World, schedule: Schedule): number | null => {
  const today = dayOf(world.clock.now)
  return nextDay(schedule, schedule.startOn === today ? today : firstDayLeft(world, schedule))
}

export const startSchedule = (world: World, schedule: Schedule): Schedule => {
  world.schedules.push(schedule)
  emit(world, schedule, 'schedule.create')
  const today = dayOf(world.clock.now)
  bookNext(world, schedule, firstDay(world, schedule) ?? schedule.startOn)
  const first = waiting(schedule)
  if (first?.on === today && schedule.startOn === today) runOccurrence(world, first)
  return schedule
}

const bookNext = (world: World, schedule: Schedule, from: number): void => {
  const on = nextDay(schedule, from)
  schedule.nextOn = on
  if (on === null) {
    endIfDone(world, schedule)
    return
  }
  markIfLast(schedule)
  const occurrence: Occurrence = {
    ...{ kind: 'occurrence', id: '', at: world.clock.now, schedule, on, state: 'scheduled', tries: 0 },
    ...{ retryOn: null, processedAt: null, result: null, transferred: 0 },
  }
  schedule.occurrences.push(occurrence)
  world.occurrences.push(occurrence)
  if (momentOn(schedule, on) > world.clock.now) plan(world, momentOn(schedule, on), occurrence)
  emit(world, occurrence, 'schedule.occurrence.scheduled')
}

const markIfLast = (schedule: Schedule): void => {
  if (schedule.nextOn !== null && nextDay(schedule, schedule.nextOn + day) === null)
    schedule.state = 'expiring'
}

const endIfDone = (world: World, schedule: Schedule): void => {
  if (schedule.nextOn !== null || !isActive(schedule)) return
  if (schedule.occurrences.some(({ retryOn }) => retryOn !== null)) return
  schedule.state = 'expired'
  schedule.endedAt = world.clock.now
  emit(world, schedule, 'schedule.expire')
}

interface Deed {
  readonly ends: 'successful' | 'failed' | 'skipped'
  readonly result: Occurrence['result']
}

const chargeNow = (world: World, schedule: Schedule, what: NonNullable<Schedule['charge']>): Deed => {
  const card = what.card ?? what.customer.standard
  if (card === null) throw new Error('a schedule without a card is suspended')
  const { amount, currency, customer } = what
  const charge = createCharge(world, { amount, currency, customer, card, schedule })
  // There is no cardholder to confirm it.
  if (charge.state === 'waiting') {
    charge.state = 'failed'
    charge.failure = testCard(card.number).failure
    emit(world, charge, 'charge.decide')
  }
  return { ends: charge.state === 'paid' ? 'successful' : 'failed', result: charge }
}

const transferNow = (world: World, schedule: Schedule, what: NonNullable<Schedule['transfer']>): Deed => {
  const { transferable } = balanceOf(world)
  const amount = what.amount ?? Math.min(shareOf(Math.max(0, transferable), what.percentage, 100), largest)
  const made = createTransfer(world, { recipient: what.recipient, amount, failFast: false, schedule })
  return 'code' in made ? { ends: 'skipped', result: null } : { ends: 'successful', result: made }
}

const triesAtMost = 3

const runOccurrence = (world: World, occurrence: Occurrence): Occurrence => {
  const { schedule } = occurrence
  const { charge, transfer } = schedule
  const wasScheduled = occurrence.state === 'scheduled'
  const { ends, result } =
    charge !== null
      ? chargeNow(world, schedule, charge)
      : transferNow(world, schedule, transfer ?? fault('a schedule charges or transfers'))
  occurrence.tries += 1
  occurrence.result = result
  occurrence.transferred = result?.kind === 'transfer' ? result.amount : 0
  occurrence.processedAt = world.clock.now
  occurrence.state = ends
  occurrence.retryOn =
    occurrence.state === 'failed' && occurrence.tries < triesAtMost ? dayOf(world.clock.now) + day : null
  if (occurrence.state !== 'skipped') emit(world, occurrence, `schedule.occurrence.${occurrence.state}`)
  if (occurrence.retryOn !== null) plan(world, momentOn(schedule, occurrence.retryOn), occurrence)
  if (wasScheduled) bookNext(world, schedule, occurrence.on + day)
  else endIfDone(world, schedule)
  return occurrence
}

const fault = (text: string): never => {
  throw new Error(text)
}

/** The moment of an occurrence comes, or of its next try. */
export const runDue = (world: World, occurrence: Occurrence): void => {
  const { schedule, state, retryOn } = occurrence
  const isDue = state === 'scheduled' || (retryOn !== null && retryOn <= world.clock.now)
  if (!isDue) return
  if (isActive(schedule)) return void runOccurrence(world, occurrence)
  skip(world, occurrence)
  schedule.nextOn = null
}

const skip = (world: World, occurrence: Occurrence): void => {
  occurrence.state = 'skipped'
  occurrence.processedAt = world.clock.now
}

export const runNow = (world: World, schedule: Schedule): Occurrence | Refusal => {
  const next = waiting(schedule)
  return isActive(schedule) && next !== undefined ? runOccurrence(world, next) : refused(400, 'bad_request')
}

const dropRetries = (schedule: Schedule): void => {
  for (const occurrence of schedule.occurrences) occurrence.retryOn = null
}

export const suspendSchedule = (world: World, schedule: Schedule): Schedule | Refusal => {
  if (!isActive(schedule)) return refused(400, 'bad_request')
  dropRetries(schedule)
  schedule.state = 'suspended'
  emit(world, schedule, 'schedule.suspend')
  return schedule
}

const cardOf = ({ charge }: Schedule): Card | null =>
  charge === null || charge.customer.deleted ? null : (charge.card ?? charge.customer.standard)

const hasPayer = (schedule: Schedule): boolean =>
  schedule.charge === null
    ? schedule.transfer?.recipient.deleted === false
    : cardOf(schedule)?.deleted === false

export const activateSchedule = (world: World, schedule: Schedule): Schedule | Refusal => {
  if (schedule.state !== 'suspended') return refused(400, 'bad_request')
  const { charge } = schedule
  if (
    charge !== null &&
    charge.card === null &&
    !charge.customer.deleted &&
    charge.customer.standard === null
  )
    return refused(400, 'invalid_charge')
  if (!hasPayer(schedule)) return refused(404, 'not_found')
  schedule.state = 'running'
  emit(world, schedule, 'schedule.activate')
  // A day that was run before its time does not come again.
  const daysAfter = schedule.occurrences.map(({ on }) => on + day)
  if (schedule.nextOn === null)
    bookNext(world, schedule, Math.max(firstDayLeft(world, schedule), ...daysAfter))
  else markIfLast(schedule)
  return schedule
}

export const deleteSchedule = (world: World, schedule: Schedule): Schedule | Refusal => {
  if (schedule.state === 'deleted') return refused(422, 'failed_deletion')
  const next = waiting(schedule)
  if (next !== undefined) skip(world, next)
  dropRetries(schedule)
  Object.assign(schedule, { state: 'deleted', nextOn: null, endedAt: schedule.endedAt ?? world.clock.now })
  emit(world, schedule, 'schedule.destroy')
  return schedule
}

/** Those whose customer, card or recipient is gone cannot go on. */
export const suspendOrphans = (world: World): void => {
  for (const schedule of world.schedules)
    if (isActive(schedule) && !hasPayer(schedule)) suspendSchedule(world, schedule)
}
