import type { TransferFailureCode } from '../resources/transfer/model'

/** What a bank answers to an account whose number ends like this, not counting leading zeros; every other account is fine. */
interface BankOutcome {
  /** When it shows: at verification, before the money leaves, or after it was sent. */
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

type Outcome = (typeof bankOutcomes)[keyof typeof bankOutcomes]

/** Leading zeros do not count: a published client has 0000001 verified. */
const outcomeOf = (number: string): Outcome | undefined => {
  const digits = number.replace(/^0+/, '')
  return Object.entries(bankOutcomes).find(([ending]) => digits.endsWith(ending))?.[1]
}

/** Why the bank does not verify the account, or `null`. */
export const verificationFailureOf = (number: string): string | null => {
  const outcome = outcomeOf(number)
  return outcome?.at === 'verify' ? outcome.code : null
}

/** Why the bank does not take a transfer at this step, or `null`. */
export const transferFailureOf = (number: string, at: 'send' | 'pay'): TransferFailureCode | null => {
  const outcome = outcomeOf(number)
  if (outcome === undefined || outcome.at === 'verify') return null
  return outcome.at === at ? outcome.code : null
}
