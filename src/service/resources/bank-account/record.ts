import * as field from '../field'
import { record } from '../record'
import { accountTypes, type BankAccount, bankNameOf } from './model'

/** Where the money of a recipient goes. */
export const bankAccountRecord = record<BankAccount>()({
  object: field.always('bank_account'),
  livemode: field.livemode,
  last_digits: field.text('Last 4 digits of the number', ({ number }) => number.slice(-4)),
  account_number: field.text('The whole number', ({ number }) => number),
  name: field.text('Name of the account holder'),
  type: field.oneOfOrNull(accountTypes)('Kind of account; null when not given'),
  created_at: field.createdAt,
  brand: field.text('Name of the bank', ({ bankCode }) => bankNameOf(bankCode)),
  bank_code: field.text('Code of the bank, such as `bbl`'),
  branch_code: field.textOrNull('Code of the branch; null when not given'),
})
