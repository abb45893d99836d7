import type { Country } from '../resources/account/model'

/** A bank that a payer can choose. */
export interface PayerBank {
  readonly code: string
  readonly name: string
  readonly active: boolean
}

/** Banks for payouts, by their codes (assumption `bank-codes`). */
const thaiBanks =
  'test bbl kbank rbs ktb jpm mufg ttb scb citi smbc sc cimb uob bay mega boa cacib gsb hsbc db ghb baac mb bnp ibank tisco kk icbc tcrb lhb'

const codes: { readonly [C in Country]: readonly string[] } = {
  TH: thaiBanks.split(' '),
  JP: ['test'],
  SG: ['test'],
  MY: ['test'],
}

export const bankCodesOf = (country: Country): readonly string[] => codes[country]

const payerBanks = (names: { readonly [code: string]: string }): readonly PayerBank[] =>
  Object.entries(names).map(([code, name]) => ({ code, name, active: true }))

/** Banks for FPX payments in Malaysia. */
export const fpxBanks = payerBanks({
  affin: 'Affin Bank',
  alliance: 'Alliance Bank',
  agro: 'AGRONet',
  ambank: 'AmBank',
  cimb: 'CIMB Bank',
  islam: 'Bank Islam',
  rakyat: 'Bank Rakyat',
  muamalat: 'Bank Muamalat',
  bsn: 'BSN',
  hongleong: 'Hong Leong',
  hsbc: 'HSBC Bank',
  kfh: 'KFH',
  maybank2u: 'Maybank2U',
  ocbc: 'OCBC Bank',
  public: 'Public Bank',
  rhb: 'RHB Bank',
  sc: 'Standard Chartered',
  uob: 'UOB Bank',
})
