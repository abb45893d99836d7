import * as z from 'zod'
import { iso, isoOrNull } from '../../kernel/calendar'
import { type JsonObject, once } from '../../kernel/json'
import { isoTime } from '../../kernel/wire'
import { bankAccountSchema, renderBankAccount } from '../bank-account/serialize'
import type { Shape } from '../shape'
import { recipientFlagsOf } from './machine'
import { type RecipientRow, recipientTypes } from './model'

/** A person or company that transfers pay to. */
export const recipientSchema = once(() =>
  z.strictObject({
    object: z.literal('recipient'),
    id: z.string(),
    livemode: z.boolean(),
    location: z.string(),
    deleted: z.boolean(),
    bank_account: bankAccountSchema(),
    active: z.boolean(),
    default: z.boolean(),
    verified: z.boolean(),
    description: z.string().nullable(),
    email: z.string().nullable(),
    failure_code: z.string().nullable(),
    name: z.string(),
    schedule: z.string().nullable(),
    tax_id: z.string().nullable(),
    type: z.enum(recipientTypes),
    metadata: z.custom<JsonObject>(),
    created_at: isoTime(),
    verified_at: isoTime().nullable(),
    activated_at: isoTime().nullable(),
  }),
)
export type Recipient = z.infer<ReturnType<typeof recipientSchema>>

export const recipientShape: Shape<RecipientRow, string | null, Recipient> = {
  object: 'recipient',
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
