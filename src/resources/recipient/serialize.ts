import * as z from 'zod/mini'
import { iso, isoOrNull } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { bankAccountSchema, renderBankAccount } from '../bank-account/serialize'
import { field } from '../fields'
import type { Shape } from '../shape'
import { recipientFlagsOf } from './machine'
import { type RecipientRow, recipientTypes } from './model'

/** A person or company that transfers pay to. */
export const recipientSchema = once(() =>
  z.strictObject({
    object: field.always('recipient'),
    id: field.id('recp'),
    livemode: field.livemode(),
    location: field.location('/recipients/<id>'),
    deleted: field.flag('Whether it was deleted'),
    bank_account: bankAccountSchema().check(z.describe('Where its money goes')),
    active: field.flag('Whether transfers to it can be sent, once it is verified'),
    default: field.flag('Whether it is the recipient that every account has'),
    verified: field.flag('Whether the bank verified it'),
    description: field.textOrNull('Text of the merchant; null when not given'),
    email: field.textOrNull('Email address; null when not given'),
    failure_code: field.textOrNull('Why the bank could not verify it; null when it did not fail'),
    name: field.text('Name of the person or company'),
    schedule: field.textOrNull('Id of the newest schedule that transfers to it; null when there is none'),
    tax_id: field.textOrNull('Tax number; null when not given'),
    type: z.enum(recipientTypes).check(z.describe('A person or a company')),
    metadata: field.metadata(),
    created_at: field.createdAt(),
    verified_at: field.timeOrNull('When the bank verified it, ISO 8601 in UTC; null before'),
    activated_at: field.timeOrNull('When it was activated, ISO 8601 in UTC; null before'),
  }),
)
export type Recipient = z.infer<ReturnType<typeof recipientSchema>>

export const recipientShape: Shape<RecipientRow, string | null, Recipient> = {
  // The newest of the schedules that transfer to it.
  related: (world, { id }) => {
    const schedules = world.schedules.by('recipient', id)
    return schedules.length === 0 ? null : schedules.at(schedules.length - 1).id
  },
  render: (recipient, schedule, scene) => ({
    object: 'recipient',
    id: recipient.id,
    livemode: scene.livemode,
    location: `/recipients/${recipient.id}`,
    bank_account: renderBankAccount(recipient.bankAccount, scene),
    ...recipientFlagsOf(recipient),
    default: recipient.isDefault,
    description: recipient.description,
    email: recipient.email,
    failure_code: recipient.failureCode,
    name: recipient.name,
    schedule,
    tax_id: recipient.taxId,
    type: recipient.type,
    metadata: recipient.metadata,
    created_at: iso(recipient.createdAt),
    verified_at: isoOrNull(recipient.verifiedAt),
    activated_at: isoOrNull(recipient.activatedAt),
  }),
  expandable: { schedule: ['schedule'] },
  schema: recipientSchema,
}
