import { rowsOf } from '../kernel/collection'
import { disputeFlagsOf } from '../resources/dispute/machine'
import { transferFlags } from '../resources/transfer/machine'
import type { World } from '../world'
import { assertBalanced } from './post'
import { balanceOf } from './sums'

/** Checks the books of a world against its records; returns what is wrong, in words. */
export const audit = (world: World): readonly string[] => {
  const faults: string[] = []
  let total = 0
  let held = 0
  let inTransit = 0
  for (const entry of [...world.transactions.snapshot(), ...world.bookings.snapshot()]) {
    assertBalanced(entry.id, entry.lines)
    total -= entry.lines.merchant ?? 0
    held -= entry.lines.held ?? 0
    inTransit -= entry.lines.in_transit ?? 0
  }
  if (total !== balanceOf(world).total)
    faults.push(`balance is ${balanceOf(world).total}, entries sum to ${total}`)
  const disputed = disputedOf(world)
  if (held !== disputed) faults.push(`${held} is held, yet open and pending disputes sum to ${disputed}`)
  faults.push(...transferFaults(world, inTransit), ...promiseFaults(world), ...lostEntries(world))
  for (const charge of world.charges.snapshot()) {
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
    if (booked !== Number(charge.state === 'paid'))
      faults.push(`${charge.id} is ${charge.state} with ${booked} entries`)
  }
  return faults
}

/** An entry that a record names is in the books. */
const lostEntries = (world: World): readonly string[] => {
  const named = [
    ...world.charges.snapshot().map(({ id, transaction }) => ({ id, entries: [transaction] })),
    ...world.refunds.snapshot().map(({ id, transaction }) => ({ id, entries: [transaction] })),
    ...world.disputes.snapshot().map(({ id, transactions }) => ({ id, entries: transactions })),
    ...world.transfers.snapshot().map(({ id, transactions }) => ({ id, entries: transactions })),
  ]
  return named.flatMap(({ id, entries }) =>
    entries
      .filter((entry) => entry !== null && world.transactions.get(entry) === undefined)
      .map((entry) => `${id} names the entry ${entry}, which is not in the books`),
  )
}

/** A day of a schedule or a link that says it brought money names what did. */
const promiseFaults = (world: World): readonly string[] => {
  const faults: string[] = []
  for (const { id, state, schedule, result } of world.occurrences.snapshot()) {
    if (state !== 'successful') continue
    const charge = world.charges.get(result ?? '')
    const made = charge ?? world.transfers.get(result ?? '')
    if (made?.schedule !== schedule || (charge !== undefined && charge.state !== 'paid'))
      faults.push(`${id} is successful, yet ${result} is no payment of ${schedule}`)
  }
  for (const { id, usedAt } of world.links.snapshot()) {
    const paid = rowsOf(world.charges.by('link', id)).some((charge) => charge.state === 'paid')
    if (paid !== (usedAt !== null)) faults.push(`${id} was used: ${usedAt !== null}, paid: ${paid}`)
  }
  return faults
}

/** What is reserved, and what is in transit, is what transfers say. */
const transferFaults = (world: World, inTransit: number): readonly string[] => {
  const faults: string[] = []
  let reserved = 0
  let sent = 0
  for (const { id, state, amount, fee, feeVat, transactions } of world.transfers.snapshot()) {
    if (transferFlags[state].reserved) reserved += amount
    if (state === 'sent') sent += amount - fee - feeVat
    const booked = transactions.length
    if (state !== 'failed' ? booked !== Number(transferFlags[state].sent) : booked !== 0 && booked !== 2)
      faults.push(`${id} is ${state} with ${booked} transactions`)
  }
  const { settled, transferable } = balanceOf(world)
  if (settled - transferable !== reserved)
    faults.push(`${settled - transferable} is reserved, yet waiting transfers sum to ${reserved}`)
  if (inTransit !== sent) faults.push(`${inTransit} is in transit, yet sent transfers sum to ${sent}`)
  return faults
}

/** What the merchant lacks as long as the bank has not decided. */
const disputedOf = (world: World): number => {
  let sum = 0
  for (const dispute of world.disputes.snapshot())
    if (disputeFlagsOf(dispute.state).money === 'held') sum += dispute.fundingAmount
  return sum
}
