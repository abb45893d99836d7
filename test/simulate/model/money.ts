/** Amounts, rates and fees of the model. Money is whole subunits; every rounding is half up. */
import { hour, minute, type World } from './world'

/** What can be refunded: any part, only the whole, or nothing. */
export type RefundPolicy = 'any' | 'whole' | 'none'

interface MethodFacts {
  /** The fee in hundredths of a percent, or a flat one; otherwise that of a card. */
  readonly rate?: number
  readonly flat?: number
  /** The fee where the profile goes by methods, if it is another one there. */
  readonly ownRate?: number
  /** Where the profile goes by methods. How long it waits is otherwise that of any charge. */
  readonly refunds: RefundPolicy
  readonly waits?: number
  /** Its payer is at a page of a bank. */
  readonly atBank?: true
  /** The least amount of a source, where it is not that of the currency. */
  readonly min?: number
  /** What a source of it needs. */
  readonly needs?: Readonly<Record<string, string | number>>
  /** The charge takes a card as well. */
  readonly withCard?: boolean
}

export interface AccountFacts {
  readonly country: string
  readonly currency: string
  /** Fees in hundredths of a percent: 365 is 3.65 %. */
  readonly cardRate: number
  readonly vatRate: number
  /** How long a charge waits: an authorized one for its capture, others for their payers. */
  readonly holdDays: number
  /** How long captured money stays in live mode before it can be transferred. */
  readonly settlementDays: number
  readonly transferFee: number
  readonly transferVat: number
  /** Payment methods besides cards. */
  readonly methods: Readonly<Record<string, MethodFacts>>
}

/** A day, and five minutes more for the bank. */
const dayAndABit = 24 * hour + 5 * minute

const byPlan = (months: number, more: Partial<MethodFacts>): MethodFacts => ({
  ...{ refunds: 'whole', min: 200_000, needs: { installment_term: months } },
  ...more,
})

export const accountFacts: Readonly<Record<string, AccountFacts>> = {
  TH: {
    country: 'TH',
    currency: 'thb',
    ...{ cardRate: 365, vatRate: 700, holdDays: 7, settlementDays: 7, transferFee: 2804, transferVat: 196 },
    methods: {
      promptpay: { rate: 165, refunds: 'none', waits: 24 * hour },
      alipayplus_mpm: { refunds: 'any', waits: 24 * hour, ownRate: 165 },
      wechat_pay: { refunds: 'any', ownRate: 0 },
      shopeepay_jumpapp: { refunds: 'any', waits: 20 * minute },
      truemoney: { refunds: 'whole', needs: { phone_number: '0812345678' } },
      truemoney_jumpapp: { refunds: 'any', waits: 3 * minute },
      truemoney_qr: { refunds: 'any' },
      alipay: { refunds: 'any' },
      shopeepay: { refunds: 'any' },
      wechat_pay_upm: { refunds: 'any', needs: { barcode: '123456789012345678' } },
      installment_bay: byPlan(3, { waits: dayAndABit }),
      installment_kbank: byPlan(4, { waits: dayAndABit }),
      installment_wlb_ktc: byPlan(5, { withCard: true }),
      installment_wlb_bay: byPlan(9, { withCard: true }),
      mobile_banking_scb: { flat: 800, refunds: 'none', atBank: true },
      mobile_banking_kbank: { flat: 800, refunds: 'none', waits: 10 * minute, atBank: true },
      mobile_banking_ktb: { flat: 800, refunds: 'none', waits: 30 * minute, atBank: true },
      internet_banking_bbl: { refunds: 'none', waits: dayAndABit, atBank: true },
    },
  },
  JP: {
    country: 'JP',
    currency: 'jpy',
    ...{ cardRate: 365, vatRate: 0, holdDays: 30, settlementDays: 21, transferFee: 260, transferVat: 0 },
    methods: { paypay: { refunds: 'any' }, alipay_cn: { refunds: 'any' } },
  },
  SG: {
    country: 'SG',
    currency: 'sgd',
    ...{ cardRate: 340, vatRate: 0, holdDays: 7, settlementDays: 7, transferFee: 100, transferVat: 0 },
    methods: {
      paynow: { rate: 100, refunds: 'any' },
      shopeepay: { refunds: 'any' },
      mobile_banking_ocbc: { refunds: 'none', atBank: true },
    },
  },
}

/** The smallest charge in subunits, the subunits of a unit, and its worth in 1/10^10 of a baht. */
export const currencies: Readonly<Record<string, { min: number; parts: bigint; baht: bigint }>> = {
  thb: { min: 2000, parts: 100n, baht: 10_000_000_000n },
  jpy: { min: 50, parts: 1n, baht: 2_961_717_696n },
  usd: { min: 100, parts: 100n, baht: 325_438_629_959n },
  eur: { min: 100, parts: 100n, baht: 367_846_824_686n },
  gbp: { min: 100, parts: 100n, baht: 428_132_877_978n },
  sgd: { min: 100, parts: 100n, baht: 240_541_767_190n },
  aud: { min: 100, parts: 100n, baht: 214_000_000_000n },
  cad: { min: 100, parts: 100n, baht: 233_000_000_000n },
  chf: { min: 100, parts: 100n, baht: 406_000_000_000n },
  cny: { min: 100, parts: 100n, baht: 45_700_000_000n },
  dkk: { min: 100, parts: 100n, baht: 50_300_000_000n },
  hkd: { min: 100, parts: 100n, baht: 41_800_000_000n },
  idr: { min: 100, parts: 100n, baht: 19_000_000n },
  myr: { min: 100, parts: 100n, baht: 78_500_000_000n },
}

const half = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator))

/** `part` of `whole` parts of the amount. */
export const shareOf = (amount: number, part: number, whole: number): number =>
  half(BigInt(amount) * BigInt(part), BigInt(whole))

export const currencyFacts = (code: string) => {
  const facts = currencies[code]
  if (facts === undefined) throw new Error(`the model knows no currency ${code}`)
  return facts
}

export const worthIn = (amount: number, from: string, to: string): number => {
  if (from === to) return amount
  const [source, target] = [currencyFacts(from), currencyFacts(to)]
  return half(BigInt(amount) * source.baht * target.parts, target.baht * source.parts)
}

/** What a charge brings in the currency of the account, and what it costs. */
export const price = (
  { account, profile }: Pick<World, 'account' | 'profile'>,
  charge: { amount: number; currency: string; type?: string },
) => {
  const method = charge.type === undefined ? undefined : account.methods[charge.type]
  const funding = worthIn(charge.amount, charge.currency, account.currency)
  const rate = (profile.goesByMethod ? method?.ownRate : undefined) ?? method?.rate ?? account.cardRate
  const fee = method?.flat ?? shareOf(funding, rate, 10_000)
  return { funding, fee, feeVat: shareOf(fee, account.vatRate, 10_000) }
}
