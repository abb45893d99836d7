import {
  type BookingKey,
  type BookingRow,
  type LedgerLines,
  liveHoldMs,
  type TransactionKey,
  type TransactionRow,
} from '../resources/transaction/model'
import type { World } from '../world'
import { type Fees, sumOf } from './fees'

/** Amounts in subunits of the account's currency. */
export interface LedgerFacts extends Fees {
  readonly gross: number
}

/** The lines of the fee, and of interest where there is any. */
const kept = (facts: LedgerFacts, sign: 1 | -1): LedgerLines => {
  const [fees, fee_vat] = [sign * facts.fee, sign * facts.feeVat]
  return facts.interest === 0
    ? { fees, fee_vat }
    : { fees, fee_vat, interest: sign * facts.interest, interest_vat: sign * facts.interestVat }
}

/** The fees in the facts are the returned ones. */
const refunded = (facts: LedgerFacts): LedgerLines => ({
  acquirer: -facts.gross,
  merchant: facts.gross - sumOf(facts),
  ...(sumOf(facts) === 0 ? {} : kept(facts, 1)),
})

/** The ledger lines of each kind of movement. */
export const recipes: { readonly [K in TransactionKey | BookingKey]: (facts: LedgerFacts) => LedgerLines } = {
  'charge.captured.net': (facts) => ({
    acquirer: facts.gross,
    merchant: sumOf(facts) - facts.gross,
    ...kept(facts, -1),
  }),
  'refund.created.debit': refunded,
  'refund.voided.debit': refunded,
  'dispute.started.debit': ({ gross }) => ({ merchant: gross, held: -gross }),
  'dispute.won.credit': ({ gross }) => ({ held: gross, merchant: -gross }),
  // Assumption `dispute-lost-ledger`.
  'dispute.lost': ({ gross }) => ({ held: gross, acquirer: -gross }),
  'transfer.sent.debit': (facts) => ({
    merchant: facts.gross,
    in_transit: sumOf(facts) - facts.gross,
    ...kept(facts, -1),
  }),
  'transfer.failed.credit': (facts) => ({
    in_transit: facts.gross - sumOf(facts),
    merchant: -facts.gross,
    ...kept(facts, 1),
  }),
  'transfer.paid': (facts) => ({ in_transit: facts.gross - sumOf(facts), bank: sumOf(facts) - facts.gross }),
}

/** With `book`, the only writer of ledger entries. Refuses an entry whose lines do not sum to zero. */
export const post = (
  world: World,
  key: TransactionKey,
  origin: string,
  facts: LedgerFacts,
): TransactionRow => {
  const lines = linesOf(key, facts)
  const createdAt = world.now()
  // In live mode captured money is held before it can be transferred.
  const isHeld = world.livemode && key === 'charge.captured.net'
  return world.transactions.insert({
    id: world.newId('trxn'),
    createdAt,
    key,
    origin,
    currency: world.account.currency,
    lines,
    transferableAt: isHeld ? createdAt + liveHoldMs[world.account.country] : createdAt,
  })
}

/** Writes an entry that does not touch the merchant's balance and that the API does not show. */
export const book = (world: World, key: BookingKey, origin: string, facts: LedgerFacts): BookingRow => {
  const lines = linesOf(key, facts)
  return world.bookings.insert({
    id: world.newId('bkng'),
    createdAt: world.now(),
    key,
    origin,
    currency: world.account.currency,
    lines,
  })
}

const linesOf = (key: keyof typeof recipes, facts: LedgerFacts): LedgerLines => {
  const lines = recipes[key](facts)
  const fault = imbalanceOf(key, lines)
  if (fault !== null) throw new Error(`ledger: ${fault}`)
  return lines
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
