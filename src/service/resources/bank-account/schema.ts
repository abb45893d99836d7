import * as z from 'zod/mini'
import { limits } from '../../../kernel/limits'
import { object, text } from '../../../kernel/wire'

/** The operations check which fields are required and valid: blank means unchanged in an update. */
export const bankAccountInput = () =>
  object({
    /** Code of the bank; `bank_code` says the same. */
    brand: z.optional(text()),
    bank_code: z.optional(text()),
    branch_code: z.optional(text()),
    number: z.optional(text()),
    name: z.optional(text({ max: limits.descriptionLengthMax })),
    type: z.optional(text()),
  })
export type BankAccountInput = z.output<ReturnType<typeof bankAccountInput>>
