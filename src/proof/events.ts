/** What the events say of records: that they were made, what happened to them, and how they are now. */
import { type Row, rowsOf } from '../kernel/collection'
import { isObject } from '../kernel/json'
import { limits } from '../kernel/limits'
import type { Machine } from '../kernel/machine'
import { chargeMachine } from '../resources/charge/machine'
import { disputeMachine } from '../resources/dispute/machine'
import type { EventKey, EventRow } from '../resources/event/model'
import { occurrenceMachine } from '../resources/occurrence/machine'
import { scheduleMachine } from '../resources/schedule/machine'
import { sourceMachine } from '../resources/source/machine'
import { transferMachine } from '../resources/transfer/machine'
import type { World } from '../world'
import { differences } from './difference'
import type { Say } from './finding'
import { forms } from './rows'
import { inWords } from './values'

/** How events tell of the rows of a collection. */
interface Told {
  readonly object: string
  /** Tells that it was made, once; `null` where something else tells it. */
  readonly made: EventKey | null
  /** Fields that can change without an event. */
  readonly silent: readonly string[]
  /** Which keys tell that it came into each state. */
  readonly moves: Moves
}

type Moves = ReadonlyMap<string, readonly EventKey[]>

/** A record that is made in the first state says so by being made. */
const movesOf = <S extends string, A extends string>({ states, rules }: Machine<S, A, EventKey>): Moves => {
  const moves = new Map<string, EventKey[]>()
  for (const { to, emits } of rules) if (to !== states[0]) moves.set(to, [...(moves.get(to) ?? []), ...emits])
  return moves
}

const none: Moves = new Map()

const told: { readonly [collection: string]: Told } = {
  charges: {
    object: 'charge',
    made: 'charge.create',
    silent: ['refundedAmount', 'voided', 'dispute', 'disputed'],
    moves: movesOf(chargeMachine),
  },
  customers: { object: 'customer', made: 'customer.create', silent: [], moves: none },
  disputes: { object: 'dispute', made: 'charge.dispute.create', silent: [], moves: movesOf(disputeMachine) },
  links: { object: 'link', made: 'link.create', silent: ['usedAt', 'deletedAt'], moves: none },
  occurrences: {
    object: 'occurrence',
    made: 'schedule.occurrence.scheduled',
    silent: ['state', 'retryOn', 'processedAt', 'tries', 'message', 'result', 'transferAmount'],
    moves: movesOf(occurrenceMachine),
  },
  recipients: { object: 'recipient', made: 'recipient.create', silent: ['activatedAt'], moves: none },
  refunds: { object: 'refund', made: 'refund.create', silent: [], moves: none },
  schedules: {
    object: 'schedule',
    made: 'schedule.create',
    silent: ['state', 'nextOn', 'endedAt'],
    moves: movesOf(scheduleMachine),
  },
  sources: {
    object: 'source',
    made: 'source.create',
    silent: ['charge', 'reference', 'details'],
    moves: movesOf(sourceMachine),
  },
  transfers: {
    object: 'transfer',
    made: 'transfer.create',
    silent: ['awaitsRecipient'],
    moves: movesOf(transferMachine),
  },
}

/** These happen once to a record. */
const once: ReadonlySet<EventKey> = new Set([
  ...Object.values(told).flatMap(({ made }) => made ?? []),
  ...(['charge.complete', 'charge.dispute.close', 'customer.destroy', 'recipient.destroy'] as const),
  ...(['schedule.destroy', 'transfer.destroy', 'source.failed', 'source.successful'] as const),
  ...(['link.payment.create', 'link.payment.complete'] as const),
])

export const checkEvents = (world: World, say: Say): void => {
  const byRecord = new Map<string, EventRow[]>()
  for (const event of rowsOf(world.events)) {
    const { id } = event.subject.row
    const own = byRecord.get(id)
    if (own === undefined) byRecord.set(id, [event])
    else own.push(event)
    checkEvent(world, event, say)
  }
  const oldest = world.now() - limits.eventRetentionMs
  for (const rows of world.collections) {
    const how = told[rows.name]
    if (how === undefined) continue
    for (const row of rows.snapshot())
      checkRecord(row, how, { own: byRecord.get(row.id) ?? [], oldest }, (rule) => say(rows.name, row, rule))
  }
  checkPayments(world, byRecord, say)
}

/** Its record has the form of one, and is there. */
const checkEvent = (world: World, event: EventRow, say: Say): void => {
  const { object, row } = event.subject
  const collection = collections.get(object)
  const rows = world.collections.find(({ name }) => name === collection)
  if (collection === undefined || rows === undefined) {
    say('events', event, `is about a ${object}, which no event is`)
    return
  }
  const now = rows.get(row.id)
  if (now === undefined) {
    say('events', event, `is about ${row.id}, which is not there`)
    return
  }
  if (object === 'webhook_delivery') checkTold(world, event, say)
  // What stands there is proved already.
  if (now === row) return
  const issue = forms()[collection]?.safeParse(row, { error: inWords }).error?.issues[0]
  if (issue !== undefined)
    say('events', event, `has a subject whose ${issue.path.join('.')} ${issue.message}`)
  if (row.createdAt !== now.createdAt || event.createdAt < row.createdAt)
    say('events', event, `is about ${row.id} of another time`)
}

/** An attempt never changes, nor does the event that it delivered. */
const checkTold = (world: World, event: EventRow, say: Say): void => {
  const { row, related } = event.subject
  const delivery = world.webhookDeliveries.get(row.id)
  const delivered = delivery === undefined ? undefined : world.events.get(delivery.event)
  if (delivery !== undefined && differences(row, delivery).length > 0)
    say('events', event, `tells of ${row.id} as it is not`)
  if (delivered !== undefined && (!isObject(related) || differences(related, delivered).length > 0))
    say('events', event, `tells of ${delivered.id} as it is not`)
}

const collections = new Map([
  ...Object.entries(told).map(([name, { object }]) => [object, name] as const),
  ['webhook_delivery', 'webhookDeliveries'],
])

interface Known {
  readonly own: readonly EventRow[]
  /** Older ones are forgotten. */
  readonly oldest: number
}

const checkRecord = (
  row: Row,
  { object, made, silent, moves }: Told,
  { own, oldest }: Known,
  tell: (rule: string) => void,
): void => {
  const counts = new Map<EventKey, number>()
  for (const { key, subject } of own) {
    counts.set(key, (counts.get(key) ?? 0) + 1)
    if (subject.object !== object) tell(`has an event about a ${subject.object}`)
  }
  for (const [key, count] of counts)
    if (count > 1 && once.has(key)) tell(`has ${count} events ${key}, which happens once`)
  const isDefault = 'isDefault' in row && row.isDefault === true
  if (made !== null && !isDefault && row.createdAt > oldest && !counts.has(made)) tell(`has no event ${made}`)
  const state = 'state' in row ? String(row.state) : ''
  const keys = moves.get(state) ?? []
  const last = own.at(-1)
  // Where all its events are still there, one tells of the state that it is in.
  if (keys.length > 0 && row.createdAt > oldest && !keys.some((key) => counts.has(key)))
    tell(`is ${state} without an event ${[...new Set(keys)].join(' or ')}`)
  if (last === undefined) return
  const field = differences(row, last.subject.row).find((name) => !silent.includes(name))
  if (field !== undefined)
    tell(
      `has the ${field} ${textOf(row, field)}, its last event ${last.id} says ${textOf(last.subject.row, field)}`,
    )
}

const textOf = (row: object, field: string): string => {
  const value = isObject(row) ? row[field] : undefined
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80)
}

/** Charges of links, and what was deleted. */
const checkPayments = (world: World, byRecord: ReadonlyMap<string, readonly EventRow[]>, say: Say): void => {
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
        say('charges', charge, `has ${count(charge, key)} events ${key}, not ${Number(expected)}`)
    const { state } = charge
    if (state === 'failed' && count(charge, 'charge.complete') !== 1)
      say('charges', charge, 'is failed without an event charge.complete')
  }
  for (const customer of rowsOf(world.customers))
    if (customer.createdAt > oldest && customer.deleted !== (count(customer, 'customer.destroy') === 1))
      say('customers', customer, `is deleted: ${customer.deleted}, its events say otherwise`)
  for (const recipient of rowsOf(world.recipients))
    if (
      recipient.createdAt > oldest &&
      (recipient.state === 'deleted') !== (count(recipient, 'recipient.destroy') === 1)
    )
      say('recipients', recipient, `is ${recipient.state}, its events say otherwise`)
}
