import { type Row, rowsOf } from '../../kernel/collection'
import { fail } from '../../kernel/errors'
import type { ChargeRow } from '../resources/charge/model'
import { disputeFlagsOf } from '../resources/dispute/model'
import type { LinkRow } from '../resources/link/model'
import type { OccurrenceRow } from '../resources/occurrence/model'
import type { BookingRow, LedgerLines, TransactionRow } from '../resources/transaction/model'
import { type TransferRow, transferFlags } from '../resources/transfer/model'
import type { World } from '../world'
import { imbalanceOf } from './post'
import { sum } from './sums'

/**
 * Checks an operation, before it is committed, against the rules that no operation may break (contract of the sandbox,
 * option `audit`): the books add up, and a charge has one event about its creation and one about its decision. An
 * operation that breaks a rule is undone, and the error names the rule.
 */
export const proveAudited = (world: World): void => {
  const broken = [...audit(world), ...duplicateEvents(world)]
  if (broken.length > 0) throw fail('internal_error', {}, `audit: ${broken.slice(0, 3).join('; ')}`)
}

/** A charge is created and decided once: these are about one. */
const uniqueEvents = new Set(['charge.create', 'charge.complete'])

const duplicateEvents = (world: World): readonly string[] =>
  world.pendingCommit.insertedIn(world.events).flatMap(({ id, key, charge }) => {
    if (!uniqueEvents.has(key)) return []
    const events = world.events.by('charge', String(charge))
    for (let i = 0; i < events.length; i += 1)
      if (events.at(i).key === key && events.at(i).id !== id) return [`${charge} has the event ${key} twice`]
    return []
  })

/** Audits the whole ledger of a world against its records. Returns the broken rules as sentences. */
export const audit = (world: World): readonly string[] => {
  const lost = ({ id }: Row, entries: readonly (string | null)[]) => lostEntries(world, id, entries)
  return [
    ...sumFaults(world),
    ...rowsOf(world.transactions).flatMap(entryFaults),
    ...rowsOf(world.bookings).flatMap(entryFaults),
    ...rowsOf(world.charges).flatMap((row) => [...lost(row, [row.transaction]), ...chargeFaults(world, row)]),
    ...rowsOf(world.refunds).flatMap((row) => lost(row, [row.transaction])),
    ...rowsOf(world.disputes).flatMap((row) => lost(row, row.transactions)),
    ...rowsOf(world.transfers).flatMap((row) => [...lost(row, row.transactions), ...transferFaults(row)]),
    ...rowsOf(world.occurrences).flatMap((row) => occurrenceFaults(world, row)),
    ...rowsOf(world.links).flatMap((row) => linkFaults(world, row)),
  ]
}

/** What the books have is what the records say. In subunits of the account's currency. */
const sumFaults = (world: World): readonly string[] => {
  const { transactions, bookings, disputes, transfers } = world
  const credits = (name: keyof LedgerLines): number =>
    sum<TransactionRow | BookingRow>(transactions, ({ lines }) => -(lines[name] ?? 0)) +
    sum<TransactionRow | BookingRow>(bookings, ({ lines }) => -(lines[name] ?? 0))
  const disputed = sum(disputes, ({ state, fundingAmount }) =>
    disputeFlagsOf(state).money === 'held' ? fundingAmount : 0,
  )
  const sent = sum(transfers, ({ state, amount, fee, feeVat }) =>
    state === 'sent' ? amount - fee - feeVat : 0,
  )
  const [held, inTransit] = [credits('held'), credits('in_transit')]
  return [
    ...(held === disputed ? [] : [`${held} is held, yet open and pending disputes sum to ${disputed}`]),
    ...(inTransit === sent ? [] : [`${inTransit} is in transit, yet sent transfers sum to ${sent}`]),
  ]
}

const entryFaults = ({ id, lines }: TransactionRow | BookingRow): readonly string[] => {
  const fault = imbalanceOf(id, lines)
  return fault === null ? [] : [fault]
}

/** An entry that a record names exists. */
const lostEntries = (world: World, id: string, entries: readonly (string | null)[]): readonly string[] =>
  entries
    .filter((entry) => entry !== null && world.transactions.get(entry) === undefined)
    .map((entry) => `${id} names the entry ${entry}, which is not in the books`)

const chargeFaults = (world: World, charge: ChargeRow): readonly string[] => {
  const faults: string[] = []
  const refunded = sum(world.refunds.by('charge', charge.id), ({ amount }) => amount)
  if (refunded !== charge.refundedAmount)
    faults.push(`${charge.id} says ${charge.refundedAmount} refunded, its refunds sum to ${refunded}`)
  if (charge.refundedAmount > charge.capturedAmount)
    faults.push(`${charge.id} refunded more than it captured`)
  if (charge.capturedAmount > charge.authorizedAmount)
    faults.push(`${charge.id} captured more than authorized`)
  const booked = charge.transaction === null ? 0 : 1
  // A card check has no captured amount and no entries.
  if (booked !== Number(charge.state === 'paid' && charge.capturedAmount > 0))
    faults.push(`${charge.id} is ${charge.state} with ${booked} entries`)
  return faults
}

const transferFaults = ({ id, state, transactions }: TransferRow): readonly string[] => {
  const booked = transactions.length
  const isRight =
    state === 'failed' ? booked === 0 || booked === 2 : booked === Number(transferFlags[state].sent)
  return isRight ? [] : [`${id} is ${state} with ${booked} transactions`]
}

/** A successful occurrence names its charge or transfer. */
const occurrenceFaults = (
  world: World,
  { id, state, schedule, result }: OccurrenceRow,
): readonly string[] => {
  if (state !== 'successful') return []
  const charge = world.charges.get(result ?? '')
  const made = charge ?? world.transfers.get(result ?? '')
  const isRight = made?.schedule === schedule && (charge === undefined || charge.state === 'paid')
  return isRight ? [] : [`${id} is successful, yet ${result} is no payment of ${schedule}`]
}

/** A used link names its charge. */
const linkFaults = (world: World, { id, usedAt }: LinkRow): readonly string[] => {
  const paid = rowsOf(world.charges.by('link', id)).some(({ state }) => state === 'paid')
  return paid === (usedAt !== null) ? [] : [`${id} was used: ${usedAt !== null}, paid: ${paid}`]
}
