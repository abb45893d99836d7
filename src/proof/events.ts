/** Checks events against records: the creation, each change, and the present form. */
import { type Row, rowsOf } from '../kernel/collection'
import { isObject } from '../kernel/json'
import { limits } from '../kernel/limits'
import type { EventKey, EventRow } from '../resources/event/model'
import { machines } from '../resources/models'
import { rulesByObject } from '../resources/registry'
import type { World } from '../world'
import { differences } from './difference'
import type { Report, ReportRow } from './finding'
import { checkCourse } from './history'
import { checkPastRow, checkTotals, printField, rowsBeside } from './past'
import { timesIn } from './values'

/** The kinds of records with their own events. */
const kindsWithEvents = [...rulesByObject()].flatMap(([object, { table, events }]) =>
  events === undefined ? [] : [{ object, table, ...events }],
)

type EventRules = (typeof kindsWithEvents)[number]

const eventRules = new Map(kindsWithEvents.map((rules) => [rules.table, rules]))

/** Events that happen once to a record. */
const uniqueEvents: ReadonlySet<EventKey> = new Set([
  ...kindsWithEvents.map(({ made }) => made),
  ...(['charge.complete', 'charge.dispute.close', 'customer.destroy', 'recipient.destroy'] as const),
  ...(['schedule.destroy', 'transfer.destroy', 'source.failed', 'source.successful'] as const),
  ...(['link.payment.create', 'link.payment.complete'] as const),
])

export const checkEvents = (world: World, reportRow: ReportRow): void => {
  const byRecord = new Map<string, EventRow[]>()
  for (const event of rowsOf(world.events)) {
    const { id } = event.subject.row
    const own = byRecord.get(id)
    if (own === undefined) byRecord.set(id, [event])
    else own.push(event)
    checkEvent(world, event, (rule) => reportRow('events', event, rule))
  }
  const oldest = world.now() - limits.eventRetentionMs
  for (const rows of world.collections) {
    const rules = eventRules.get(rows.name)
    if (rules === undefined) continue
    for (const row of rows.snapshot())
      checkRecord(row, rules, { own: byRecord.get(row.id) ?? [], oldest }, (rule) =>
        reportRow(rows.name, row, rule),
      )
  }
  checkPayments(world, byRecord, reportRow)
  checkTries(world, byRecord, reportRow)
  checkCards(world, byRecord, reportRow)
}

const objects: ReadonlySet<string> = new Set(kindsWithEvents.map(({ object }) => object))

/** An event shows its record as it was at that time, and is listed with its charge. */
const checkEvent = (world: World, event: EventRow, report: Report): void => {
  const { object, row, related } = event.subject
  if (object === 'webhook_delivery') {
    checkAttempt(world, event, report)
    return
  }
  if (!objects.has(object)) {
    report(`is about a ${object}, which no event is`)
    return
  }
  for (const was of [row, ...rowsBeside(related)])
    checkPastRow(world, was, (rule) => report(`shows ${was.id}, which ${rule}`))
  checkTotals(related, (rule) => report(`shows ${row.id}, which ${rule}`))
  for (const [field, time] of timesIn(row))
    if (time > event.createdAt) report(`shows ${row.id} with the ${field} ${time}, which is after the event`)
  if (event.charge !== chargeIn(object, row)) report(`is about ${event.charge}, not ${chargeIn(object, row)}`)
}

/** The id of the charge that a record is or belongs to. */
const chargeIn = (object: string, row: Row): string | null => {
  if (object === 'charge') return row.id
  const isPart = object === 'refund' || object === 'dispute' || object === 'source'
  return isPart && 'charge' in row && typeof row.charge === 'string' ? row.charge : null
}

/** A delivery attempt and its event never change. */
const checkAttempt = (world: World, { subject: { row, related } }: EventRow, report: Report): void => {
  const delivery = world.webhookDeliveries.get(row.id)
  if (delivery === undefined) {
    report(`is about ${row.id}, which does not exist`)
    return
  }
  const delivered = world.events.get(delivery.event)
  if (differences(row, delivery).length > 0) report(`shows ${row.id} as it is not`)
  if (delivered !== undefined && (!isObject(related) || differences(related, delivered).length > 0))
    report(`shows ${delivered.id} as it is not`)
}

interface KnownEvents {
  readonly own: readonly EventRow[]
  /** Older events are deleted. */
  readonly oldest: number
}

const checkRecord = (row: Row, rules: EventRules, { own, oldest }: KnownEvents, report: Report): void => {
  const {
    object,
    table,
    made,
    silent = [],
    edited = [],
  }: EventRules & { readonly silent?: readonly string[] } = rules
  const counts = new Map<EventKey, number>()
  for (const { key, subject } of own) {
    counts.set(key, (counts.get(key) ?? 0) + 1)
    if (subject.object !== object) report(`has an event about a ${subject.object}`)
  }
  for (const [key, count] of counts)
    if (count > 1 && uniqueEvents.has(key)) report(`has ${count} events ${key}, which happens once`)
  // The default recipient exists from the start and has no event of its creation.
  const isDefault = 'isDefault' in row && row.isDefault === true
  const isWhole = !isDefault && row.createdAt > oldest
  if (isWhole && own[0]?.key !== made)
    report(counts.has(made) ? `has an event before ${made}` : `has no event ${made}`)
  const machine = machines[table]
  if (machine !== undefined && 'state' in row)
    checkCourse(
      { machine, edited },
      own,
      { first: isWhole ? (machine.states[0] ?? null) : null, last: String(row.state) },
      report,
    )
  const last = own.at(-1)
  if (last === undefined) return
  const field = differences(row, last.subject.row).find((name) => !silent.includes(name))
  if (field !== undefined)
    report(
      `has the ${field} ${printField(row, field)}, its last event ${last.id} says ${printField(last.subject.row, field)}`,
    )
}

type EventsByRecord = ReadonlyMap<string, readonly EventRow[]>

/** The events of payments of links and of deleted customers. */
const checkPayments = (world: World, byRecord: EventsByRecord, reportRow: ReportRow): void => {
  const oldest = world.now() - limits.eventRetentionMs
  const count = (row: Row, key: EventKey): number =>
    (byRecord.get(row.id) ?? []).filter((event) => event.key === key).length
  for (const charge of rowsOf(world.charges)) {
    if (charge.createdAt <= oldest) continue
    for (const [key, expected] of [
      ['link.payment.create', charge.link !== null],
      ['link.payment.complete', charge.link !== null && charge.state === 'paid'],
    ] as const)
      if ((count(charge, key) === 1) !== expected)
        reportRow('charges', charge, `has ${count(charge, key)} events ${key}, not ${Number(expected)}`)
  }
  for (const customer of rowsOf(world.customers))
    if (customer.createdAt > oldest && customer.deleted !== (count(customer, 'customer.destroy') === 1))
      reportRow('customers', customer, `is deleted: ${customer.deleted}, its events reportRow otherwise`)
}

/** Each attempt of an occurrence has its event. */
const checkTries = (world: World, byRecord: EventsByRecord, reportRow: ReportRow): void => {
  const oldest = world.now() - limits.eventRetentionMs
  for (const occurrence of rowsOf(world.occurrences)) {
    if (occurrence.createdAt <= oldest) continue
    const tries = (byRecord.get(occurrence.id) ?? []).filter(
      ({ key }) => key !== 'schedule.occurrence.scheduled',
    )
    const shown = tries.map(({ subject: { row } }) => ('tries' in row ? row.tries : null))
    // A skipped occurrence has no event.
    const count = occurrence.state === 'skipped' ? 0 : occurrence.tries
    const expected = Array.from({ length: count }, (_, i) => i + 1)
    if (shown.join() !== expected.join())
      reportRow(
        'occurrences',
        occurrence,
        `was tried ${count} times, its events show the tries ${shown.join(', ') || 'none'}`,
      )
  }
}

/** A card has no events of its own: an event of its customer shows that it was added. */
const checkCards = (world: World, byRecord: EventsByRecord, reportRow: ReportRow): void => {
  const oldest = world.now() - limits.eventRetentionMs
  const shown = new Set<string>()
  for (const { id } of rowsOf(world.customers))
    for (const { subject } of byRecord.get(id) ?? [])
      for (const card of rowsBeside(subject.related)) shown.add(`${id} ${card.id}`)
  for (const card of rowsOf(world.cards))
    if (card.customer !== null && card.createdAt > oldest && !shown.has(`${card.customer} ${card.id}`))
      reportRow('cards', card, `came to ${card.customer}, and no event of it shows that`)
}
