import type { ChargeRow } from '../resources/charge/model'
import type { LinkRow } from '../resources/link/model'
import type { OccurrenceRow } from '../resources/occurrence/model'
import type { BookingRow, TransactionRow } from '../resources/transaction/model'
import { type TransferRow, transferFlags } from '../resources/transfer/model'
import type { World } from '../world'
import { imbalanceOf } from './post'

/** The rules of each record and each ledger entry, alone and together with the records that it names. */
export const brokenRules = (world: World, id: string): readonly string[] =>
  checks[id.slice(0, id.indexOf('_'))]?.(world, id) ?? []

/** By the prefix of the id. A deleted record breaks no rule. */
const checks: { readonly [prefix: string]: (world: World, id: string) => readonly string[] } = {
  trxn: (world, id) => entryFaults(world.transactions.get(id)),
  bkng: (world, id) => entryFaults(world.bookings.get(id)),
  chrg: (world, id) => {
    const charge = world.charges.get(id)
    return charge === undefined
      ? []
      : [...lostEntries(world, id, [charge.transaction]), ...chargeFaults(world, charge)]
  },
  rfnd: (world, id) => lostEntries(world, id, [world.refunds.get(id)?.transaction ?? null]),
  dspt: (world, id) => lostEntries(world, id, world.disputes.get(id)?.transactions ?? []),
  trsf: (world, id) => {
    const transfer = world.transfers.get(id)
    return transfer === undefined
      ? []
      : [...lostEntries(world, id, transfer.transactions), ...transferFaults(transfer)]
  },
  occu: (world, id) => occurrenceFaults(world, world.occurrences.get(id)),
  link: (world, id) => linkFaults(world, world.links.get(id)),
}

const entryFaults = (entry: TransactionRow | BookingRow | undefined): readonly string[] => {
  const fault = entry === undefined ? null : imbalanceOf(entry.id, entry.lines)
  return fault === null ? [] : [fault]
}

/** An entry that a record names exists. */
const lostEntries = (world: World, id: string, entries: readonly (string | null)[]): readonly string[] =>
  entries
    .filter((entry) => entry !== null && world.transactions.get(entry) === undefined)
    .map((entry) => `${id} names the entry ${entry}, which is not in the books`)

const chargeFaults = (world: World, charge: ChargeRow): readonly string[] => {
  const faults: string[] = []
  const refunds = world.refunds.by('charge', charge.id)
  let refunded = 0
  for (let i = 0; i < refunds.length; i += 1) refunded += refunds.at(i).amount
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
const occurrenceFaults = (world: World, occurrence: OccurrenceRow | undefined): readonly string[] => {
  if (occurrence?.state !== 'successful') return []
  const { id, schedule, result } = occurrence
  const charge = world.charges.get(result ?? '')
  const made = charge ?? world.transfers.get(result ?? '')
  const isRight = made?.schedule === schedule && (charge === undefined || charge.state === 'paid')
  return isRight ? [] : [`${id} is successful, yet ${result} is no payment of ${schedule}`]
}

/** A used link names its charge. */
const linkFaults = (world: World, link: LinkRow | undefined): readonly string[] => {
  if (link === undefined) return []
  const { id, usedAt } = link
  const charges = world.charges.by('link', id)
  let paid = false
  // For a link with several payments, the first one is enough.
  for (let i = 0; i < charges.length && !paid; i += 1) paid = charges.at(i).state === 'paid'
  return paid === (usedAt !== null) ? [] : [`${id} was used: ${usedAt !== null}, paid: ${paid}`]
}
