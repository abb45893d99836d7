import { collection, type Row } from '../../../kernel/collection'
import type { ErrorName } from '../../../kernel/errors'
import type { JsonObject } from '../../../kernel/json'
import type { Currency } from '../../../kernel/money'
import type { Profile } from '../../../options/profiles'
import { type ChargeState, chargeMachine } from './machine'

export interface PlatformFee {
  readonly fixed: number | null
  readonly amount: number | null
  readonly percentage: number | null
}

/** How a cardholder can be authenticated. */
export const authentications = ['3DS', 'PASSKEY'] as const
export type Authentication = (typeof authentications)[number]

/** `whole`: only the full amount at once. `none`: the payment method has no refunds. */
export type RefundPolicy = 'any' | 'whole' | 'none'

/** The fees of a charge. Percentages are in hundredths, `flat` is in subunits. */
export interface FeeRate {
  /** Of the funding amount. */
  readonly rate: number
  readonly flat: number
  /** Tax, of the fee and of the interest. */
  readonly vat: number
  /** Interest on instalments that the merchant absorbs, of the funding amount. */
  readonly interest: number
}

/**
 * Why a charge fails: the code and text it keeps, and the error its request gets. The error is the code's own
 * where the 402 table of spec 7.1 has it, else `payment_declined`.
 */
interface ChargeFailure {
  readonly message: string
  /** As the real service words it, where that differs. */
  readonly omise?: string
  readonly error: ErrorName
}

export const chargeFailures = {
  insufficient_fund: {
    message: 'insufficient funds',
    omise: 'insufficient funds in the account or the card has reached the credit limit',
    error: 'insufficient_fund',
  },
  invalid_card: { message: 'invalid card', error: 'declined_invalid_card' },
  stolen_or_lost_card: {
    message: 'stolen or lost card',
    omise: 'card is stolen or lost',
    error: 'stolen_or_lost_card',
  },
  failed_processing: {
    message: 'processing failed',
    omise: 'failed processing',
    error: 'failed_processing',
  },
  payment_rejected: { message: 'payment rejected', error: 'payment_rejected' },
  payment_cancelled: { message: 'payment cancelled', error: 'payment_cancelled' },
  failed_fraud_check: {
    message: 'fraud check failed',
    omise: 'failed fraud check',
    error: 'payment_declined',
  },
  invalid_account_number: {
    message: 'invalid account number',
    omise: 'the account number is invalid',
    error: 'payment_declined',
  },
  invalid_security_code: {
    message: 'invalid security code',
    omise: 'the security code is invalid',
    error: 'payment_declined',
  },
  confirmed_amount_mismatch: {
    message: 'final amount from payment channel does not match original amount charged',
    error: 'payment_declined',
  },
  insufficient_balance: { message: 'insufficient balance', error: 'payment_declined' },
  invalid_account: { message: 'invalid account', error: 'payment_declined' },
  payment_expired: { message: 'payment expired', error: 'payment_expired' },
  timeout: { message: 'timeout', omise: 'Timeout', error: 'payment_declined' },
  expired_card: { message: 'card is expired', error: 'payment_declined' },
} as const satisfies Record<string, ChargeFailure>

export type FailureCode = keyof typeof chargeFailures

/** The `failure_message` of a charge that failed for this reason. Assumption `failure-messages`. */
export const failureMessage = (code: FailureCode, { failureMessages }: Profile): string => {
  const { message, omise = message }: ChargeFailure = chargeFailures[code]
  return failureMessages === 'omise' ? omise : message
}

export const isFailureCode = (code: string): code is FailureCode => Object.hasOwn(chargeFailures, code)

export const failureCodes = Object.keys(chargeFailures).filter(isFailureCode)

export interface ChargeRow extends Row {
  /** The one stored state; status and flags are derived from it (machine.ts). */
  readonly state: ChargeState
  readonly amount: number
  readonly currency: Currency
  /** The captured amount, or the one to capture, in the account's currency. */
  readonly fundingAmount: number
  readonly fundingCurrency: Currency
  readonly feeRate: FeeRate
  readonly fee: number
  readonly feeVat: number
  readonly interest: number
  readonly interestVat: number
  readonly capture: boolean
  readonly authorizationType: 'pre_auth' | 'final_auth' | null
  readonly authorizedAmount: number
  readonly capturedAmount: number
  readonly refundedAmount: number
  readonly voided: boolean
  readonly description: string | null
  readonly metadata: JsonObject
  readonly ip: string | null
  readonly returnUri: string | null
  /** Addresses for its events, instead of those of the account. */
  readonly webhookEndpoints: readonly string[]
  /** The page where the cardholder confirms or the payer pays, as the part of its path that names the charge. */
  readonly payment: string | null
  /** What the address of that page is signed with; null for one without a signature. */
  readonly signature: string | null
  /** How its cardholder is or was authenticated (assumption `passkeys`). */
  readonly authenticatedBy: Authentication | null
  /** What its card lacks for 3-D Secure. Empty where its cardholder is not asked. */
  readonly missing3dsFields: readonly string[]
  readonly platformFee: PlatformFee
  readonly zeroInterestInstallments: boolean
  /** A card or a source pays; white-label instalments have both. */
  readonly card: string | null
  readonly source: string | null
  readonly refundPolicy: RefundPolicy
  readonly dispute: string | null
  /** True while a dispute is open or pending, and after it was lost. */
  readonly disputed: boolean
  readonly link: string | null
  /** The hosted checkout that it pays. */
  readonly session: string | null
  readonly schedule: string | null
  readonly customer: string | null
  readonly transaction: string | null
  readonly failureCode: FailureCode | null
  readonly failureMessage: string | null
  readonly authorizedAt: number | null
  readonly paidAt: number | null
  readonly expiresAt: number
  readonly expiredAt: number | null
  readonly reversedAt: number | null
}

/** The id of a charge from the part of the path of its page that names it. */
export const chargeIdOf = (payment: string): string => payment.replace(/^(?:paym|pay2)(?=_)/, 'chrg')

/** The address of its page, from the root of the server. `null` for a charge without `authorize_uri`. */
export const authorizePathOf = ({
  payment,
  signature,
}: Pick<ChargeRow, 'payment' | 'signature'>): string | null => {
  if (payment === null) return null
  return `/payments/${payment}/authorize${signature === null ? '' : `?signature=${signature}`}`
}

export const charges = collection<ChargeRow, 'customer' | 'link' | 'session'>({
  name: 'charges',
  machine: chargeMachine,
  by: {
    customer: (charge) => charge.customer,
    link: (charge) => charge.link,
    session: (charge) => charge.session,
  },
})
