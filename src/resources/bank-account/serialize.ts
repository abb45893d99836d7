import * as z from 'zod/mini'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { field } from '../fields'
import type { Scene } from '../shape'
import { accountTypes, type BankAccount, bankNameOf } from './model'

/** Where the money of a recipient goes. */
export const bankAccountSchema = once(() =>
  z.strictObject({
    object: field.always('bank_account'),
    livemode: field.livemode(),
    last_digits: field.text('Last 4 digits of the number'),
    account_number: field.text('The whole number'),
    name: field.text('Name of the account holder'),
    type: z.nullable(z.enum(accountTypes)).check(z.describe('Kind of account; null when not given')),
    created_at: field.createdAt(),
    brand: field.text('Name of the bank'),
    bank_code: field.text('Code of the bank, such as `bbl`'),
    branch_code: field.textOrNull('Code of the branch; null when not given'),
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
