import { dayMs, dayOf, hourMs, minuteMs } from '../../../kernel/calendar'
import { rowsOf, type Sequence } from '../../../kernel/collection'
import { existing } from '../../../kernel/errors'
import { step } from '../../../kernel/machine'
import { daysFrom } from '../../../kernel/recurrence'
import type { World } from '../../world'
import { isActive, type ScheduleRow, scheduleMachine } from '../schedule/model'
import { type OccurrenceRow, occurrenceMachine } from './model'

/** Plans and cancels the days of a schedule. schedule/operations.ts does the work of a day. */

/** Assumption `schedule-hours`. */
const chargeHour = hourMs + 30 * minuteMs
const transferHour = hourMs + 5 * minuteMs

/** Whether a schedule charges or transfers, which decides its hour. */
export interface Purpose {
  readonly charge?: object | null | undefined
}

/** The time of day at which a schedule runs. */
const momentOn = ({ charge }: Purpose, day: number): number =>
  day + (charge === null || charge === undefined ? transferHour : chargeHour)

/** The first day on which it can still run. */
export const firstDayLeft = (world: World, purpose: Purpose): number => {
  const today = dayOf(world.now())
  return momentOn(purpose, today) > world.now() ? today : today + dayMs
}

export const findOccurrence = (world: World, id: string): OccurrenceRow =>
  existing(world.occurrences.get(id), 'occurrence', id)

export const scheduleOf = (world: World, occurrence: OccurrenceRow): ScheduleRow => {
  const schedule = world.schedules.get(occurrence.schedule)
  if (schedule === undefined) throw new Error(`${occurrence.id} has no schedule`)
  return schedule
}

/** The waiting occurrence, if there is one. */
export const waitingOccurrence = (world: World, schedule: ScheduleRow): OccurrenceRow | undefined => {
  const rows = world.occurrences.by('schedule', schedule.id)
  for (let i = rows.length - 1; i >= 0; i -= 1) {
    const occurrence = rows.at(i)
    if (occurrence.state === 'scheduled') return occurrence
  }
  return undefined
}

/**
 * Creates the next occurrence on or after `from`, and then `announce`s the schedule, which shows it; its own event
 * follows. Without a further day the schedule ends.
 */
export const bookNext = (
  world: World,
  schedule: ScheduleRow,
  from: number,
  announce: (booked: ScheduleRow) => void = () => {},
): ScheduleRow => {
  const [day] = daysFrom(schedule, from, 1)
  if (day === undefined) {
    const without = world.schedules.update(schedule, { nextOn: null })
    announce(without)
    return endIfDone(world, without)
  }
  const booked = markIfLast(world, world.schedules.update(schedule, { nextOn: day }))
  const occurrence = world.occurrences.insert({
    id: world.newId('occu'),
    createdAt: world.now(),
    state: 'scheduled',
    schedule: schedule.id,
    scheduledOn: day,
    retryOn: null,
    processedAt: null,
    tries: 0,
    message: null,
    result: null,
    transferAmount: 0,
  })
  // A schedule that starts today runs at once, at any hour.
  if (momentOn(booked, day) > world.now()) planRun(world, booked, occurrence, day)
  announce(booked)
  world.emit(['schedule.occurrence.scheduled'], 'occurrence', occurrence)
  return booked
}

/** A schedule whose waiting occurrence is the last one is expiring. */
export const markIfLast = (world: World, schedule: ScheduleRow): ScheduleRow => {
  const { state, nextOn } = schedule
  if (state !== 'running' || nextOn === null || daysFrom(schedule, nextOn, 2).length > 1) return schedule
  return world.schedules.update(schedule, { state: step(scheduleMachine, state, 'near_end').to })
}

export const planRun = (world: World, schedule: ScheduleRow, occurrence: OccurrenceRow, day: number): void =>
  world.plan(momentOn(schedule, day), 'occurrence.run', occurrence.id)

/** Whether no day is left and no retry is planned. */
export const endIfDone = (world: World, schedule: ScheduleRow): ScheduleRow => {
  if (schedule.nextOn !== null || !isActive(schedule.state)) return schedule
  const own = rowsOf(world.occurrences.by('schedule', schedule.id))
  if (own.some((occurrence) => occurrence.retryOn !== null)) return schedule
  const rule = step(scheduleMachine, schedule.state, 'end')
  const ended = world.schedules.update(schedule, { state: rule.to, endedAt: world.now() })
  world.emit(rule.emits, 'schedule', ended)
  return ended
}

/** Cancels a waiting occurrence. */
export const skipOccurrence = (world: World, occurrence: OccurrenceRow, message: string): OccurrenceRow => {
  const rule = step(occurrenceMachine, occurrence.state, 'skip')
  const skipped = world.occurrences.update(occurrence, {
    state: rule.to,
    processedAt: world.now(),
    message,
  })
  world.emit(rule.emits, 'occurrence', skipped)
  return skipped
}

/** The day of an occurrence comes while its schedule is suspended (assumption `suspended-schedule`). */
export const missOccurrence = (world: World, schedule: ScheduleRow, occurrence: OccurrenceRow): void => {
  skipOccurrence(world, occurrence, `schedule was ${schedule.state}`)
  world.schedules.update(schedule, { nextOn: null })
}

/** Cancels the retries, because the schedule was stopped. */
export const dropRetries = (world: World, schedule: ScheduleRow): void => {
  for (const occurrence of rowsOf(world.occurrences.by('schedule', schedule.id)))
    if (occurrence.retryOn !== null) world.occurrences.update(occurrence, { retryOn: null })
}

/** Suspends a schedule until it is activated; the waiting occurrence stays (assumption `suspended-schedule`). */
export const suspend = (world: World, schedule: ScheduleRow): ScheduleRow => {
  const rule = step(scheduleMachine, schedule.state, 'suspend')
  dropRetries(world, schedule)
  const suspended = world.schedules.update(schedule, { state: rule.to })
  world.emit(rule.emits, 'schedule', suspended)
  return suspended
}

/** Whether the customer, the card or the recipient still exists. */
const hasPayer = (world: World, { charge, transfer }: ScheduleRow): boolean => {
  if (charge === null) return world.recipients.get(transfer?.recipient ?? '')?.state !== 'deleted'
  const customer = world.customers.get(charge.customer)
  const card = world.cards.get(charge.card ?? customer?.defaultCard ?? '')
  return customer?.deleted === false && card?.deleted === false
}

/** Without customer, card or recipient a schedule cannot continue (assumption `schedule-orphans`). */
export const suspendOrphans = (world: World, rows: Sequence<ScheduleRow>): void => {
  for (const schedule of rowsOf(rows))
    if (isActive(schedule.state) && !hasPayer(world, schedule)) suspend(world, schedule)
}
