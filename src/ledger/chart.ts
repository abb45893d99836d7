/** The accounts of the double-entry ledger and the side on which each normally stands. */
export const chart = {
  /** What the card networks owe us for captured charges. */
  acquirer: 'debit',
  /** What we owe the merchant: the balance. */
  merchant: 'credit',
  /** Earned: transaction fees. */
  fees: 'credit',
  /** Owed to the state: tax on the fees. */
  fee_vat: 'credit',
} as const satisfies Record<string, 'debit' | 'credit'>

export type LedgerAccount = keyof typeof chart
