import * as z from 'zod/mini'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { createdAtField, livemodeField, objectField } from '../fields'
import type { Scene } from '../shape'
import { accountTypes, type BankAccount, bankNameOf } from './model'

/** Where the money of a recipient goes. */
export const bankAccountSchema = once(() =>
  z.strictObject({
    object: objectField('bank_account'),
    livemode: livemodeField(),
    last_digits: z.string().check(z.describe('Last 4 digits of the number')),
    account_number: z.string().check(z.describe('The whole number')),
    name: z.string().check(z.describe('Name of the account holder')),
    type: z.nullable(z.enum(accountTypes)).check(z.describe('Kind of account; null when not given')),
    created_at: createdAtField(),
    brand: z.string().check(z.describe('Name of the bank')),
    bank_code: z.string().check(z.describe('Code of the bank, such as `bbl`')),
    branch_code: z.nullable(z.string()).check(z.describe('Code of the branch; null when not given')),
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
