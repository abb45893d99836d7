import { monthIsOver } from '../kernel/calendar'
import type { CardOutcome, CardRow } from '../resources/card/model'
import { type FailureCode, isFailureCode } from '../resources/charge/model'

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
