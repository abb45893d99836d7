import { collection, type Row } from '../../../kernel/collection'
import type { JsonObject } from '../../../kernel/json'
import type { BankAccount } from '../bank-account/model'
import { type RecipientState, recipientMachine } from './machine'

export const recipientTypes = ['individual', 'corporation'] as const
export type RecipientType = (typeof recipientTypes)[number]

/** The person or company that gets a transfer. */
export interface RecipientRow extends Row {
  readonly state: RecipientState
  readonly name: string
  readonly email: string | null
  readonly description: string | null
  readonly type: RecipientType
  readonly taxId: string | null
  readonly bankAccount: BankAccount
  readonly metadata: JsonObject
  /** Why the bank could not verify it. */
  readonly failureCode: string | null
  /** Whether it is the one that every account has from the start (assumption `default-recipient`). */
  readonly isDefault: boolean
  readonly verifiedAt: number | null
  readonly activatedAt: number | null
}

export const recipients = collection<RecipientRow, 'listed'>({
  name: 'recipients',
  machine: recipientMachine,
  by: { listed: (recipient) => (recipient.state === 'deleted' ? null : 'yes') },
})

/** The events of a recipient (spec 6), each with the object that it carries. */
export const recipientEvents = {
  'recipient.create': 'recipient',
  'recipient.update': 'recipient',
  'recipient.verify': 'recipient',
  'recipient.destroy': 'recipient',
} as const
