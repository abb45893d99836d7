import { type Currency, percentOf } from '../../kernel/money'
import type { Country } from '../resources/account/model'
import type { ChargeRow, FeeRate } from '../resources/charge/model'
import type { RefundRow } from '../resources/refund/model'

const cards = (rate: number, vat: number): FeeRate => ({ rate, flat: 0, vat, interest: 0 })

/** The fee of a card charge, by the country of the account (assumption `fees-by-country`). */
export const cardFeeRates: { readonly [C in Country]: FeeRate } = {
  TH: cards(365, 700),
  JP: cards(365, 0),
  SG: cards(340, 0),
  MY: cards(280, 0),
}

/** The fee of a transfer by currency, in subunits. Default: one unit (assumption `transfer-fees`). */
const transferFees: { readonly [C in Currency]?: { readonly fee: number; readonly feeVat: number } } = {
  thb: { fee: 2804, feeVat: 196 },
  jpy: { fee: 260, feeVat: 0 },
}
const otherTransferFee = { fee: 100, feeVat: 0 } as const

export const transferFeeOf = (currency: Currency): { readonly fee: number; readonly feeVat: number } =>
  transferFees[currency] ?? otherTransferFee

/** The parts that the service keeps of a payment, in subunits of the account's currency. */
export interface Fees {
  readonly fee: number
  readonly feeVat: number
  readonly interest: number
  readonly interestVat: number
}

/** Fee and interest on a funding amount, and the tax on each; every part rounded half up. */
export const feesOf = (fundingAmount: number, rate: FeeRate): Fees => {
  const fee = percentOf(fundingAmount, rate.rate) + rate.flat
  const interest = percentOf(fundingAmount, rate.interest)
  return { fee, feeVat: percentOf(fee, rate.vat), interest, interestVat: percentOf(interest, rate.vat) }
}

export const noFees: Fees = { fee: 0, feeVat: 0, interest: 0, interestVat: 0 }

/** The fees that a refund returns: all fees of the charge for a void, otherwise none (assumption `void-rule`). */
export const feesGivenBack = (
  { fee, feeVat, interest, interestVat }: Pick<ChargeRow, keyof Fees | 'fundingAmount'>,
  { voided }: Pick<RefundRow, 'fundingAmount' | 'voided'>,
): Fees => (voided ? { fee, feeVat, interest, interestVat } : noFees)

export const sumOf = (fees: Fees): number => fees.fee + fees.feeVat + fees.interest + fees.interestVat
