import { collection, type Row } from '../../kernel/collection'
import type { JsonObject } from '../../kernel/json'
import type { Currency } from '../../kernel/money'
import { type ChargeState, chargeMachine } from './machine'

export interface PlatformFee {
  readonly fixed: number | null
  readonly amount: number | null
  readonly percentage: number | null
}

/** `whole`: only all of it at once. `none`: the payment method has no way back. */
export type RefundPolicy = 'any' | 'whole' | 'none'

/** What the service keeps of a charge. Percentages are in hundredths, `flat` is in subunits. */
export interface FeeRate {
  /** Of the funding amount. */
  readonly rate: number
  readonly flat: number
  /** Tax, of the fee and of the interest. */
  readonly vat: number
  /** Interest on instalments that the merchant absorbs, of the funding amount. */
  readonly interest: number
}

export interface ChargeRow extends Row {
  /** The one stored state; status and flags are derived from it (machine.ts). */
  readonly state: ChargeState
  readonly amount: number
  readonly currency: Currency
  /** What was or will be captured, in the account's currency. */
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
  /** Its events go there instead of to the account's addresses. */
  readonly webhookEndpoints: readonly string[]
  /** The page where the cardholder confirms (3-D Secure), as the last part of its path. */
  readonly payment: string | null
  /** The cardholder confirmed it there. */
  readonly authenticated: boolean
  readonly platformFee: PlatformFee
  readonly zeroInterestInstallments: boolean
  /** Either a card or a source pays. */
  readonly card: string | null
  readonly source: string | null
  readonly refundPolicy: RefundPolicy
  readonly dispute: string | null
  /** True while a dispute is open or pending, and after it was lost. */
  readonly disputed: boolean
  readonly link: string | null
  readonly schedule: string | null
  readonly customer: string | null
  readonly transaction: string | null
  readonly failureCode: string | null
  readonly failureMessage: string | null
  readonly authorizedAt: number | null
  readonly paidAt: number | null
  readonly expiresAt: number
  readonly expiredAt: number | null
  readonly reversedAt: number | null
}

export const charges = collection<ChargeRow, 'customer' | 'link'>({
  name: 'charges',
  machine: chargeMachine,
  by: { customer: (charge) => charge.customer, link: (charge) => charge.link },
})
