import { percentOf } from '../kernel/money'
import type { Country } from '../resources/account/model'
import type { FeeRate } from '../resources/charge/model'

/** Transaction fees by account country, in hundredths of a percent (assumption `fees-by-country`). */
export const cardFeeRates: { readonly [C in Country]: FeeRate } = {
  TH: { rate: 365, vat: 700 },
  JP: { rate: 365, vat: 0 },
  SG: { rate: 340, vat: 0 },
  MY: { rate: 280, vat: 0 },
}

/** The fee on a funding amount, and the tax on that fee; each rounded half up. Subunits. */
export const feesOf = (fundingAmount: number, rate: FeeRate): { fee: number; feeVat: number } => {
  const fee = percentOf(fundingAmount, rate.rate)
  return { fee, feeVat: percentOf(fee, rate.vat) }
}
