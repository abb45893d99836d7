/** The accounts of the double-entry ledger and the normal side of each. */
const chart = {
  /** Owed to us by the card networks for captured charges. */
  acquirer: 'debit',
  /** Owed to the merchant: the balance. */
  merchant: 'credit',
  /** Held from the merchant until the bank decides a dispute. */
  held: 'credit',
  /** Transfers that are sent and not yet paid. */
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
