import { monthIsOver } from '../kernel/calendar'
import type { ErrorName } from '../kernel/errors'
import type { CardOutcome, CardRow } from '../resources/card/model'

/**
 * Why a charge fails: the code and text it keeps, and the error its request gets. The error is the code's own
 * where the 402 table of spec 7.1 has it, else `payment_declined`.
 */
interface Outcome {
  readonly message: string
  readonly error: ErrorName
}

export const outcomes = {
  insufficient_fund: { message: 'insufficient funds', error: 'insufficient_fund' },
  invalid_card: { message: 'invalid card', error: 'declined_invalid_card' },
  stolen_or_lost_card: { message: 'stolen or lost card', error: 'stolen_or_lost_card' },
  failed_processing: { message: 'processing failed', error: 'failed_processing' },
  payment_rejected: { message: 'payment rejected', error: 'payment_rejected' },
  payment_cancelled: { message: 'payment cancelled', error: 'payment_cancelled' },
  failed_fraud_check: { message: 'fraud check failed', error: 'payment_declined' },
  invalid_account_number: { message: 'invalid account number', error: 'payment_declined' },
  invalid_security_code: { message: 'invalid security code', error: 'payment_declined' },
  confirmed_amount_mismatch: {
    message: 'final amount from payment channel does not match original amount charged',
    error: 'payment_declined',
  },
  insufficient_balance: { message: 'insufficient balance', error: 'payment_declined' },
  invalid_account: { message: 'invalid account', error: 'payment_declined' },
  payment_expired: { message: 'payment expired', error: 'payment_expired' },
  timeout: { message: 'timeout', error: 'payment_declined' },
  expired_card: { message: 'card is expired', error: 'payment_declined' },
} as const satisfies Record<string, Outcome>

export type FailureCode = keyof typeof outcomes

export const isFailureCode = (code: string): code is FailureCode => Object.hasOwn(outcomes, code)

/** The failure that a test card stands for; `null` for a card that pays. */
export const failureOf = (outcome: CardOutcome | null): FailureCode | null =>
  outcome !== null && isFailureCode(outcome.code) ? outcome.code : null

/** What becomes of a charge with this card: waits for the cardholder, fails with a code, or succeeds. */
export interface CardFate {
  readonly waits: boolean
  readonly code: FailureCode | null
}

/** Assumption `three-d-secure`. */
export const fateOf = (
  card: CardRow,
  situation: { readonly asks3ds: boolean; readonly now: number; readonly asked: FailureCode | null },
): CardFate => {
  if (monthIsOver(card.expirationYear, card.expirationMonth, situation.now))
    return { waits: false, code: 'expired_card' }
  const step = card.outcome?.step
  const waits = step === 'validation' || (situation.asks3ds && step !== 'enrolment')
  return { waits, code: failureOf(card.outcome) ?? situation.asked }
}
