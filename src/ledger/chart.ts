/** The accounts of the double-entry ledger and the side on which each normally stands. */
export const chart = {
  /** What the card networks owe us for captured charges. */
  acquirer: 'debit',
  /** What we owe the merchant: the balance. */
  merchant: 'credit',
  /** Taken back from the merchant until the bank has decided a dispute. */
  held: 'credit',
  /** Transfers that were sent and have not arrived. */
  in_transit: 'credit',
  /** Our own account at the bank, which transfers are paid from. */
  bank: 'debit',
  /** Earned: transaction fees. */
  fees: 'credit',
  /** Owed to the state: tax on the fees. */
  fee_vat: 'credit',
  /** Earned: interest on instalments that the merchant absorbs. */
  interest: 'credit',
  interest_vat: 'credit',
} as const satisfies Record<string, 'debit' | 'credit'>

export type LedgerAccount = keyof typeof chart
