import type { TransactionKey } from '../resources/transaction/model'
import type { LedgerAccount } from './chart'

/** Amounts in subunits of the account's currency. */
export interface LedgerFacts {
  readonly gross: number
  readonly fee: number
  readonly feeVat: number
}

/** Signed subunits by account: debits above zero, credits below. */
export type LedgerLines = { readonly [A in LedgerAccount]?: number }

/** Fact -> lines. What happened on the left, how it is booked on the right. */
export const recipes: { readonly [K in TransactionKey]: (facts: LedgerFacts) => LedgerLines } = {
  'charge.captured.net': ({ gross, fee, feeVat }) => ({
    acquirer: gross,
    merchant: -(gross - fee - feeVat),
    fees: -fee,
    fee_vat: -feeVat,
  }),
  'refund.created.debit': ({ gross }) => ({ merchant: gross, acquirer: -gross }),
  'refund.voided.debit': ({ gross, fee, feeVat }) => ({
    acquirer: -gross,
    merchant: gross - fee - feeVat,
    fees: fee,
    fee_vat: feeVat,
  }),
}
