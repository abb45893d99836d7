/** The books of the model: what moves money, and what is there. */
import { day, type Transaction, type World } from './world'

/** Money comes to the balance, or leaves it. */
export const book = (
  world: World,
  key: string,
  change: number,
  origin: Transaction['origin'],
): Transaction => {
  const at = world.clock.now
  // Captured money can be transferred at once in test mode, and later in live mode.
  const held = world.live && key === 'charge.captured.net' ? world.account.settlementDays * day : 0
  const transferableAt = at + held
  const entry: Transaction = { kind: 'transaction', id: '', at, key, change, origin, transferableAt }
  world.transactions.push(entry)
  return entry
}

interface Balance {
  readonly total: number
  /** What may be sent now. */
  readonly settled: number
  /** The same less what unsent transfers have reserved. */
  readonly transferable: number
}

export const balanceOf = ({ transactions, transfers, clock }: World): Balance => {
  let total = 0
  let settled = 0
  for (const { change, transferableAt } of transactions) {
    total += change
    if (transferableAt <= clock.now) settled += change
  }
  let reserved = 0
  for (const { state, amount } of transfers) if (state === 'waiting') reserved += amount
  return { total, settled, transferable: settled - reserved }
}
