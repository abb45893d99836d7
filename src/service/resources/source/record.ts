import * as z from 'zod/mini'
import { iso } from '../../../kernel/calendar'
import type { JsonObject } from '../../../kernel/json'
import { described } from '../../../kernel/schema'
import { methodOf } from '../../simulation/methods'
import * as field from '../field'
import { type RenderContext, record, type Shown } from '../record'
import { imageTypeOf, imageTypes, type PayerReference, type SourceRow, type SourceState } from './model'

const codeForms = ['qr', 'barcode'] as const

interface CodeToScan {
  readonly source: SourceRow
  readonly reference: PayerReference
  readonly form: (typeof codeForms)[number]
}

const codePath = ({ source, reference }: CodeToScan): string =>
  `/charges/${source.charge}/documents/${reference.documentId}`

const downloadOf = (code: CodeToScan, { baseUrl, calledAddress = () => baseUrl }: RenderContext): string =>
  `${calledAddress()}${codePath(code)}/downloads/${code.reference.downloadToken}`

const picture = record<CodeToScan>()({
  object: field.always('document'),
  id: field.text(field.aboutId('docu'), ({ reference }) => reference.documentId),
  livemode: field.livemode,
  location: field.text('Path `/charges/<charge>/documents/<id>`', codePath),
  deleted: field.always(false, 'Always false'),
  filename: field.text(
    'Name of the file, such as `qrcode.svg`; it ends in `.png` where that was asked for',
    ({ source, form }) => `${form === 'qr' ? 'qrcode' : 'barcode'}.${imageTypeOf(source)}`,
  ),
  kind: field.oneOf(codeForms)('Form of the code', ({ form }) => form),
  download_uri: field.text('Address of the picture', (code, _, renderContext) =>
    downloadOf(code, renderContext),
  ),
  created_at: field.time(field.aboutCreation, 'source'),
})

const barcode = record<CodeToScan>()({
  object: field.always('barcode'),
  type: field.oneOf(codeForms)('Form of the code', ({ form }) => form),
  image: field.nested(picture)('Picture of the code', (code) => code),
  raw_data: field.textOrNull(
    'Text that the code contains; null where only the picture has it',
    ({ reference }) => (reference.isPictureOnly ? null : reference.rawData),
  ),
})

const statuses = ['pending', 'successful', 'failed'] as const
const chargeStatuses = ['unknown', 'pending', 'successful', 'failed', 'expired'] as const

/** Spec 3.2 knows three states; an expired source counts as failed. */
const statusOf: { readonly [S in SourceState]: (typeof statuses)[number] } = {
  pending: 'pending',
  successful: 'successful',
  failed: 'failed',
  expired: 'failed',
}

/** The code of a charged source, for methods that are paid offline (assumption `payer-codes`). */
const codeOf = (source: SourceRow): CodeToScan | null => {
  const { reference, type } = source
  if (reference === null) return null
  return { source, reference, form: methodOf(type)?.shows === 'qr' ? 'qr' : 'barcode' }
}

/** Methods without a QR code are paid with numbers, at a counter or machine. */
const numbersOf = (source: SourceRow, renderContext: RenderContext) => {
  const code = codeOf(source)
  if (code?.form !== 'barcode') return null
  const { reference } = code
  return {
    expires_at: iso(reference.expiresAt),
    device_id: null,
    customer_amount: source.amount,
    customer_currency: source.currency,
    customer_exchange_rate: null,
    reference_number_1: reference.number1,
    reference_number_2: reference.number2,
    barcode: downloadOf(code, renderContext),
    payment_code: reference.number2,
    va_code: null,
  }
}

const bankNumbersOf = (source: SourceRow) => {
  const code = codeOf(source)
  if (code?.form !== 'qr') return null
  const { number1, number2, isPictureOnly } = code.reference
  return isPictureOnly
    ? { reference_number_1: number1, reference_number_2: null, payment_channel: null }
    : { reference_number_1: number1, reference_number_2: number2, buyer_name: null }
}

/** Who bears the interest of instalments. */
const bearerOf = (zeroInterest: boolean | null) => {
  if (zeroInterest === null) return null
  return zeroInterest ? 'merchant' : 'customer'
}

const address = () => z.nullable(z.custom<JsonObject>())

/** A payment other than by card (spec 3.2). */
export const sourceRecord = record<SourceRow>()({
  object: field.always('source'),
  id: field.id('src'),
  livemode: field.livemode,
  location: field.location('/sources/<id>'),
  amount: field.money('Amount to pay, in subunits of `currency`'),
  barcode: field.textOrNull(
    'Code on the phone of the payer, for payments in a shop; null when not given',
    'details',
  ),
  bank: field.textOrNull('Code of the chosen bank; null when the method has none', 'details'),
  created_at: field.createdAt,
  currency: field.currency,
  email: field.textOrNull('Email address of the payer; null when not given', 'details'),
  flow: field.oneOf(['redirect', 'offline', 'app_redirect'])(
    'How the payer pays: on a page, with a code or at a counter, or in an app',
  ),
  installment_term: field.intOrNull('Number of monthly instalments; null for other methods', 'details'),
  ip: field.textOrNull('IP address of the payer; null when not given', 'details'),
  absorption_type: field.oneOfOrNull(['merchant', 'customer'])(
    'Who bears the interest of instalments; null for other methods',
    ({ details }) => bearerOf(details.zeroInterestInstallments),
  ),
  name: field.textOrNull('Name of the payer; null when not given', 'details'),
  mobile_number: field.textOrNull(
    'The same as `phone_number`; null when not given',
    ({ details }) => details.phoneNumber,
  ),
  phone_number: field.textOrNull('Phone number of the payer; null when not given', 'details'),
  platform_type: field.oneOfOrNull(['WEB', 'IOS', 'ANDROID'])(
    'Platform of the payer; null when not given',
    'details',
  ),
  scannable_code: field.nestedOrNull(barcode)(
    'The code to scan; null for methods without one, and before the source is charged',
    codeOf,
  ),
  qr_settings: field.of(() =>
    z.nullable(z.object({ image_type: described('Format of the picture', z.enum(imageTypes)) })),
  )('How the QR code is drawn; null when not given', 'details'),
  billing: field.of(address)('Billing address; null when not given', 'details'),
  shipping: field.of(address)('Shipping address; null when not given', 'details'),
  items: field.of(() => z.readonly(z.array(z.custom<JsonObject>())))(
    'Bought items as given; empty when none were',
    'details',
  ),
  references: field.of(() => z.nullable(z.looseObject({})))(
    'Numbers to pay with at a counter or machine; null for other methods, and before the source is charged',
    (source, _, renderContext) => numbersOf(source, renderContext),
  ),
  provider_references: field.of(() => z.nullable(z.looseObject({})))(
    'Numbers of the payment at the bank; null for methods without a QR code, and before the source is charged',
    bankNumbersOf,
  ),
  store_id: field.textOrNull('Id of the shop; null when not given', 'details'),
  store_name: field.textOrNull('Name of the shop; null when not given', 'details'),
  terminal_id: field.textOrNull('Id of the terminal in the shop; null when not given', 'details'),
  type: field.text('Payment method, such as `promptpay`'),
  zero_interest_installments: field.of(() => z.nullable(z.boolean()))(
    'Whether the merchant bears the interest of instalments; null for other methods',
    'details',
  ),
  charge_status: field.oneOf(chargeStatuses)(
    'Status of its charge; `unknown` before it is charged',
    ({ charge, state }) => (charge === null ? 'unknown' : state),
  ),
  status: field.oneOf(statuses)(
    'State of the payment; an expired one counts as `failed`',
    ({ state }) => statusOf[state],
  ),
  receipt_amount: field.unused,
  discounts: field.of(() => z.array(z.never()))('Always empty in the sandbox', () => []),
  promotion_code: field.textOrNull('Code of a promotion; null when not given', 'details'),
  supplier_id: field.unused,
})
export type Source = Shown<typeof sourceRecord>
