import * as z from 'zod/mini'
import { iso, isoOrNull } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { balanceOf } from '../../ledger/sums'
import { bankAccountSchema, renderBankAccount } from '../bank-account/serialize'
import {
  createdAtField,
  currencyField,
  idField,
  isoTime,
  livemodeField,
  locationField,
  metadataField,
  objectField,
  unusedField,
} from '../fields'
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
    object: objectField('transfer'),
    id: idField('trsf'),
    livemode: livemodeField(),
    location: locationField('/transfers/<id>'),
    deleted: z.boolean().check(z.describe('Whether it was deleted before it was sent')),
    amount: z.int().check(z.describe('Gross amount in subunits of `currency`; the fee is taken out of it')),
    bank_account: bankAccountSchema().check(
      z.describe('The bank account as it was when the transfer was created'),
    ),
    balance_hold_at: unusedField(),
    created_at: createdAtField(),
    currency: currencyField(),
    fail_fast: z
      .boolean()
      .check(z.describe('Whether it fails, instead of waiting, when the balance does not cover it')),
    failure_code: z
      .nullable(z.string())
      .check(z.describe('Why it failed, such as `transfer_failed`; null when it did not fail')),
    failure_message: z
      .nullable(z.string())
      .check(z.describe('Sentence for `failure_code`; null when it did not fail')),
    fee: z.int().check(z.describe('Fee without tax, in subunits of `currency`')),
    fee_vat: z.int().check(z.describe('Tax on `fee`, in subunits of `currency`')),
    metadata: metadataField(),
    net: z.int().check(z.describe('What the recipient receives, in subunits of `currency`')),
    paid: z.boolean().check(z.describe('Whether the recipient has the money')),
    paid_at: z
      .nullable(isoTime())
      .check(z.describe('When the recipient got the money, ISO 8601 in UTC; null before')),
    recipient: z.string().check(z.describe('Id of the recipient')),
    schedule: z
      .nullable(z.string())
      .check(z.describe('Id of the schedule that made it; null when no schedule did')),
    sendable: z
      .boolean()
      .check(
        z.describe(
          'Whether it can be sent now: the balance covers it, and the recipient is verified and active',
        ),
      ),
    sent: z.boolean().check(z.describe('Whether it was sent to the bank')),
    sent_at: z
      .nullable(isoTime())
      .check(z.describe('When it was sent to the bank, ISO 8601 in UTC; null before')),
    split_transfer_group_id: unusedField(),
    total_fee: z.int().check(z.describe('Fee with tax, in subunits of `currency`')),
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
