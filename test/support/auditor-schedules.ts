/** The auditor's rules for schedules and payment links, from the JSON of a snapshot alone. */
import type { Row, World } from './auditor-rows'

interface ScheduleRow extends Row {
  state: string
  nextOn: number | null
  startOn: number
  endOn: number | null
  endedAt: number | null
  charge: { customer: string } | null
  transfer: { recipient: string } | null
}

interface OccurrenceRow extends Row {
  state: string
  schedule: string
  scheduledOn: number
  retryOn: number | null
  processedAt: number | null
  tries: number
  message: string | null
  result: string | null
}

interface LinkRow extends Row {
  amount: number
  currency: string
  multiple: boolean
  usedAt: number | null
}

/** What charges and transfers say of the schedule or link that made them. */
interface Made extends Row {
  amount: number
  currency: string
  state: string
  paidAt: number | null
  schedule: string | null
  link?: string | null
}

type Rows = Record<string, Row[]>
type Report = (fault: string) => void

const rowsOf = <R extends Row>(rows: Rows, name: string): R[] => (rows[name] ?? []) as R[]
const madeIn = (rows: Rows): Made[] => [...rowsOf<Made>(rows, 'charges'), ...rowsOf<Made>(rows, 'transfers')]

const day = 86_400_000
/** 01:30 for charges, 01:05 for transfers. */
const momentOf = ({ charge }: ScheduleRow, on: number): number => on + (charge === null ? 65 : 90) * 60_000

export const auditSchedules = (rows: Rows, world: World, report: Report): void => {
  const schedules = rowsOf<ScheduleRow>(rows, 'schedules')
  const occurrences = rowsOf<OccurrenceRow>(rows, 'occurrences')
  for (const schedule of schedules) {
    const own = occurrences.filter((occurrence) => occurrence.schedule === schedule.id)
    auditSchedule(schedule, own, report)
    for (const occurrence of own) auditOccurrence(occurrence, { schedule, rows, world }, report)
  }
  for (const { id, schedule } of occurrences)
    if (!schedules.some((one) => one.id === schedule)) report(`${id} has no schedule`)
  for (const { id, schedule } of madeIn(rows)) {
    if (schedule === null) continue
    if (!schedules.some((one) => one.id === schedule)) report(`${id} was made by no schedule: ${schedule}`)
  }
}

const auditSchedule = (schedule: ScheduleRow, own: OccurrenceRow[], report: Report): void => {
  const say = (fault: string): void => report(`${schedule.id} (${schedule.state}) ${fault}`)
  const waiting = own.filter((occurrence) => occurrence.state === 'scheduled')
  const goesOn = schedule.state === 'running' || schedule.state === 'expiring'
  const retries = own.filter((occurrence) => occurrence.retryOn !== null)
  if (waiting.length > 1) say(`waits for ${waiting.length} days at once`)
  if (schedule.nextOn !== (waiting[0]?.scheduledOn ?? null)) say(`says ${schedule.nextOn} comes next`)
  if (goesOn && waiting.length + retries.length === 0) say('has nothing left and goes on')
  if (!goesOn && retries.length > 0) say('was stopped and tries again')
  if (['expired', 'deleted'].includes(schedule.state) !== (schedule.endedAt !== null))
    say('disagrees with endedAt')
  if (['expired', 'deleted'].includes(schedule.state) && waiting.length > 0) say('ended and waits')
  if ((schedule.charge === null) === (schedule.transfer === null)) say('must charge or transfer')
  if (new Set(own.map((occurrence) => occurrence.scheduledOn)).size !== own.length) say('has a day twice')
  for (const { id, scheduledOn } of own) {
    if (scheduledOn % day !== 0) report(`${id} is on no day: ${scheduledOn}`)
    if (scheduledOn < schedule.startOn || scheduledOn > (schedule.endOn ?? scheduledOn))
      report(`${id} is outside of ${schedule.id}`)
  }
}

interface Place {
  schedule: ScheduleRow
  rows: Rows
  world: World
}

const auditOccurrence = (occurrence: OccurrenceRow, place: Place, report: Report): void => {
  const { id, state, tries, result, retryOn, message } = occurrence
  const say = (fault: string): void => report(`${id} (${state}) ${fault}`)
  const made = madeIn(place.rows).find((row) => row.id === result)
  if ((state === 'scheduled') !== (occurrence.processedAt === null)) say('disagrees with processedAt')
  if (result !== null && made?.schedule !== place.schedule.id) say(`names ${result}, which is not its own`)
  if (state === 'successful' && made === undefined) say('came to nothing')
  if (state === 'failed' && made?.state === 'paid') say('was paid')
  if ((message !== null) !== ['failed', 'skipped'].includes(state)) say('disagrees with its message')
  if (retryOn !== null && (state !== 'failed' || tries > 2)) say('is tried again')
  if (tries > 3) say(`was tried ${tries} times`)
  if (['scheduled', 'skipped'].includes(state) && result !== null) say('was not to happen')
  const due = state === 'scheduled' ? occurrence.scheduledOn : retryOn
  const runs = place.world.jobs.filter((job) => job.kind === 'occurrence.run' && job.subject === id)
  if (due !== null && !runs.some((job) => job.runAt === momentOf(place.schedule, due))) say('will never run')
}

export const auditLinks = (rows: Rows, world: World, report: Report): void => {
  const charges = rowsOf<Made>(rows, 'charges')
  const links = rowsOf<LinkRow>(rows, 'links')
  for (const link of links) {
    const own = charges.filter((charge) => charge.link === link.id)
    const paid = own.flatMap((charge) => (charge.paidAt === null ? [] : [charge.paidAt]))
    const first = paid.length === 0 ? null : Math.min(...paid)
    if (link.usedAt !== first) report(`${link.id} says it was used at ${link.usedAt}, not ${first}`)
    for (const { id, amount, currency } of own)
      if (currency !== link.currency || (link.amount !== 0 && amount !== link.amount))
        report(`${id} is of another amount than ${link.id}`)
    for (const charge of own) auditPayment(charge, world, report)
  }
  for (const { id, link } of charges)
    if (typeof link === 'string' && !links.some((one) => one.id === link))
      report(`${id} was made by no link: ${link}`)
}

const keptMs = 90 * day

const auditPayment = (charge: Made, { events, eventKeys, now }: World, report: Report): void => {
  if (eventKeys === 'omise' || (now !== null && charge.createdAt <= now - keptMs)) return
  const count = (key: string): number =>
    events.filter((event) => event.key === key && event.subject.row.id === charge.id).length
  if (count('link.payment.create') !== 1) report(`${charge.id} was not begun once`)
  if (count('link.payment.complete') !== (charge.paidAt === null ? 0 : 1))
    report(`${charge.id} was completed ${count('link.payment.complete')} times`)
}
