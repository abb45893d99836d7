import { collection, type Row } from '../../../kernel/collection'
import type { JsonObject } from '../../../kernel/json'
import { machine, type Refusal } from '../../../kernel/machine'
import type { Currency } from '../../../kernel/money'
import type { BankAccount } from '../bank-account/model'

const sentAlready: Refusal = { error: 'invalid_transfer', message: 'transfer was already sent' }
const failedAlready: Refusal = { error: 'invalid_transfer', message: 'transfer has failed' }
const deletedAlready: Refusal = { error: 'invalid_transfer', message: 'transfer was deleted' }

/** States of a transfer (spec 3.3 shows its flags). `new` is the moment before it exists. */
export const transferMachine = machine({
  name: 'transfer',
  states: ['new', 'pending', 'sent', 'paid', 'failed', 'deleted'],
  final: ['paid', 'failed', 'deleted'],
  otherwise: sentAlready,
  rules: [
    {
      on: 'create',
      from: ['new'],
      to: 'pending',
      emits: ['transfer.create'],
      otherwise: { error: 'invalid_transfer', message: 'transfer exists already' },
      spec: '4.5',
    },
    {
      on: 'change',
      from: ['pending'],
      to: 'pending',
      emits: ['transfer.update'],
      except: { failed: failedAlready, deleted: deletedAlready },
      spec: '6',
    },
    {
      on: 'send',
      from: ['pending'],
      to: 'sent',
      emits: ['transfer.send'],
      except: { failed: failedAlready, deleted: deletedAlready },
      spec: '3.3',
    },
    {
      on: 'pay',
      from: ['sent'],
      to: 'paid',
      emits: ['transfer.pay'],
      otherwise: { error: 'invalid_transfer', message: 'transfer was not sent' },
      except: {
        paid: { error: 'invalid_transfer', message: 'transfer was already paid' },
        failed: failedAlready,
        deleted: deletedAlready,
      },
      spec: '3.3',
    },
    {
      on: 'fail',
      from: ['pending', 'sent'],
      to: 'failed',
      emits: ['transfer.fail'],
      otherwise: failedAlready,
      except: {
        paid: { error: 'invalid_transfer', message: 'transfer was already paid' },
        deleted: deletedAlready,
      },
      spec: '6',
    },
    {
      on: 'delete',
      from: ['pending'],
      to: 'deleted',
      emits: ['transfer.destroy'],
      otherwise: { error: 'failed_deletion' },
      spec: '6',
    },
  ],
})

type TransferState = (typeof transferMachine.states)[number]

interface TransferFlags {
  readonly sent: boolean
  readonly paid: boolean
  readonly deleted: boolean
  /** Whether its amount is reserved: still part of the balance, but not available for other transfers. */
  readonly reserved: boolean
}

const flags = (on: Partial<TransferFlags>): TransferFlags => ({
  sent: false,
  paid: false,
  deleted: false,
  reserved: false,
  ...on,
})

/** What came back is not sent (assumption `transfer-returned`). */
export const transferFlags: { readonly [S in TransferState]: TransferFlags } = {
  new: flags({}),
  pending: flags({ reserved: true }),
  sent: flags({ sent: true }),
  paid: flags({ sent: true, paid: true }),
  failed: flags({}),
  deleted: flags({ deleted: true }),
}

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
export const isTransferFailureCode = (code: string): code is TransferFailureCode =>
  Object.hasOwn(transferFailures, code)

export const transferFailureCodes = Object.keys(transferFailures).filter(isTransferFailureCode)

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
  /** Whether it is shown as sendable though it was deleted (assumption `deleted-transfer`). */
  readonly deletedSendable: boolean
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
