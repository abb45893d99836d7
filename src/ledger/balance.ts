import { type Collection, type Follower, firstSince } from '../kernel/collection'
import type { TransactionRow } from '../resources/transaction/model'
import type { World } from '../world'
import { assertBalanced } from './post'

/** Balances are sums of ledger lines, never stored: here followed write by write, so that reading costs nothing. */
class MerchantSum implements Follower<TransactionRow> {
  total = 0

  added(row: TransactionRow): void {
    this.total -= row.lines.merchant ?? 0
  }

  removed(row: TransactionRow): void {
    this.total += row.lines.merchant ?? 0
  }

  replaced(before: TransactionRow, after: TransactionRow): void {
    this.removed(before)
    this.added(after)
  }

  cleared(): void {
    this.total = 0
  }
}

const sums = new WeakMap<Collection<TransactionRow>, MerchantSum>()

export interface Balance {
  /** All credits less all debits, in subunits of the account's currency. May be below zero. */
  readonly total: number
  /** The part that is not held back any more. */
  readonly transferable: number
}

export const balanceOf = (world: World): Balance => {
  let sum = sums.get(world.transactions)
  if (sum === undefined) {
    sum = new MerchantSum()
    sums.set(world.transactions, sum)
    world.transactions.follow(sum)
  }
  return { total: sum.total, transferable: sum.total - heldBack(world) }
}

const longestHoldMs = 21 * 86_400_000

/** Only rows of the last weeks can be held back, so only they are looked at; none in test mode. */
const heldBack = (world: World): number => {
  if (!world.livemode) return 0
  const rows = world.transactions
  const now = world.now()
  let held = 0
  for (let i = firstSince(rows, now - longestHoldMs); i < rows.length; i += 1) {
    const row = rows.at(i)
    const credit = -(row.lines.merchant ?? 0)
    if (credit > 0 && row.transferableAt > now) held += credit
  }
  return held
}

/** Checks the books of a world against its records; returns what is wrong, in words. */
export const audit = (world: World): readonly string[] => {
  const faults: string[] = []
  let total = 0
  for (const entry of world.transactions.snapshot()) {
    assertBalanced(entry.id, entry.lines)
    total -= entry.lines.merchant ?? 0
  }
  if (total !== balanceOf(world).total)
    faults.push(`balance is ${balanceOf(world).total}, entries sum to ${total}`)
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
