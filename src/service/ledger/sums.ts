import { type Follower, firstSince, type Row } from '../../kernel/collection'
import { longestHoldMs, type TransactionRow } from '../resources/transaction/model'
import { type TransferRow, transferFlags } from '../resources/transfer/model'
import type { World } from '../world'

/** A sum over rows, followed write by write, so that reading it costs nothing. */
export class Sum<R extends Row> implements Follower<R> {
  total = 0
  readonly #share: (row: R) => number

  constructor(share: (row: R) => number) {
    this.#share = share
  }

  added(row: R): void {
    this.total += this.#share(row)
  }

  removed(row: R): void {
    this.total -= this.#share(row)
  }

  replaced(before: R, after: R): void {
    this.removed(before)
    this.added(after)
  }

  cleared(): void {
    this.total = 0
  }
}

interface Sums {
  /** Owed to the merchant: the lines of the merchant's account are credits, below zero. */
  readonly merchant: Sum<TransactionRow>
  /** Reserved by transfers that are not yet sent. */
  readonly reserved: Sum<TransferRow>
}

const sumsByWorld = new WeakMap<World, Sums>()

export const sumsOf = (world: World): Sums => {
  let sums = sumsByWorld.get(world)
  if (sums === undefined) {
    sums = {
      merchant: new Sum((row) => -(row.lines.merchant ?? 0)),
      reserved: new Sum((row) => (transferFlags[row.state].reserved ? row.amount : 0)),
    }
    world.transactions.follow(sums.merchant)
    world.transfers.follow(sums.reserved)
    sumsByWorld.set(world, sums)
  }
  return sums
}

/** Balances are sums of ledger lines, never stored. In subunits of the account's currency. */
export interface Balance {
  /** All credits minus all debits. May be below zero. */
  readonly total: number
  /** The part that is no longer held. */
  readonly settled: number
  /** The settled part minus the reserved one (assumption `transfer-reservation`). */
  readonly transferable: number
}

export const balanceOf = (world: World): Balance => {
  const { merchant, reserved } = sumsOf(world)
  const settled = merchant.total - heldBack(world)
  return { total: merchant.total, settled, transferable: settled - reserved.total }
}

/** Only rows of the last weeks can be held, so only they are read; none in test mode. */
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
