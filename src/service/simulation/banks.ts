import type { Country } from '../resources/account/model'
import type { TransferFailureCode } from '../resources/transfer/model'

/** A bank that a payer can choose. */
export interface PayerBank {
  readonly code: string
  readonly name: string
  readonly active: boolean
}

/** Banks for payouts, by their codes (assumption `bank-codes`). */
const thaiBanks =
  'test bbl kbank rbs ktb jpm mufg ttb scb citi smbc sc cimb uob bay mega boa cacib gsb hsbc db ghb baac mb bnp ibank tisco kk icbc tcrb lhb'

const codes: { readonly [C in Country]: readonly string[] } = {
  TH: thaiBanks.split(' '),
  JP: ['test'],
  SG: ['test'],
  MY: ['test'],
}

export const bankCodesOf = (country: Country): readonly string[] => codes[country]

const payerBanks = (names: { readonly [code: string]: string }): readonly PayerBank[] =>
  Object.entries(names).map(([code, name]) => ({ code, name, active: true }))

/** Banks for FPX payments in Malaysia. */
export const fpxBanks = payerBanks({
  affin: 'Affin Bank',
  alliance: 'Alliance Bank',
  agro: 'AGRONet',
  ambank: 'AmBank',
  cimb: 'CIMB Bank',
  islam: 'Bank Islam',
  rakyat: 'Bank Rakyat',
  muamalat: 'Bank Muamalat',
  bsn: 'BSN',
  hongleong: 'Hong Leong',
  hsbc: 'HSBC Bank',
  kfh: 'KFH',
  maybank2u: 'Maybank2U',
  ocbc: 'OCBC Bank',
  public: 'Public Bank',
  rhb: 'RHB Bank',
  sc: 'Standard Chartered',
  uob: 'UOB Bank',
})

/** The bank's answer to account numbers with this ending, without leading zeros; all other accounts succeed. */
interface BankOutcome {
  /** When the failure occurs: at verification, before the money is sent, or after it. */
  readonly at: 'verify' | 'send' | 'pay'
  readonly code: string
}

/** Assumption `magic-bank-accounts`. */
export const bankOutcomes = {
  '0001': { at: 'verify', code: 'name_mismatch' },
  '0002': { at: 'verify', code: 'account_not_found' },
  '0003': { at: 'verify', code: 'bank_not_found' },
  '0004': { at: 'send', code: 'transfers_suspended' },
  '0005': { at: 'pay', code: 'transfer_failed' },
} as const satisfies { readonly [ending: string]: BankOutcome }

/** Leading zeros are ignored: a published client expects 0000001 to be verified. */
const bankOutcome = (number: string) => {
  const digits = number.replace(/^0+/, '')
  return Object.entries(bankOutcomes).find(([ending]) => digits.endsWith(ending))?.[1]
}

/** Why the bank does not verify the account, or `null`. */
export const verificationFailureOf = (number: string): string | null => {
  const outcome = bankOutcome(number)
  return outcome?.at === 'verify' ? outcome.code : null
}

/** Why the bank refuses a transfer at this step, or `null`. */
export const transferFailureOf = (number: string, at: 'send' | 'pay'): TransferFailureCode | null => {
  const outcome = bankOutcome(number)
  if (outcome === undefined || outcome.at === 'verify') return null
  return outcome.at === at ? outcome.code : null
}
