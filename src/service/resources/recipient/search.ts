import type { Sequence } from '../../../kernel/collection'
import { flag, type Scope, searchable, time, word } from '../../search/scope'
import type { World } from '../../world'
import { bankNameOf } from '../bank-account/model'
import { recipientFlagsOf } from './machine'
import type { RecipientRow } from './model'

/** Deleted ones are found, too: `deleted` filters by it. The default recipient is one of them and may have no row yet. */
export const recipientSearch = (
  rows: (world: World) => Sequence<RecipientRow>,
  row: (world: World, id: string) => RecipientRow | undefined,
): Scope =>
  searchable<RecipientRow>({
    scope: 'recipient',
    object: 'recipient',
    rows,
    kept: (world) => world.recipients,
    row,
    filters: {
      active: flag((recipient) => recipientFlagsOf(recipient).active),
      deleted: flag((recipient) => recipientFlagsOf(recipient).deleted),
      verified: flag((recipient) => recipientFlagsOf(recipient).verified),
      activated_at: time((recipient) => recipient.activatedAt),
      created: time((recipient) => recipient.createdAt),
      verified_at: time((recipient) => recipient.verifiedAt),
      bank_last_digits: word((recipient) => recipient.bankAccount.number.slice(-4)),
      failure_code: word((recipient) => recipient.failureCode),
      type: word((recipient) => recipient.type),
    },
    queries: {
      id: (recipient) => recipient.id,
      // Assumption `search-bank-names`.
      bank_name: (recipient) => recipient.bankAccount.name,
      bank_brand: ({ bankAccount: { bankCode } }) => [bankNameOf(bankCode), bankCode],
      description: (recipient) => recipient.description,
      email: (recipient) => recipient.email,
      metadata: (recipient) => recipient.metadata,
      name: (recipient) => recipient.name,
      tax_id: (recipient) => recipient.taxId,
    },
  })
