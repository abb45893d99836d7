import * as z from 'zod/mini'
import { once } from '../../../kernel/json'
import { documented } from '../../../kernel/json-schema'
import { limits } from '../../../kernel/limits'
import { metadata, text } from '../../../kernel/wire'
import { bankAccountChange, bankAccountInput } from '../bank-account/operations'

const recipientFields = () => ({
  name: z.optional(text({ max: limits.descriptionLengthMax })),
  email: z.optional(text()),
  description: z.optional(text({ max: limits.descriptionLengthMax })),
  type: z.optional(text()),
  tax_id: z.optional(text({ max: limits.descriptionLengthMax })),
  metadata: z.optional(metadata()),
})

/** The operations check which fields are required and valid, in the service's own words. */
export const recipientCreate = once(() =>
  documented(
    z.object({
      ...recipientFields(),
      bank_account: z.optional(documented(bankAccountInput(), { required: ['number', 'name'] })),
    }),
    { required: ['name', 'type', 'bank_account'] },
  ),
)

/** Blank means unchanged. */
export const recipientUpdate = once(() =>
  z.object({ ...recipientFields(), bank_account: z.optional(bankAccountChange()) }),
)
export type RecipientInput = z.output<ReturnType<typeof recipientUpdate>>
