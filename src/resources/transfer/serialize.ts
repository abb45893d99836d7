import * as z from 'zod'
import { iso, isoOrNull } from '../../kernel/calendar'
import { type JsonObject, once } from '../../kernel/json'
import { isoTime } from '../../kernel/wire'
import { balanceOf } from '../../ledger/sums'
import { bankAccountSchema, renderBankAccount } from '../bank-account/serialize'
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
    object: z.literal('transfer'),
    id: z.string(),
    livemode: z.boolean(),
    location: z.string(),
    deleted: z.boolean(),
    amount: z.int(),
    bank_account: bankAccountSchema(),
    balance_hold_at: z.null(),
    created_at: isoTime(),
    currency: z.string(),
    fail_fast: z.boolean(),
    failure_code: z.string().nullable(),
    failure_message: z.string().nullable(),
    fee: z.int(),
    fee_vat: z.int(),
    metadata: z.custom<JsonObject>(),
    net: z.int(),
    paid: z.boolean(),
    paid_at: isoTime().nullable(),
    recipient: z.string(),
    schedule: z.string().nullable(),
    sendable: z.boolean(),
    sent: z.boolean(),
    sent_at: isoTime().nullable(),
    split_transfer_group_id: z.null(),
    total_fee: z.int(),
    transactions: z.array(transactionSchema()),
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
  object: 'transfer',
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
