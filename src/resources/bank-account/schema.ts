import { limits } from '../../kernel/limits'
import { object, text } from '../../kernel/wire'

/** The operations check which fields are required and valid: blank means unchanged in an update. */
export const bankAccountInput = () =>
  object({
    brand: text().optional(),
    bank_code: text().optional(),
    branch_code: text().optional(),
    number: text().optional(),
    name: text({ max: limits.descriptionLengthMax }).optional(),
    type: text().optional(),
  })
