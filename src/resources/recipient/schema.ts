import * as z from 'zod'
import { once } from '../../kernel/json'
import { documented } from '../../kernel/json-schema'
import { limits } from '../../kernel/limits'
import { metadata, text } from '../../kernel/wire'
import { bankAccountInput } from '../bank-account/schema'

const recipientFields = () => ({
  name: text({ max: limits.descriptionLengthMax }).optional(),
  email: text().optional(),
  description: text({ max: limits.descriptionLengthMax }).optional(),
  type: text().optional(),
  tax_id: text({ max: limits.descriptionLengthMax }).optional(),
  metadata: metadata().optional(),
})

/** The operations check which fields are required and valid, in the service's own words. */
export const recipientCreate = once(() =>
  documented(
    z.object({
      ...recipientFields(),
      bank_account: documented(bankAccountInput(), { required: ['number', 'name'] }).optional(),
    }),
    { required: ['name', 'type', 'bank_account'] },
  ),
)

/** Blank means unchanged. */
export const recipientUpdate = once(() =>
  z.object({ ...recipientFields(), bank_account: bankAccountInput().optional() }),
)
export type RecipientInput = z.output<ReturnType<typeof recipientUpdate>>
