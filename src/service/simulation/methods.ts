import type { Currency } from '../../kernel/money'
import type { FeeRate, RefundPolicy } from '../resources/charge/model'

/** Payment methods other than cards: flow, parameters, fee and refunds of each. */
export type Flow = 'offline' | 'redirect' | 'app_redirect'

export type MethodParam =
  | 'bank'
  | 'barcode'
  | 'email'
  | 'installment_term'
  | 'items'
  | 'name'
  | 'phone_number'
  | 'shipping'

export interface Method {
  readonly type: string
  readonly flow: Flow
  /** The flow in a browser (`platform_type` WEB). Default: the same flow. */
  readonly webFlow?: Flow
  readonly currencies: readonly Currency[]
  /** Smallest and largest amount in subunits. Default: those of the currency. */
  readonly min?: number
  readonly max?: number
  readonly requires: readonly MethodParam[]
  /** Months, for instalments. */
  readonly terms?: readonly number[]
  /** Fee in hundredths of a percent, or a flat fee in subunits. Default: that of the account. */
  readonly rate?: number
  readonly flat?: number
  /** Refunds that the real service allows (assumption `refunds-by-method`). */
  readonly refunds: RefundPolicy
  /** How long it can be paid, in ms, where the profile has `expiry: by-method`. Default: as any charge. */
  readonly lifetimeMs?: number
  /** What the charge shows to the payer: a QR code, or reference numbers. */
  readonly shows?: 'qr' | 'bill' | 'barcode' | 'voucher'
}

type MethodDetails = Partial<Omit<Method, 'type'>>

const method = (
  type: string,
  flow: Flow,
  currencies: readonly Currency[],
  details: MethodDetails = {},
): Method => ({
  type,
  flow,
  currencies,
  requires: [],
  refunds: 'none',
  ...details,
})

const wallet = (type: string, currencies: readonly Currency[]): Method =>
  method(type, 'app_redirect', currencies, { webFlow: 'redirect', refunds: 'any' })

const mobileBanking = (bank: string): Method =>
  method(`mobile_banking_${bank}`, 'app_redirect', ['thb'], { flat: 800 })

/** A day for the payer, and five minutes for the bank to tell. */
const dayAndFiveMinutes = (24 * 60 + 5) * 60_000

const internetBanking = (bank: string): Method =>
  method(`internet_banking_${bank}`, 'redirect', ['thb'], { lifetimeMs: dayAndFiveMinutes })

const installment = (bank: string, terms: readonly number[]): Method =>
  method(`installment_${bank}`, 'redirect', ['thb'], {
    min: 200_000,
    requires: ['installment_term'],
    terms,
    refunds: 'whole',
    lifetimeMs: dayAndFiveMinutes,
  })

const upToTen = [3, 4, 5, 6, 7, 8, 9, 10] as const
const everywhere: readonly Currency[] = ['thb', 'sgd', 'myr', 'jpy', 'usd']

/** Assumption `source-types`. */
export const methods: readonly Method[] = [
  method('promptpay', 'offline', ['thb'], { rate: 165, shows: 'qr' }),
  method('paynow', 'offline', ['sgd'], { rate: 100, shows: 'qr', refunds: 'any' }),
  method('truemoney', 'redirect', ['thb'], { requires: ['phone_number'], refunds: 'whole' }),
  method('rabbit_linepay', 'redirect', ['thb'], { refunds: 'any' }),
  method('shopeepay', 'offline', ['thb', 'sgd', 'myr'], { shows: 'qr', refunds: 'any' }),
  method('alipay', 'redirect', ['thb'], { refunds: 'any' }),
  wallet('alipay_cn', everywhere),
  wallet('alipay_hk', everywhere),
  wallet('dana', ['thb', 'sgd', 'jpy', 'idr']),
  wallet('gcash', everywhere),
  wallet('kakaopay', everywhere),
  wallet('touch_n_go', ['thb', 'sgd', 'myr', 'jpy']),
  method('wechat_pay', 'redirect', ['thb'], { refunds: 'any' }),
  ...['scb', 'kbank', 'bbl', 'bay', 'ktb'].map(mobileBanking),
  ...['bay', 'bbl', 'scb'].map(internetBanking),
  installment('bay', [3, 4, 6, 9, 10]),
  installment('kbank', [3, 4, 6, 10]),
  installment('ktc', upToTen),
  installment('bbl', [4, 6, 8, 9, 10]),
  installment('first_choice', [3, 4, 6, 9, 10, 12, 18, 24, 36]),
  installment('scb', [3, 4, 6, 9, 10]),
  installment('ttb', upToTen),
  installment('uob', upToTen),
  method('bill_payment_tesco_lotus', 'offline', ['thb'], { max: 4_900_000, shows: 'bill' }),
  method('barcode_alipay', 'offline', ['thb'], { rate: 165, requires: ['barcode'], shows: 'barcode' }),
  method('fpx', 'redirect', ['myr'], { requires: ['bank'] }),
  method('duitnow_qr', 'offline', ['myr'], { shows: 'qr', refunds: 'any' }),
  method('grabpay', 'app_redirect', ['sgd', 'myr', 'thb'], { webFlow: 'redirect', refunds: 'any' }),
  method('boost', 'app_redirect', ['myr'], { refunds: 'any' }),
  method('atome', 'app_redirect', ['thb', 'sgd', 'myr', 'jpy'], {
    requires: ['phone_number', 'shipping', 'items'],
    refunds: 'any',
  }),
  method('econtext', 'offline', ['jpy'], {
    min: 150,
    max: 49_999,
    requires: ['name', 'email', 'phone_number'],
    shows: 'voucher',
  }),
  method('paypay', 'redirect', ['jpy'], { refunds: 'any' }),
]

const byType = new Map(methods.map((entry) => [entry.type, entry]))

export const methodOf = (type: string): Method | undefined => byType.get(type)

/** The flow, which depends on the platform of the payer. */
export const flowOf = (entry: Method, platformType: string | null): Flow =>
  platformType === 'WEB' ? (entry.webFlow ?? entry.flow) : entry.flow

/** Interest a month on instalments that the merchant absorbs, in hundredths of a percent. */
const interestPerMonth = 80

/** The fee of a payment by this method, given the fee of a card payment (assumption `fees-by-method`). */
export const feeRateOf = (entry: Method, cardRate: FeeRate, absorbedMonths: number): FeeRate => ({
  rate: entry.flat === undefined ? (entry.rate ?? cardRate.rate) : 0,
  flat: entry.flat ?? 0,
  vat: cardRate.vat,
  interest: absorbedMonths * interestPerMonth,
})
