import {
  type BookingKey,
  type BookingRow,
  liveHoldMs,
  type TransactionKey,
  type TransactionRow,
} from '../resources/transaction/model'
import type { World } from '../world'
import { type LedgerFacts, type LedgerLines, recipes } from './recipes'

/** With `book`, the only writer of ledger entries. Refuses an entry whose lines do not sum to zero. */
export const post = (
  world: World,
  key: TransactionKey,
  origin: string,
  facts: LedgerFacts,
): TransactionRow => {
  const lines = recipes[key](facts)
  assertBalanced(key, lines)
  const createdAt = world.now()
  return world.transactions.insert({
    id: world.newId('trxn'),
    createdAt,
    key,
    origin,
    currency: world.account.currency,
    lines,
    transferableAt: createdAt + holdMs(world, key),
  })
}

/** Writes an entry that does not touch the merchant's balance and that the API does not show. */
export const book = (world: World, key: BookingKey, origin: string, facts: LedgerFacts): BookingRow => {
  const lines = recipes[key](facts)
  assertBalanced(key, lines)
  return world.bookings.insert({
    id: world.newId('bkng'),
    createdAt: world.now(),
    key,
    origin,
    currency: world.account.currency,
    lines,
  })
}

const assertBalanced = (key: string, lines: LedgerLines): void => {
  const fault = imbalanceOf(key, lines)
  if (fault !== null) throw new Error(`ledger: ${fault}`)
}

/** The problem with the lines of an entry, or `null`. */
export const imbalanceOf = (key: string, lines: LedgerLines): string | null => {
  let sum = 0
  for (const amount of Object.values(lines)) {
    if (!Number.isSafeInteger(amount)) return `${key} has a line of ${amount}`
    sum += amount
  }
  return sum === 0 ? null : `${key} does not balance (off by ${sum})`
}

/** How long the money of an entry is held before it can be transferred: in live mode, for captures. */
const holdMs = (world: World, key: TransactionKey): number =>
  world.livemode && key === 'charge.captured.net' ? liveHoldMs[world.account.country] : 0
