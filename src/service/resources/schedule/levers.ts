import { fail } from '../../../kernel/errors'
import type { World } from '../../world'
import type { OccurrenceRow } from '../occurrence/model'
import { findOccurrence, missOccurrence, scheduleOf, waitingOccurrence } from '../occurrence/operations'
import { isActive } from './machine'
import { findSchedule } from './operations'
import { runOccurrence } from './run'

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
