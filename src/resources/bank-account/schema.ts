import type * as z from 'zod'
import { limits } from '../../kernel/limits'
import { object, text } from '../../kernel/wire'

/** The operations check which fields are required and valid: blank means unchanged in an update. */
export const bankAccountInput = () =>
  object({
    /** Code of the bank; `bank_code` says the same. */
    brand: text().optional(),
    bank_code: text().optional(),
    branch_code: text().optional(),
    number: text().optional(),
    name: text({ max: limits.descriptionLengthMax }).optional(),
    type: text().optional(),
  })
export type BankAccountInput = z.output<ReturnType<typeof bankAccountInput>>
