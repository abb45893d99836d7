import { monthIsOver } from '../../kernel/calendar'
import { type ErrorContext, type ErrorName, fail } from '../../kernel/errors'
import type { JsonObject } from '../../kernel/json'
import type { CardOutcome, CardRow } from '../resources/card/model'
import { type FailureCode, isFailureCode } from '../resources/charge/model'
import type { World } from '../world'

/**
 * Failures that have no cause in a sandbox, but that clients must be tested against: a test asks for them in
 * `metadata[sandbox_fail]` (assumption `asked-failures`).
 */
export const askedFailures = {
  charge: ['backend_error', 'brand_not_supported', 'failed_fraud_check', 'failed_multi_currency'],
  capture: ['backend_error', 'failed_capture'],
  reverse: ['backend_error', 'failed_reverse'],
  expire: ['backend_error', 'failed_expire'],
  refund: ['backend_error', 'failed_refund', 'failed_void'],
} as const satisfies Record<string, readonly ErrorName[]>
export type AskedOperation = keyof typeof askedFailures

const askedIn = (world: World, metadata: JsonObject | undefined): unknown =>
  world.livemode ? undefined : metadata?.sandbox_fail

/** @throws ApiError when the metadata asks for an error of this operation */
export const failIfAsked = (
  world: World,
  operation: AskedOperation,
  metadata: JsonObject | undefined,
  context: ErrorContext = {},
): void => {
  const asked = askedIn(world, metadata)
  if (asked === undefined) return
  const error = askedFailures[operation].find((name) => name === asked)
  if (error !== undefined) throw fail(error, context)
}

/** The decline that the metadata of a charge asks for; `null` for none. */
export const declineAsked = (world: World, metadata: JsonObject | undefined): FailureCode | null => {
  const asked = askedIn(world, metadata)
  return typeof asked === 'string' && isFailureCode(asked) ? asked : null
}

/** The failure of a test card; `null` for a card that succeeds. */
export const failureOf = (outcome: CardOutcome | null): FailureCode | null =>
  outcome !== null && isFailureCode(outcome.code) ? outcome.code : null

/** The result of a charge with this card: it waits for the cardholder, fails with a code, or succeeds. */
export interface CardResult {
  readonly waits: boolean
  readonly code: FailureCode | null
}

/** Assumption `three-d-secure`. */
export const cardResultOf = (
  card: CardRow,
  situation: { readonly asks3ds: boolean; readonly now: number; readonly asked: FailureCode | null },
): CardResult => {
  if (monthIsOver(card.expirationYear, card.expirationMonth, situation.now))
    return { waits: false, code: 'expired_card' }
  const step = card.outcome?.step
  const waits = step === 'validation' || (situation.asks3ds && step !== 'enrolment')
  return { waits, code: failureOf(card.outcome) ?? situation.asked }
}
