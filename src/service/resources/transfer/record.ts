import * as z from 'zod/mini'
import { balanceOf } from '../../ledger/sums'
import { bankAccountRecord } from '../bank-account/record'
import * as field from '../field'
import { canBePaid, type RecipientRow } from '../recipient/model'
import { record, type Shown } from '../record'
import type { TransactionRow } from '../transaction/model'
import { transactionRecord } from '../transaction/record'
import { type TransferRow, transferFlags } from './model'

interface TransferRelated {
  readonly transactions: readonly TransactionRow[]
  readonly recipient: RecipientRow | null
  /** Whether it waits, and the balance covers it now. */
  readonly covered: boolean
}

/** While it waits: the balance covers it, and its recipient is verified and active. */
const isSendable = ({ recipient, covered }: TransferRelated): boolean =>
  covered && recipient !== null && canBePaid(recipient)

const totalFeeOf = ({ fee, feeVat }: TransferRow): number => fee + feeVat

/** Money on its way to a recipient. All amounts are subunits; `net` is what arrives. */
export const transferRecord = record<TransferRow, TransferRelated>((world, transfer) => ({
  transactions: transfer.transactions.flatMap((id) => world.transactions.get(id) ?? []),
  recipient: world.recipients.get(transfer.recipient) ?? null,
  covered: transfer.state === 'pending' && transfer.amount <= balanceOf(world).settled,
}))({
  object: field.always('transfer'),
  id: field.id('trsf'),
  livemode: field.livemode,
  location: field.location('/transfers/<id>'),
  deleted: field.flag(
    'Whether it was deleted before it was sent',
    ({ state }) => transferFlags[state].deleted,
  ),
  amount: field.money('Gross amount in subunits of `currency`; the fee is taken out of it'),
  bank_account: field.nested(bankAccountRecord)('The bank account as it was when the transfer was created'),
  balance_hold_at: field.unused,
  created_at: field.createdAt,
  currency: field.currency,
  fail_fast: field.flag('Whether it fails, instead of waiting, when the balance does not cover it'),
  failure_code: field.textOrNull('Why it failed, such as `transfer_failed`; null when it did not fail'),
  failure_message: field.textOrNull('Sentence for `failure_code`; null when it did not fail'),
  fee: field.money('Fee without tax, in subunits of `currency`'),
  fee_vat: field.money('Tax on `fee`, in subunits of `currency`'),
  metadata: field.metadata,
  net: field.money(
    'What the recipient receives, in subunits of `currency`',
    (transfer) => transfer.amount - totalFeeOf(transfer),
  ),
  paid: field.flag('Whether the recipient has the money', ({ state }) => transferFlags[state].paid),
  paid_at: field.timeOrNull('When the recipient got the money, ISO 8601 in UTC; null before'),
  recipient: field.idOf('recipient')('Id of the recipient'),
  schedule: field.idOrNullOf('schedule')('Id of the schedule that made it; null when no schedule did'),
  sendable: field.flag(
    'Whether it can be sent now: the balance covers it, and the recipient is verified and active',
    (transfer, related) => transfer.deletedSendable || isSendable(related),
  ),
  sent: field.flag('Whether it was sent to the bank', ({ state }) => transferFlags[state].sent),
  sent_at: field.timeOrNull('When it was sent to the bank, ISO 8601 in UTC; null before'),
  split_transfer_group_id: field.unused,
  total_fee: field.money('Fee with tax, in subunits of `currency`', totalFeeOf),
  transactions: field.of(() => z.array(transactionRecord.schema()))(
    'Its movements of the balance, oldest first',
    (_, { transactions }, renderContext) =>
      transactions.map((row) => transactionRecord.render(row, null, renderContext)),
  ),
})
export type Transfer = Shown<typeof transferRecord>
