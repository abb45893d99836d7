import { dayMs } from '../../../kernel/calendar'
import { collection, type Row } from '../../../kernel/collection'
import type { Currency } from '../../../kernel/money'
import type { Country } from '../account/model'

/** Signed subunits by account of the double-entry ledger: debits above zero, credits below. They sum to zero. */
export type LedgerLines = {
  /** Owed to us by the card networks for captured charges. */
  readonly acquirer?: number
  /** Owed to the merchant: the balance. */
  readonly merchant?: number
  /** Held from the merchant until the bank decides a dispute. */
  readonly held?: number
  /** Transfers that are sent and not yet paid. */
  readonly in_transit?: number
  /** Our own account at the bank, which transfers are paid from. */
  readonly bank?: number
  /** Earned: transaction fees. */
  readonly fees?: number
  /** Owed to the state: tax on the fees. */
  readonly fee_vat?: number
  /** Earned: interest on instalments that the merchant absorbs. */
  readonly interest?: number
  readonly interest_vat?: number
}

/** The kinds of movement that the API shows. */
export const transactionKeys = [
  'charge.captured.net',
  'refund.created.debit',
  'refund.voided.debit',
  'dispute.started.debit',
  'dispute.won.credit',
  'transfer.sent.debit',
  'transfer.failed.credit',
] as const
export type TransactionKey = (typeof transactionKeys)[number]

/** The kinds of movement that do not touch the merchant's balance: ledger entries without a transaction. */
export type BookingKey = 'dispute.lost' | 'transfer.paid'

interface LedgerEntry extends Row {
  /** Id of the record behind it. */
  readonly origin: string
  readonly currency: Currency
  readonly lines: LedgerLines
}

/** A ledger entry whose line on the merchant's account is what the API shows as a transaction. */
export interface TransactionRow extends LedgerEntry {
  readonly key: TransactionKey
  /** When the merchant may transfer it. */
  readonly transferableAt: number
}

/** How long captured money is held in live mode (assumption `settlement-hold`). */
export const liveHoldMs = { TH: 7 * dayMs, JP: 21 * dayMs, SG: 7 * dayMs, MY: 7 * dayMs } as const satisfies {
  readonly [C in Country]: number
}
export const transactions = collection<TransactionRow>({ name: 'transactions', by: {} })

/** A ledger entry without a line on the merchant's account. */
export interface BookingRow extends LedgerEntry {
  readonly key: BookingKey
}

export const bookings = collection<BookingRow, 'origin'>({
  name: 'bookings',
  by: { origin: ({ origin }) => origin },
})
