import { collection, type Row } from '../../../kernel/collection'
import type { JsonObject } from '../../../kernel/json'
import { machine } from '../../../kernel/machine'
import type { BankAccount } from '../bank-account/model'

/** States of a recipient (spec 3.3 shows its flags). `new` is the moment before it exists. */
export const recipientMachine = machine({
  name: 'recipient',
  states: ['new', 'unverified', 'verified', 'failed', 'deleted'],
  final: ['deleted'],
  otherwise: { error: 'not_found' },
  rules: [
    {
      on: 'create',
      from: ['new'],
      to: 'unverified',
      emits: ['recipient.create'],
      otherwise: { error: 'invalid_recipient', message: 'recipient exists already' },
      spec: '4.5',
    },
    // A failed recipient has to change first: the bank gives the same answer for the same account.
    {
      on: 'verify',
      from: ['unverified', 'verified'],
      to: 'verified',
      emits: ['recipient.verify'],
      spec: '4.5',
    },
    {
      on: 'reject',
      from: ['unverified', 'failed'],
      to: 'failed',
      emits: ['recipient.update'],
      except: { verified: { error: 'invalid_recipient', message: 'recipient is verified' } },
      spec: '3.3',
    },
    // Another name or bank account is another person until that is verified.
    {
      on: 'identify',
      from: ['unverified', 'verified', 'failed'],
      to: 'unverified',
      emits: ['recipient.update'],
      spec: '3.3',
    },
    {
      on: 'delete',
      from: ['unverified', 'verified', 'failed'],
      to: 'deleted',
      emits: ['recipient.destroy'],
      spec: '3.3',
    },
  ],
})

type RecipientState = (typeof recipientMachine.states)[number]

/** What a transfer needs to be sent (assumption `transfers-that-wait`). */
export const canBePaid = (recipient: Parameters<typeof recipientFlagsOf>[0]): boolean => {
  const { active, verified } = recipientFlagsOf(recipient)
  return active && verified
}

/** Verification is the stored state; activation is a separate date (assumption `recipient-activation`). */
export const recipientFlagsOf = (recipient: {
  readonly state: RecipientState
  readonly activatedAt: number | null
}) => ({
  active: recipient.activatedAt !== null && recipient.state !== 'deleted',
  verified: recipient.state === 'verified',
  deleted: recipient.state === 'deleted',
})

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
