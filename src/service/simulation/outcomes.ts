import { monthIsOver } from '../../kernel/calendar'
import type { CardOutcome, CardRow } from '../resources/card/model'
import { type FailureCode, isFailureCode } from '../resources/charge/model'

/** The failure of a test card; `null` for a card that succeeds. */
export const failureOf = (outcome: CardOutcome | null): FailureCode | null =>
  outcome !== null && isFailureCode(outcome.code) ? outcome.code : null

/** The result of a charge with this card: it waits for the cardholder, fails with a code, or succeeds. */
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
