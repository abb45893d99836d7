import { collection, type Row } from '../../kernel/collection'
import type { JsonObject } from '../../kernel/json'
import type { Currency } from '../../kernel/money'
import type { ChargeState } from './machine'

export interface PlatformFee {
  readonly fixed: number | null
  readonly amount: number | null
  readonly percentage: number | null
}

/** What the service keeps of the charge: a percentage of the funding amount in hundredths, and tax on it. */
export interface FeeRate {
  readonly rate: number
  readonly vat: number
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
  /** The page where the cardholder confirms (3-D Secure), as the last part of its path. */
  readonly payment: string | null
  /** The cardholder confirmed it there. */
  readonly authenticated: boolean
  readonly platformFee: PlatformFee
  readonly zeroInterestInstallments: boolean
  readonly card: string
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

export const charges = collection<ChargeRow, 'customer'>({
  name: 'charges',
  by: { customer: (charge) => charge.customer },
})
