import * as z from 'zod/mini'
import { oneOf, text, textOrNull, time } from '../row-form'
import { accountTypes } from './model'

/** A bank account, as the rows of recipients and transfers hold it. */
export const bankAccount = z.strictObject({
  bankCode: text,
  branchCode: textOrNull,
  number: text.check(z.regex(/^\d{4,20}$/, 'must be 4 to 20 digits')),
  name: text,
  type: z.nullable(oneOf(accountTypes)),
  createdAt: time,
})
