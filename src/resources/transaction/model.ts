import { collection, type Row } from '../../kernel/collection'
import type { Currency } from '../../kernel/money'
import type { LedgerAccount } from '../../ledger/chart'

/** What moved the money, as the wire shows it. */
export const transactionKeys = ['charge.captured.net', 'refund.created.debit', 'refund.voided.debit'] as const
export type TransactionKey = (typeof transactionKeys)[number]

/** One ledger entry. Its line on the merchant's account is what the API shows as a transaction. */
export interface TransactionRow extends Row {
  readonly key: TransactionKey
  /** Id of the charge or refund behind it. */
  readonly origin: string
  readonly currency: Currency
  /** Signed subunits by ledger account: debits above zero, credits below. They sum to zero. */
  readonly lines: { readonly [A in LedgerAccount]?: number }
  /** When the merchant may transfer it. */
  readonly transferableAt: number
}

export const transactions = collection<TransactionRow>({ name: 'transactions', by: {} })
