import type { Sequence } from '../../kernel/collection'
import type { TransactionRow } from '../resources/transaction/model'
import { transferFlags } from '../resources/transfer/model'
import type { World } from '../world'

/** The sum over rows of what each adds to it. */
export const sum = <R>(rows: Sequence<R>, share: (row: R) => number): number => {
  let total = 0
  for (let i = 0; i < rows.length; i += 1) total += share(rows.at(i))
  return total
}

/** The merchant's account has credits as lines below zero. */
const creditOf = ({ lines }: TransactionRow): number => -(lines.merchant ?? 0)

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
  const total = sum(world.transactions, creditOf)
  const settled = total - heldBack(world)
  const reserved = sum(world.transfers, ({ state, amount }) => (transferFlags[state].reserved ? amount : 0))
  return { total, settled, transferable: settled - reserved }
}

/** Money is held in live mode only. */
const heldBack = (world: World): number => {
  const now = world.now()
  return world.livemode
    ? sum(world.transactions, (row) => (row.transferableAt > now ? Math.max(0, creditOf(row)) : 0))
    : 0
}
