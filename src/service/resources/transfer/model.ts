import { collection, type Row } from '../../../kernel/collection'
import type { JsonObject } from '../../../kernel/json'
import type { Currency } from '../../../kernel/money'
import type { BankAccount } from '../bank-account/model'
import { type TransferState, transferMachine } from './machine'

/** Why a transfer failed: the published codes, with texts of our own. */
export const transferFailures = {
  insufficient_balance: 'the balance does not cover the transfer',
  invalid_recipient: 'the recipient is not verified, not active or deleted',
  transfers_suspended: 'transfers are suspended',
  transfer_deleted: 'the transfer was deleted',
  transfer_sent: 'the transfer was already sent',
  transfer_failed: 'the bank of the recipient returned the transfer',
} as const satisfies Record<string, string>
export type TransferFailureCode = keyof typeof transferFailures
export const transferFailureCodes = Object.keys(transferFailures) as readonly TransferFailureCode[]

/** A payout to a recipient. Amounts are subunits of the account's currency. */
export interface TransferRow extends Row {
  readonly state: TransferState
  /** Gross: the fee is taken out of it. */
  readonly amount: number
  readonly currency: Currency
  readonly fee: number
  readonly feeVat: number
  readonly recipient: string
  /** As it was when the transfer was made. */
  readonly bankAccount: BankAccount
  readonly failFast: boolean
  /** Its recipient was not verified and active when it was made: their verification sends it, or has sent it. */
  readonly awaitsRecipient: boolean
  readonly metadata: JsonObject
  /** The schedule that made it. */
  readonly schedule: string | null
  /** Its movements of the balance, oldest first. */
  readonly transactions: readonly string[]
  readonly failureCode: string | null
  readonly failureMessage: string | null
  readonly sentAt: number | null
  readonly paidAt: number | null
}

export const transfers = collection<TransferRow, 'listed' | 'recipient'>({
  name: 'transfers',
  machine: transferMachine,
  by: {
    listed: (transfer) => (transfer.state === 'deleted' ? null : 'yes'),
    recipient: (transfer) => transfer.recipient,
  },
})

/** The events of a transfer (spec 6), each with the object that it carries. */
export const transferEvents = {
  'transfer.create': 'transfer',
  'transfer.update': 'transfer',
  'transfer.destroy': 'transfer',
} as const
