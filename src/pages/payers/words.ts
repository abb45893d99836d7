import { bankNameOf } from '../../service/resources/bank-account/model'
import type { CardRow } from '../../service/resources/card/model'
import type { ChargeRow } from '../../service/resources/charge/model'
import type { SourceRow } from '../../service/resources/source/model'
import { fpxBanks } from '../../service/simulation/banks'
import type { World } from '../../service/world'
import type { IconName } from './parts'

/** What a page asks of a payer, in the words of the payment method. */
export interface PayerWords {
  readonly icon: IconName
  readonly title: string
  readonly text: string
  /** Whose answer the buttons give. */
  readonly decider: 'app' | 'bank' | 'cardholder' | 'counter'
  /** The name of the method in a list of facts. */
  readonly method: string
}

type PayerDetails = Pick<SourceRow['details'], 'bank' | 'installmentTerm'>

/** Some depend on what the source says of its payer. */
type Wording = PayerWords | ((details: PayerDetails) => PayerWords)

const qr = (method: string, app: string): PayerWords => ({
  icon: 'qr',
  title: `Scan to pay with ${method}`,
  text: `Open ${app}, scan this code, and approve the payment.`,
  decider: 'app',
  method,
})

const wallet = (method: string): PayerWords => ({
  icon: 'phone',
  title: `Open the ${method} app`,
  text: 'Check the amount in the app, and approve the payment there.',
  decider: 'app',
  method,
})

const mobileBank = (app: string, bank: string): PayerWords => ({
  icon: 'phone',
  title: `Open the ${app} app`,
  text: `${bank} sent this payment to the app on your phone. Log in there, check the amount, and approve it.`,
  decider: 'bank',
  method: `Mobile banking, ${bank}`,
})

const atBank = (bank: string, method: string): PayerWords => ({
  icon: 'bank',
  title: `Log in at ${bank}`,
  text: 'Log in to your online banking, check the amount, and approve the payment.',
  decider: 'bank',
  method,
})

const chosenBank =
  (method: string): Wording =>
  ({ bank: code }) => {
    const bank = fpxBanks.find((one) => one.code === code)?.name ?? 'your bank'
    return atBank(bank, `${method}, ${bank}`)
  }

const installments =
  (bank: string, text: string, method: string): Wording =>
  ({ installmentTerm }) => ({
    icon: 'calendar',
    title: `Pay in ${installmentTerm ?? 'monthly'} installments`,
    text: `${text} now, and you pay the bank every month.`,
    decider: 'bank',
    method: `${method}, ${bank}`,
  })

const atome: PayerWords = {
  icon: 'calendar',
  title: 'Continue with Atome',
  text: 'Atome splits the amount into equal payments. Approve the first one in the app.',
  decider: 'app',
  method: 'Atome',
}

const bill: PayerWords = {
  icon: 'store',
  title: 'Pay at a Lotus’s counter',
  text: 'Show these reference numbers at the counter, and pay there.',
  decider: 'counter',
  method: 'Bill payment, Lotus’s',
}

const convenienceStore: PayerWords = {
  icon: 'store',
  title: 'Pay at a convenience store',
  text: 'Give the payment code at the counter of a convenience store, and pay there.',
  decider: 'counter',
  method: 'Convenience store',
}

const barcode = (app: string): PayerWords => ({
  icon: 'barcode',
  title: `Confirm in the ${app} app`,
  text: 'The shop scanned the barcode on your phone. Approve the payment in the app.',
  decider: 'app',
  method: `${app} barcode`,
})

/** By type of source. A method of `service/simulation/methods.ts` has a row here. */
const wordings = new Map<string, Wording>([
  ['promptpay', qr('PromptPay', 'the app of your bank')],
  ['paynow', qr('PayNow', 'the app of your bank')],
  ['duitnow_qr', qr('DuitNow QR', 'the app of your bank or wallet')],
  ['maybank_qr', qr('Maybank QR', 'the Maybank app')],
  ['truemoney_qr', qr('TrueMoney QR', 'the TrueMoney app')],
  ['alipayplus_mpm', qr('Alipay+', 'a wallet of Alipay+')],
  ['wechat_pay_mpm', qr('WeChat Pay QR', 'the WeChat app')],
  ['atome_qr', qr('Atome QR', 'the Atome app')],
  ['shopeepay', wallet('ShopeePay')],
  ['shopeepay_jumpapp', { ...wallet('ShopeePay'), method: 'ShopeePay app' }],
  ['truemoney', wallet('TrueMoney')],
  ['truemoney_jumpapp', { ...wallet('TrueMoney'), method: 'TrueMoney app' }],
  ['rabbit_linepay', wallet('Rabbit LINE Pay')],
  ['alipay', wallet('Alipay')],
  ['alipay_cn', wallet('Alipay')],
  ['alipay_hk', wallet('AlipayHK')],
  ['dana', wallet('DANA')],
  ['gcash', wallet('GCash')],
  ['kakaopay', wallet('Kakao Pay')],
  ['touch_n_go', wallet('Touch ’n Go')],
  ['wechat_pay', wallet('WeChat Pay')],
  ['grabpay', wallet('GrabPay')],
  ['boost', wallet('Boost')],
  ['paypay', wallet('PayPay')],
  ['mobile_banking_scb', mobileBank('SCB Easy', 'Siam Commercial Bank')],
  ['mobile_banking_kbank', mobileBank('K PLUS', 'Kasikornbank')],
  ['mobile_banking_bbl', mobileBank('Bangkok Bank', 'Bangkok Bank')],
  ['mobile_banking_bay', mobileBank('Krungsri', 'Bank of Ayudhya')],
  ['mobile_banking_ktb', mobileBank('Krungthai NEXT', 'Krungthai Bank')],
  ['mobile_banking_ocbc', mobileBank('OCBC Digital', 'OCBC')],
  ['mobile_banking_ocbc_pao', { ...mobileBank('OCBC Pay Anyone', 'OCBC'), method: 'OCBC Pay Anyone' }],
  ['fpx', chosenBank('FPX')],
  ['duitnow_obw', chosenBank('DuitNow')],
  ['atome', atome],
  ['bill_payment_tesco_lotus', bill],
  ['econtext', convenienceStore],
  ['barcode_alipay', barcode('Alipay')],
  ['barcode_wechat', barcode('WeChat')],
  ['alipayplus_upm', barcode('Alipay+')],
  ['wechat_pay_upm', barcode('WeChat Pay')],
])

/** By what types of source begin with, before the code of a bank. */
const wordingsOfBanks: { readonly [prefix: string]: (bank: string) => Wording } = {
  internet_banking: (bank) => atBank(bank, `Internet banking, ${bank}`),
  installment: (bank) =>
    installments(bank, `Log in at ${bank} and approve the plan. The bank pays the shop`, 'Installments'),
  // The shop has the card and the plan: only the bank's code is missing.
  installment_wlb: (bank) =>
    installments(
      bank,
      `${bank} asks for a code to make sure that it is you. It pays the shop`,
      'Installments by card',
    ),
}

/** Where payers know a bank by another name than payouts do. */
const names: { readonly [code: string]: string } = {
  first_choice: 'Krungsri First Choice',
  ktc: 'KTC',
  mbb: 'Maybank',
  uob: 'UOB',
}

/** A method without a row is a wallet. */
const worded = (type: string, details: PayerDetails): PayerWords => {
  const [, prefix = '', code = ''] = /^(internet_banking|installment(?:_wlb)?)_(.+)$/.exec(type) ?? []
  const ofBank = wordingsOfBanks[prefix]?.(names[code] ?? bankNameOf(code))
  const wording = ofBank ?? wordings.get(type) ?? wallet(type)
  return typeof wording === 'function' ? wording(details) : wording
}

/** The words of a method, for people who choose one. */
export const wordsOfMethod = (type: string): Pick<PayerWords, 'icon' | 'method'> =>
  worded(type, { bank: null, installmentTerm: null })

const byCard = (card: CardRow | undefined): PayerWords => ({
  icon: 'card',
  title: 'Confirm your payment',
  text: 'Your bank asks whether it is you who pays.',
  decider: 'bank',
  method: card === undefined ? 'Card' : cardText(card),
})

const byPasskey = (card: CardRow | undefined): PayerWords => ({
  ...byCard(card),
  icon: 'key',
  title: 'Confirm with your passkey',
  text: 'Approve the payment with your fingerprint, your face or the screen lock of this device.',
  decider: 'cardholder',
})

export const cardText = ({ brand, lastDigits }: CardRow): string => `${brand} •••• ${lastDigits}`

export const wordsOf = (world: World, charge: ChargeRow): PayerWords => {
  const source = charge.source === null ? undefined : world.sources.get(charge.source)
  const card = world.cards.get(charge.card ?? '')
  if (source === undefined) return charge.signature === null ? byCard(card) : byPasskey(card)
  return worded(source.type, source.details)
}
