import * as z from 'zod/mini'
import { iso, isoOrNull } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { balanceOf } from '../../ledger/sums'
import { bankAccountSchema, renderBankAccount } from '../bank-account/serialize'
import { field } from '../fields'
import { canBePaid } from '../recipient/machine'
import type { RecipientRow } from '../recipient/model'
import type { Shape } from '../shape'
import type { TransactionRow } from '../transaction/model'
import { transactionSchema, transactionShape } from '../transaction/serialize'
import { transferFlags } from './machine'
import type { TransferRow } from './model'

/** Money on its way to a recipient. All amounts are subunits; `net` is what arrives. */
export const transferSchema = once(() =>
  z.strictObject({
    object: field.always('transfer'),
    id: field.id('trsf'),
    livemode: field.livemode(),
    location: field.location('/transfers/<id>'),
    deleted: field.flag('Whether it was deleted before it was sent'),
    amount: field.int('Gross amount in subunits of `currency`; the fee is taken out of it'),
    bank_account: bankAccountSchema().check(
      z.describe('The bank account as it was when the transfer was created'),
    ),
    balance_hold_at: field.unused(),
    created_at: field.createdAt(),
    currency: field.currency(),
    fail_fast: field.flag('Whether it fails, instead of waiting, when the balance does not cover it'),
    failure_code: field.textOrNull('Why it failed, such as `transfer_failed`; null when it did not fail'),
    failure_message: field.textOrNull('Sentence for `failure_code`; null when it did not fail'),
    fee: field.int('Fee without tax, in subunits of `currency`'),
    fee_vat: field.int('Tax on `fee`, in subunits of `currency`'),
    metadata: field.metadata(),
    net: field.int('What the recipient receives, in subunits of `currency`'),
    paid: field.flag('Whether the recipient has the money'),
    paid_at: field.timeOrNull('When the recipient got the money, ISO 8601 in UTC; null before'),
    recipient: field.text('Id of the recipient'),
    schedule: field.textOrNull('Id of the schedule that made it; null when no schedule did'),
    sendable: field.flag(
      'Whether it can be sent now: the balance covers it, and the recipient is verified and active',
    ),
    sent: field.flag('Whether it was sent to the bank'),
    sent_at: field.timeOrNull('When it was sent to the bank, ISO 8601 in UTC; null before'),
    split_transfer_group_id: field.unused(),
    total_fee: field.int('Fee with tax, in subunits of `currency`'),
    transactions: z
      .array(transactionSchema())
      .check(z.describe('Its movements of the balance, oldest first')),
  }),
)
export type Transfer = z.infer<ReturnType<typeof transferSchema>>

interface TransferRelated {
  readonly transactions: readonly TransactionRow[]
  readonly recipient: RecipientRow | null
  /** Whether it waits, and the balance covers it, as things stand. */
  readonly covered: boolean
}

/** While it waits: the balance covers it, and its recipient is verified and active. */
const isSendable = ({ recipient, covered }: TransferRelated): boolean =>
  covered && recipient !== null && canBePaid(recipient)

export const transferShape: Shape<TransferRow, TransferRelated, Transfer> = {
  related: (world, transfer) => ({
    transactions: transfer.transactions.flatMap((id) => world.transactions.get(id) ?? []),
    recipient: world.recipients.get(transfer.recipient) ?? null,
    covered: transfer.state === 'pending' && transfer.amount <= balanceOf(world).settled,
  }),
  render: (transfer, related, scene) => {
    const { sent, paid, deleted } = transferFlags[transfer.state]
    const totalFee = transfer.fee + transfer.feeVat
    return {
      object: 'transfer',
      id: transfer.id,
      livemode: scene.livemode,
      location: `/transfers/${transfer.id}`,
      deleted,
      amount: transfer.amount,
      bank_account: renderBankAccount(transfer.bankAccount, scene),
      balance_hold_at: null,
      created_at: iso(transfer.createdAt),
      currency: transfer.currency,
      fail_fast: transfer.failFast,
      failure_code: transfer.failureCode,
      failure_message: transfer.failureMessage,
      fee: transfer.fee,
      fee_vat: transfer.feeVat,
      metadata: transfer.metadata,
      net: transfer.amount - totalFee,
      paid,
      paid_at: isoOrNull(transfer.paidAt),
      recipient: transfer.recipient,
      schedule: transfer.schedule,
      sendable: isSendable(related),
      sent,
      sent_at: isoOrNull(transfer.sentAt),
      split_transfer_group_id: null,
      total_fee: totalFee,
      transactions: related.transactions.map((row) => transactionShape.render(row, null, scene)),
    }
  },
  expandable: { recipient: ['recipient'], schedule: ['schedule'] },
  schema: transferSchema,
}
