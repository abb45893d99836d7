/** The rules for schedules, their occurrences and payment links. */
import { dayMs } from '../kernel/calendar'
import { rowsOf } from '../kernel/collection'
import type { LinkRow } from '../resources/link/model'
import type { OccurrenceRow } from '../resources/occurrence/model'
import { isActive } from '../resources/schedule/machine'
import type { ScheduleRow } from '../resources/schedule/model'
import type { World } from '../world'
import type { Report, ReportRow } from './finding'

export const checkPlans = (world: World, reportRow: ReportRow): void => {
  for (const schedule of rowsOf(world.schedules)) {
    const own = rowsOf(world.occurrences.by('schedule', schedule.id))
    checkSchedule(schedule, own, (rule) => reportRow('schedules', schedule, rule))
    for (const occurrence of own)
      checkOccurrence(world, { schedule, occurrence }, (rule) => reportRow('occurrences', occurrence, rule))
  }
  for (const link of rowsOf(world.links)) checkLink(world, link, (rule) => reportRow('links', link, rule))
}

const checkSchedule = (schedule: ScheduleRow, own: readonly OccurrenceRow[], report: Report): void => {
  const { state, nextOn, endedAt, startOn, endOn, charge, transfer } = schedule
  const waiting = own.filter((occurrence) => occurrence.state === 'scheduled')
  const retries = own.filter(({ retryOn }) => retryOn !== null)
  const hasEnded = state === 'expired' || state === 'deleted'
  if (startOn % dayMs !== 0 || (endOn ?? 0) % dayMs !== 0) report('begins or ends within a day')
  if (endOn !== null && endOn < startOn) report('ends before it begins')
  if ((charge === null) === (transfer === null)) report('must make either charges or transfers')
  if (transfer !== null && (transfer.amount === null) === (transfer.percentageOfBalance === null))
    report('must transfer either an amount or a percentage of the balance')
  if (waiting.length > 1) report(`waits for ${waiting.length} days at once`)
  if (nextOn !== (waiting[0]?.scheduledOn ?? null))
    report(`says ${nextOn} is its next day, and ${waiting[0]?.scheduledOn ?? 'none'} waits`)
  if (isActive(state) && waiting.length + retries.length === 0) report(`is ${state} with nothing left to do`)
  if (!isActive(state) && retries.length > 0) report(`is ${state} and tries again`)
  if (hasEnded !== (endedAt !== null)) report(`is ${state} and has endedAt ${endedAt}`)
  if (hasEnded && waiting.length > 0) report(`is ${state} and waits for a day`)
  if (new Set(own.map(({ scheduledOn }) => scheduledOn)).size !== own.length) report('has a day twice')
}

interface Day {
  readonly schedule: ScheduleRow
  readonly occurrence: OccurrenceRow
}

export const checkOccurrence = (world: World, { schedule, occurrence }: Day, report: Report): void => {
  const { state, scheduledOn, retryOn, processedAt, tries, message, result, transferAmount } = occurrence
  const made = result === null ? undefined : (world.charges.get(result) ?? world.transfers.get(result))
  if (scheduledOn % dayMs !== 0 || (retryOn ?? 0) % dayMs !== 0) report('is on no day')
  if (scheduledOn < schedule.startOn || scheduledOn > (schedule.endOn ?? scheduledOn))
    report(`is on a day outside of ${schedule.id}`)
  if ((state === 'scheduled') !== (processedAt === null))
    report(`is ${state} and has processedAt ${processedAt}`)
  if (result !== null && made?.schedule !== schedule.id)
    report(`names ${result}, which its schedule did not make`)
  if (state === 'successful' && made === undefined) report('is successful and made nothing')
  if (state === 'failed' && made?.state === 'paid') report(`is failed, and ${result} was paid`)
  if ((message !== null) !== (state === 'failed' || state === 'skipped'))
    report(`is ${state} and has the message ${message}`)
  if (retryOn !== null && (state !== 'failed' || tries > 2))
    report(`is ${state} after ${tries} tries and tries again`)
  if (state === 'scheduled' && tries > 0) report(`waits for its day and was tried ${tries} times`)
  if (state !== 'successful' && transferAmount > 0) report(`is ${state} and transferred ${transferAmount}`)
  if (tries > 3) report(`was tried ${tries} times`)
  if ((state === 'scheduled' || state === 'skipped') && result !== null)
    report(`is ${state} and has a result`)
}

const checkLink = (world: World, { id, amount, currency, usedAt }: LinkRow, report: Report): void => {
  let first: number | null = null
  for (const charge of rowsOf(world.charges.by('link', id))) {
    if (charge.paidAt !== null) first = Math.min(first ?? charge.paidAt, charge.paidAt)
    if (charge.currency !== currency || (amount !== 0 && charge.amount !== amount))
      report(`has the charge ${charge.id} of another amount or currency`)
  }
  if (usedAt !== first) report(`was used at ${usedAt}, its first payment was at ${first}`)
}
