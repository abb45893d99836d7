/** The matchers for vitest and Jest: one implementation, and one type for both. */
import type { Charge, EventKey, FailureCode, Refund } from 'payment-sandbox'
import { isObject } from '../../../kernel/json'
import { toHaveBalance, toHaveMadeRequests } from './account'
import { toBeDeclinedWith, toBeSuccessfulCharge } from './charges'
import { type MatcherResult, Misuse, matcherOf, outcome, type ValueMatcher } from './outcome'
import type { Partially } from './partial'
import { toHaveCharged, toHaveDelivered, toHaveEmitted, toHaveRefunded } from './records'

/** The matcher of an exploration. */

interface HeldReport {
  readonly ok: boolean
  text(): string
}

const isReport = (value: unknown): value is HeldReport =>
  isObject(value) && typeof value.ok === 'boolean' && typeof value.text === 'function'

const toHaveHeld = (received: unknown): MatcherResult => {
  if (!isReport(received))
    throw new Misuse('toHaveHeld takes a report of explore(): await it before you pass it to expect')
  return outcome(received.ok ? [] : [received.text()], () => `expected a finding\n${received.text()}`)
}

/** @param ending the end of the messages about sandboxes and answers */
export const matchersWith = (ending?: () => string) => ({
  toBeSuccessfulCharge: matcherOf(toBeSuccessfulCharge, ending),
  toBeDeclinedWith: matcherOf(toBeDeclinedWith, ending),
  toHaveCharged: matcherOf(toHaveCharged, ending),
  toHaveRefunded: matcherOf(toHaveRefunded, ending),
  toHaveEmitted: matcherOf(toHaveEmitted, ending),
  toHaveDelivered: matcherOf(toHaveDelivered, ending),
  toHaveBalance: matcherOf(toHaveBalance, ending),
  toHaveMadeRequests: matcherOf(toHaveMadeRequests, ending),
  toHaveHeld: matcherOf(toHaveHeld),
})

export const matchers = matchersWith()

/** What a matcher of an answer returns: a promise, where something must be awaited first. */
export type Judged<R, T> = T extends PromiseLike<unknown> | { clone(): unknown; text(): unknown }
  ? Promise<void>
  : R

/** A part of the object that an event holds. */
export type EventPartial = { readonly [field: string]: unknown }

/** The matchers that judge one answer. They can also stand inside an expected value: `expect.toBeSuccessfulCharge()`. */
export interface AnswerMatchers<R, T> {
  /**
   * A charge, or the JSON of an answer, is paid and has these fields. A promise or a `Response` is read first: await
   * the matcher.
   * @example expect(await pay(order)).toBeSuccessfulCharge({ amount: 100_000 })
   */
  toBeSuccessfulCharge(partial?: Partially<Charge>): Judged<R, T>
  /**
   * A charge, an error answer, an error that a client threw, or a promise of one of them was declined, for this reason.
   * @param code the failure code of a charge, or the code of an error answer. Default: any
   * @example await expect(pay(order)).toBeDeclinedWith('insufficient_fund')
   */
  toBeDeclinedWith(code?: FailureCode | 'payment_declined'): Judged<R, T>
}

/** The matchers of payment-sandbox. Those of records take a sandbox, an account, or a mode (`sandbox.live`). */
export interface PaymentMatchers<R, T> extends AnswerMatchers<R, T> {
  /** A successful charge has these fields. */
  toHaveCharged(partial?: Partially<Charge>): R
  /** A refund has these fields. Its `charge` can be an id. */
  toHaveRefunded(partial?: Partially<Refund>): R
  /**
   * An event was recorded whose `data` has these fields.
   * @param key `charge.complete`, `charge.*`
   */
  toHaveEmitted(key: EventKey | (string & {}), partial?: EventPartial): R
  /**
   * After `webhooks.settle()`, a delivery of such an event was answered 2xx. Await it.
   * @param key `charge.complete`, `charge.*`
   */
  toHaveDelivered(key: EventKey | (string & {}), partial?: EventPartial): Promise<void>
  /** The balance has these amounts, in subunits of the account's currency. */
  toHaveBalance(amounts: {
    readonly total?: number | ValueMatcher
    readonly transferable?: number | ValueMatcher
  }): R
  /**
   * Exactly these requests were made, in this order. `*` is any part of a path.
   * @example expect(sandbox).toHaveMadeRequests(['POST /tokens', 'POST /charges', 'POST /charges/*\/refunds'])
   */
  toHaveMadeRequests(list: readonly string[]): R
  /** An exploration (payment-sandbox/explore) has no finding. A failure shows its table and its stories. */
  toHaveHeld(): R
}
