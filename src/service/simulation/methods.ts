import { type Currency, currencies } from '../../kernel/money'
import type { Profile } from '../../options/profiles'
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

interface MethodLimits {
  readonly min: number
  readonly max: number
}

export interface Method {
  readonly type: string
  readonly flow: Flow
  /** The flow in a browser (`platform_type` WEB). Default: the same flow. */
  readonly webFlow?: Flow
  /** The flow where the profile has `wechatPay: app_redirect`. */
  readonly recordedFlow?: Flow
  readonly currencies: readonly Currency[]
  /** What the capability of a Thai account lists, where that is not its own currency (assumption `methods-by-country`). */
  readonly thai?: readonly Currency[]
  /** Smallest and largest amount in subunits. Default: those of the currency. */
  readonly limits?: { readonly [C in Currency]?: Partial<MethodLimits> }
  readonly requires: readonly MethodParam[]
  /** Whether the charge takes a card beside the source (assumption `white-label-installments`). */
  readonly withCard?: boolean
  /** Months, for instalments. */
  readonly terms?: readonly number[]
  /** Months of these for a loan card, which the capability lists apart. */
  readonly loanTerms?: readonly number[]
  /** Fee in hundredths of a percent, or a flat fee in subunits. Default: that of the account. */
  readonly rate?: number
  readonly flat?: number
  /** The fee where the profile has `methodFees: recorded`. */
  readonly recordedRate?: number
  /** Refunds that the real service allows (assumption `refunds-by-method`). */
  readonly refunds: RefundPolicy
  /** How long it can be paid, in ms, where the profile has `expiry: by-method`. Default: as any charge. */
  readonly lifetimeMs?: number
  /** What the charge shows: a QR code for the payer, numbers, or the code of the payer that the shop has scanned. */
  readonly shows?: 'qr' | 'bill' | 'barcode' | 'voucher'
  /** Whether the code is the buyer's alone, where the profile has `buyerCodes: hidden`. */
  readonly hidesCode?: true
  /** Whether the charge has a page beside its code, where the profile has `promptpay: page`. */
  readonly codePage?: true
  /** Whether the payer pays on a page of a bank, which times out where the profile has `unfinished: fails`. */
  readonly bankPage?: true
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

const qrCode = (type: string, currencies: readonly Currency[], details: MethodDetails = {}): Method =>
  method(type, 'offline', currencies, { shows: 'qr', refunds: 'any', ...details })

/** The shop scans a code on the phone of the payer. */
const payersCode = (type: string, details: MethodDetails = {}): Method =>
  method(type, 'offline', ['thb'], { requires: ['barcode'], shows: 'barcode', refunds: 'any', ...details })

const app = (type: string, currencies: readonly Currency[], details: MethodDetails = {}): Method =>
  method(type, 'app_redirect', currencies, { refunds: 'any', ...details })

const wallet = (type: string, currencies: readonly Currency[], details: MethodDetails = {}): Method =>
  app(type, currencies, { webFlow: 'redirect', ...details })

const minute = 60_000
const day = 24 * 60 * minute

const mobileBanking = (
  bank: string,
  currencies: readonly Currency[] = ['thb'],
  details: MethodDetails = {},
): Method => method(`mobile_banking_${bank}`, 'app_redirect', currencies, { bankPage: true, ...details })

const thaiMobileBanking = (bank: string, lifetimeMs: number): Method =>
  mobileBanking(bank, ['thb'], { flat: 800, lifetimeMs })

/** A day for the payer, and five minutes for the bank to tell. */
const dayAndFiveMinutes = day + 5 * minute

const internetBanking = (bank: string, details: MethodDetails = {}): Method =>
  method(`internet_banking_${bank}`, 'redirect', ['thb'], {
    lifetimeMs: dayAndFiveMinutes,
    bankPage: true,
    ...details,
  })

const plan = (name: string, terms: readonly number[], details: MethodDetails = {}): Method =>
  method(`installment_${name}`, 'redirect', ['thb'], {
    limits: { thb: { min: 200_000 } },
    requires: ['installment_term'],
    terms,
    refunds: 'whole',
    ...details,
  })

/** The payer chooses the plan at the bank. */
const installment = (bank: string, terms: readonly number[], details: MethodDetails = {}): Method =>
  plan(bank, terms, { lifetimeMs: dayAndFiveMinutes, ...details })

/** The payer gives the shop a card and the plan. */
const whiteLabel = (bank: string, terms: readonly number[], details: MethodDetails = {}): Method =>
  plan(`wlb_${bank}`, terms, { withCard: true, ...details })

const upToTen = [3, 4, 5, 6, 7, 8, 9, 10] as const
const firstChoice = [3, 4, 6, 9, 10, 12, 18, 24, 36] as const
const everywhere: readonly Currency[] = ['thb', 'sgd', 'myr', 'jpy', 'usd']
const shopee: readonly Currency[] = ['thb', 'sgd', 'myr']

const atome: MethodDetails = {
  limits: {
    thb: { min: 2000, max: 15_000_000 },
    sgd: { min: 150, max: 2_000_000 },
    myr: { min: 1000, max: 10_000_000 },
  },
  requires: ['phone_number', 'shipping', 'items'],
}
const atomeCurrencies: readonly Currency[] = ['thb', 'sgd', 'myr', 'jpy']

/** Assumption `source-types`. */
export const methods: readonly Method[] = [
  qrCode('promptpay', ['thb'], { rate: 165, refunds: 'none', lifetimeMs: day, codePage: true }),
  qrCode('paynow', ['sgd'], { rate: 100 }),
  method('truemoney', 'redirect', ['thb'], { requires: ['phone_number'], refunds: 'whole' }),
  // The payer has to begin within three minutes.
  app('truemoney_jumpapp', ['thb'], {
    limits: { thb: { min: 2000, max: 5_000_000 } },
    lifetimeMs: 3 * minute,
  }),
  qrCode('truemoney_qr', ['thb']),
  method('rabbit_linepay', 'redirect', ['thb'], { refunds: 'any' }),
  // Its page shows the code.
  method('shopeepay', 'redirect', shopee, { refunds: 'any' }),
  app('shopeepay_jumpapp', shopee, { lifetimeMs: 20 * minute }),
  method('alipay', 'redirect', ['thb'], { refunds: 'any' }),
  wallet('alipay_cn', everywhere),
  wallet('alipay_hk', everywhere),
  wallet('dana', ['thb', 'sgd', 'jpy', 'idr'], { thai: ['sgd'] }),
  wallet('gcash', everywhere, { thai: ['sgd', 'myr'] }),
  wallet('kakaopay', everywhere),
  wallet('touch_n_go', ['thb', 'sgd', 'myr', 'jpy']),
  qrCode('alipayplus_mpm', ['thb'], { recordedRate: 165, lifetimeMs: day }),
  payersCode('alipayplus_upm', { recordedRate: 165, hidesCode: true }),
  payersCode('barcode_alipay', { rate: 165, refunds: 'none' }),
  method('wechat_pay', 'redirect', ['thb'], {
    recordedFlow: 'app_redirect',
    recordedRate: 0,
    refunds: 'any',
  }),
  qrCode('wechat_pay_mpm', ['thb']),
  payersCode('wechat_pay_upm'),
  payersCode('barcode_wechat', { thai: [], hidesCode: true }),
  thaiMobileBanking('scb', 7 * day),
  thaiMobileBanking('kbank', 10 * minute),
  thaiMobileBanking('bbl', 15 * minute),
  thaiMobileBanking('bay', 15 * minute),
  thaiMobileBanking('ktb', 30 * minute),
  mobileBanking('ocbc_pao', ['sgd']),
  mobileBanking('ocbc', ['sgd']),
  internetBanking('bay'),
  internetBanking('bbl'),
  internetBanking('scb', { thai: [] }),
  internetBanking('ktb', { thai: [] }),
  installment('bay', [3, 4, 6, 9, 10]),
  installment('kbank', [3, 4, 6, 10]),
  installment('ktc', upToTen),
  installment('bbl', [4, 6, 8, 9, 10]),
  installment('first_choice', firstChoice),
  installment('scb', [3, 4, 6, 9, 10]),
  installment('ttb', upToTen),
  installment('uob', upToTen),
  installment('mbb', [6, 12, 18, 24], { currencies: ['myr'], limits: { myr: { min: 50_000 } } }),
  whiteLabel('bay', [3, 4, 6, 9, 10]),
  whiteLabel('bbl', [4, 6, 8, 10]),
  whiteLabel('first_choice', firstChoice, { loanTerms: [3, 4, 6, 9, 10, 12, 18, 24] }),
  whiteLabel('kbank', [3, 6, 10]),
  whiteLabel('ktc', upToTen),
  whiteLabel('scb', [3, 4, 6, 9, 10]),
  whiteLabel('ttb', [3, 4, 6, 10]),
  whiteLabel('uob', [3, 4, 6, 10]),
  method('bill_payment_tesco_lotus', 'offline', ['thb'], {
    limits: { thb: { max: 4_900_000 } },
    shows: 'bill',
  }),
  method('fpx', 'redirect', ['myr'], { requires: ['bank'] }),
  method('duitnow_obw', 'redirect', ['myr'], { requires: ['bank'] }),
  qrCode('duitnow_qr', ['myr']),
  qrCode('maybank_qr', ['myr']),
  wallet('grabpay', ['sgd', 'myr', 'thb']),
  app('boost', ['myr']),
  app('atome', atomeCurrencies, atome),
  qrCode('atome_qr', atomeCurrencies, atome),
  method('econtext', 'offline', ['jpy'], {
    limits: { jpy: { min: 150, max: 49_999 } },
    requires: ['name', 'email', 'phone_number'],
    shows: 'voucher',
  }),
  method('paypay', 'redirect', ['jpy'], { refunds: 'any' }),
]

/** Types that the service has and the sandbox has not. */
const notBuilt: ReadonlySet<unknown> = new Set([
  'direct_debit_bay',
  'direct_debit_kbank',
  'direct_debit_ktb',
  'direct_debit_scb',
  'virtual_account',
  'points_citi',
  'qr_code_upi',
  'promptpay_credit',
  'payeasy',
  'netbanking',
  'maybankqrpay',
  'installment_krungsri',
])

export const isNotBuilt = (type: unknown): boolean => notBuilt.has(type)

const byType = new Map(methods.map((entry) => [entry.type, entry]))

export const methodOf = (type: string): Method | undefined => byType.get(type)

/** Whether a charge by a source of this type takes a card as well. */
export const takesCard = (type: string): boolean => methodOf(type)?.withCard === true

/** The amounts that it takes in this currency. */
export const rangeOf = ({ limits }: Method, currency: Currency): MethodLimits => {
  const { chargeMin, chargeMax } = currencies[currency]
  return { min: chargeMin, max: chargeMax, ...limits?.[currency] }
}

const samples: { readonly [P in MethodParam]: (method: Method, amount: number) => unknown } = {
  bank: () => 'affin',
  barcode: () => '1234567890123456',
  email: () => 'somchai@example.com',
  installment_term: ({ terms }) => terms?.[0],
  items: (_, amount) => [{ name: 'Order', quantity: 1, amount }],
  name: () => 'Somchai',
  phone_number: () => '0812345678',
  shipping: () => ({ country: 'th', city: 'Bangkok', street1: '1 Sukhumvit' }),
}

/** What satisfies each parameter that the method asks for. */
export const samplesFor = (entry: Method, amount: number): { readonly [param in MethodParam]?: unknown } =>
  Object.fromEntries(entry.requires.map((name) => [name, samples[name](entry, amount)]))

/** The flow, which depends on the platform of the payer. */
export const flowOf = (entry: Method, platformType: string | null, { wechatPay }: Profile): Flow => {
  const usual = (wechatPay === 'redirect' ? undefined : entry.recordedFlow) ?? entry.flow
  return platformType === 'WEB' ? (entry.webFlow ?? usual) : usual
}

/** Interest a month on instalments that the merchant absorbs, in hundredths of a percent. */
const interestPerMonth = 80

/** The fee of a payment by this method, given the fee of a card payment (assumption `fees-by-method`). */
export const feeRateOf = (
  entry: Method,
  cardRate: FeeRate,
  absorbedMonths: number,
  { methodFees }: Profile,
): FeeRate => {
  const rate = (methodFees === 'recorded' ? entry.recordedRate : undefined) ?? entry.rate ?? cardRate.rate
  return {
    rate: entry.flat === undefined ? rate : 0,
    flat: entry.flat ?? 0,
    vat: cardRate.vat,
    interest: absorbedMonths * interestPerMonth,
  }
}
