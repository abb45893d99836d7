import type * as z from 'zod/mini'
import { type Problem, problemWith } from '../../../kernel/errors'
import { object, optional, text, words } from '../../../kernel/wire'
import { bankCodesOf } from '../../simulation/banks'
import type { World } from '../../world'
import { type AccountType, accountTypes, type BankAccount, isKnownBank } from './model'

const bankCode = () => optional('The same as `brand`. If both are given, `bank_code` counts', text())

/** The operations check which fields are required and valid. */
export const bankAccountInput = () =>
  object(() => ({
    brand: optional(
      'Code of the bank, such as `bbl`; for a Thai account one of a list. Required, here or as `bank_code`',
      text(),
    ),
    bank_code: bankCode(),
    branch_code: optional('Code of the branch, as text. Default: none', text()),
    number: optional('4 to 20 digits, as text; spaces and dashes are dropped', text()),
    name: optional('Name of the holder of the account', words()),
    type: optional('`normal` or `current`. Default: none', text()),
  }))
type BankAccountInput = z.output<ReturnType<typeof bankAccountInput>>

/** Blank means unchanged. */
export const bankAccountChange = () =>
  object(() => ({
    brand: optional('Code of the bank, such as `bbl`. Default: unchanged', text()),
    bank_code: bankCode(),
    branch_code: optional('Code of the branch, as text. Default: unchanged', text()),
    number: optional('4 to 20 digits, as text; spaces and dashes are dropped. Default: unchanged', text()),
    name: optional('Name of the holder of the account. Default: unchanged', words()),
    type: optional('`normal` or `current`. Default: unchanged', text()),
  }))

/** The given fields, without blank ones: client libraries send blank for an unchanged field. */
export const given = (text: string | undefined): string | undefined => {
  const trimmed = text?.trim()
  return trimmed === '' ? undefined : trimmed
}

const isAccountType = (text: string): text is AccountType =>
  (accountTypes as readonly string[]).includes(text)

/** The bank: one of a list in Thailand, any in other countries (assumption `recipient-banks`). */
const bankProblems = (world: World, code: string): readonly Problem[] => {
  if (code === '') return [problemWith('bank_account[brand]', "can't be blank", 'required')]
  if (world.account.country !== 'TH' || isKnownBank(code)) return []
  const codes = bankCodesOf('TH').join(', ')
  return [problemWith('bank_account[brand]', `is not included in the list (${codes})`, 'not_supported')]
}

/** Assumption `bank-account-number`. */
const numberProblems = (number: string): readonly Problem[] => {
  if (number === '') return [problemWith('bank_account[number]', "can't be blank", 'required')]
  return /^\d{4,20}$/.test(number)
    ? []
    : [problemWith('bank_account[number]', 'must contain 4-20 digit characters')]
}

export interface CheckedBankAccount {
  readonly account: BankAccount
  readonly problems: readonly Problem[]
}

const nothing = { bankCode: '', branchCode: null, number: '', name: '', type: null } as const

/** Applies the input to the current bank account. Returns the same row when nothing changes. */
export const bankAccountOf = (
  world: World,
  input: BankAccountInput | undefined,
  current: BankAccount | null,
): CheckedBankAccount => {
  const before = current ?? { ...nothing, createdAt: world.now() }
  const type = given(input?.type)
  const next = {
    bankCode: (given(input?.bank_code) ?? given(input?.brand))?.toLowerCase() ?? before.bankCode,
    branchCode: given(input?.branch_code) ?? before.branchCode,
    number: given(input?.number)?.replace(/[\s-]/g, '') ?? before.number,
    name: given(input?.name) ?? before.name,
    type: type === undefined || !isAccountType(type) ? before.type : type,
  }
  const same = (Object.keys(nothing) as (keyof typeof nothing)[]).every(
    (field) => next[field] === before[field],
  )
  if (same && current !== null) return { account: current, problems: typeProblems(type) }
  const problems = [
    ...bankProblems(world, next.bankCode),
    ...numberProblems(next.number),
    ...(next.name === '' ? [problemWith('bank_account[name]', "can't be blank", 'required')] : []),
    ...typeProblems(type),
  ]
  return { account: { ...next, createdAt: world.now() }, problems }
}

const typeProblems = (type: string | undefined): readonly Problem[] =>
  type === undefined || isAccountType(type)
    ? []
    : [
        problemWith(
          'bank_account[type]',
          `is not included in the list (${accountTypes.join(', ')})`,
          'not_supported',
        ),
      ]
