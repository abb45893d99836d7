import * as z from 'zod'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { isoTime } from '../../kernel/wire'
import type { Scene } from '../shape'
import { accountTypes, type BankAccount, bankNameOf } from './model'

/** Where the money of a recipient goes. */
export const bankAccountSchema = once(() =>
  z.strictObject({
    object: z.literal('bank_account'),
    livemode: z.boolean(),
    last_digits: z.string(),
    account_number: z.string(),
    name: z.string(),
    type: z.enum(accountTypes).nullable(),
    created_at: isoTime(),
    brand: z.string(),
    bank_code: z.string(),
    branch_code: z.string().nullable(),
  }),
)
export type BankAccountObject = z.infer<ReturnType<typeof bankAccountSchema>>

export const renderBankAccount = (account: BankAccount, scene: Scene): BankAccountObject => ({
  object: 'bank_account',
  livemode: scene.livemode,
  last_digits: account.number.slice(-4),
  account_number: account.number,
  name: account.name,
  type: account.type,
  created_at: iso(account.createdAt),
  brand: bankNameOf(account.bankCode),
  bank_code: account.bankCode,
  branch_code: account.branchCode,
})
