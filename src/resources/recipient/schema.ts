import * as z from 'zod'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { metadata, text } from '../../kernel/wire'
import { bankAccountInput } from '../bank-account/schema'

/** What must be there and what it must be is told by the operations: blank means unchanged in an update. */
export const recipientInput = once(() =>
  z.object({
    name: text({ max: limits.descriptionLengthMax }).optional(),
    email: text().optional(),
    description: text({ max: limits.descriptionLengthMax }).optional(),
    type: text().optional(),
    tax_id: text({ max: limits.descriptionLengthMax }).optional(),
    bank_account: bankAccountInput().optional(),
    metadata: metadata().optional(),
  }),
)
