import { rowsOf } from '../../../kernel/collection'
import { changesOf, flag, money, searchable, time, word } from '../../search/scope'
import { bankNameOf } from '../bank-account/model'
import type { RecipientRow } from '../recipient/model'
import { transferFlags } from './machine'
import type { TransferRow } from './model'

/** Deleted transfers are not found (assumption `search-deleted`). */
export const transferSearch = searchable<TransferRow>({
  scope: 'transfer',
  object: 'transfer',
  rows: (world) => world.transfers,
  kept: (world) => world.transfers,
  finds: (transfer) => transfer.state !== 'deleted',
  influences: [
    changesOf<RecipientRow>(
      (world) => world.recipients,
      (world, recipient) =>
        rowsOf(world.transfers.by('recipient', recipient.id)).map((transfer) => transfer.id),
    ),
  ],
  filters: {
    amount: money((transfer) => transfer),
    fee: money((transfer) => ({ amount: transfer.fee, currency: transfer.currency })),
    created: time((transfer) => transfer.createdAt),
    paid_at: time((transfer) => transfer.paidAt),
    sent_at: time((transfer) => transfer.sentAt),
    currency: word((transfer) => transfer.currency),
    paid: flag((transfer) => transferFlags[transfer.state].paid),
    sent: flag((transfer) => transferFlags[transfer.state].sent),
  },
  queries: {
    id: (transfer) => transfer.id,
    // Assumption `search-bank-names`.
    bank_name: (transfer) => transfer.bankAccount.name,
    bank_brand: (transfer) => [bankNameOf(transfer.bankAccount.bankCode), transfer.bankAccount.bankCode],
    failure_code: (transfer) => transfer.failureCode,
    failure_message: (transfer) => transfer.failureMessage,
    metadata: (transfer) => transfer.metadata,
    recipient_email: ({ recipient }, world) => world.recipients.get(recipient)?.email ?? null,
    recipient_id: (transfer) => transfer.recipient,
    recipient_name: ({ recipient }, world) => world.recipients.get(recipient)?.name ?? null,
    transaction_id: (transfer) => transfer.transactions,
  },
})
