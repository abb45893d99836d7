import type { BookingKey, TransactionKey } from '../resources/transaction/model'
import type { LedgerAccount } from './chart'
import { type Fees, sumOf } from './fees'

/** Amounts in subunits of the account's currency. */
export interface LedgerFacts extends Fees {
  readonly gross: number
}

/** Signed subunits by account: debits above zero, credits below. */
export type LedgerLines = { readonly [A in LedgerAccount]?: number }

/** The lines of the fee, and of interest where there is any. */
const kept = (facts: LedgerFacts, sign: 1 | -1): LedgerLines => {
  const [fees, fee_vat] = [sign * facts.fee, sign * facts.feeVat]
  return facts.interest === 0
    ? { fees, fee_vat }
    : { fees, fee_vat, interest: sign * facts.interest, interest_vat: sign * facts.interestVat }
}

/** The fees in the facts are those that are given back. */
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
