import * as z from 'zod/mini'
import { iso } from '../../kernel/calendar'
import { type JsonObject, once } from '../../kernel/json'
import { field } from '../fields'
import type { Scene, Shape } from '../shape'
import type { SourceState } from './machine'
import type { PayerReference, SourceRow } from './model'

const barcodeSchema = once(() =>
  z.strictObject({
    object: field.always('barcode'),
    type: z.enum(['qr', 'barcode']).check(z.describe('Form of the code')),
    image: z
      .strictObject({
        object: field.always('document'),
        id: field.id('docu'),
        livemode: field.livemode(),
        location: field.location('/charges/<charge>/documents/<id>'),
        deleted: z.literal(false).check(z.describe('Always false')),
        filename: field.text('Name of the file, such as `qrcode.svg`'),
        kind: z.enum(['qr', 'barcode']).check(z.describe('Form of the code')),
        download_uri: field.text('Address of the picture'),
        created_at: field.createdAt(),
      })
      .check(z.describe('Picture of the code')),
    raw_data: field.text('Text that the code contains'),
  }),
)
type Barcode = z.infer<ReturnType<typeof barcodeSchema>>

const statuses = ['pending', 'successful', 'failed'] as const
const chargeStatuses = ['unknown', 'pending', 'successful', 'failed', 'expired'] as const

/** What the payer pays with, and what is bought. */
const referenceFields = once(() => ({
  scannable_code: z
    .nullable(barcodeSchema())
    .check(z.describe('The code to scan; null for methods without one, and before the source is charged')),
  qr_settings: field.unused(),
  billing: z.nullable(z.custom<JsonObject>()).check(z.describe('Billing address; null when not given')),
  shipping: z.nullable(z.custom<JsonObject>()).check(z.describe('Shipping address; null when not given')),
  items: z
    .readonly(z.array(z.custom<JsonObject>()))
    .check(z.describe('Bought items as given; empty when none were')),
  references: z
    .nullable(z.looseObject({}))
    .check(
      z.describe(
        'Numbers to pay with at a counter or machine; null for other methods, and before the source is charged',
      ),
    ),
  provider_references: z
    .nullable(z.looseObject({}))
    .check(
      z.describe(
        'Numbers of the payment at the bank; null for methods without a code, and before the source is charged',
      ),
    ),
}))

/** A payment other than by card (spec 3.2). */
export const sourceSchema = once(() =>
  z.strictObject({
    object: field.always('source'),
    id: field.id('src'),
    livemode: field.livemode(),
    location: field.location('/sources/<id>'),
    amount: field.int('Amount to pay, in subunits of `currency`'),
    barcode: field.textOrNull('Code on the phone of the payer, for payments in a shop; null when not given'),
    bank: field.textOrNull('Code of the chosen bank; null when the method has none'),
    created_at: field.createdAt(),
    currency: field.currency(),
    email: field.textOrNull('Email address of the payer; null when not given'),
    flow: z
      .enum(['redirect', 'offline', 'app_redirect'])
      .check(z.describe('How the payer pays: on a page, with a code or at a counter, or in an app')),
    installment_term: z
      .nullable(z.int())
      .check(z.describe('Number of monthly instalments; null for other methods')),
    ip: field.textOrNull('IP address of the payer; null when not given'),
    absorption_type: z
      .nullable(z.enum(['merchant', 'customer']))
      .check(z.describe('Who bears the interest of instalments; null for other methods')),
    name: field.textOrNull('Name of the payer; null when not given'),
    mobile_number: field.textOrNull('The same as `phone_number`'),
    phone_number: field.textOrNull('Phone number of the payer; null when not given'),
    platform_type: z
      .nullable(z.enum(['WEB', 'IOS', 'ANDROID']))
      .check(z.describe('Platform of the payer; null when not given')),
    ...referenceFields(),
    store_id: field.textOrNull('Id of the shop; null when not given'),
    store_name: field.textOrNull('Name of the shop; null when not given'),
    terminal_id: field.textOrNull('Id of the terminal in the shop; null when not given'),
    type: field.text('Payment method, such as `promptpay`'),
    zero_interest_installments: z
      .nullable(z.boolean())
      .check(z.describe('Whether the merchant bears the interest of instalments; null for other methods')),
    charge_status: z
      .enum(chargeStatuses)
      .check(z.describe('Status of its charge; `unknown` before it is charged')),
    status: z.enum(statuses).check(z.describe('State of the payment; an expired one counts as `failed`')),
    receipt_amount: field.unused(),
    discounts: z.array(z.never()).check(z.describe('Always empty in the sandbox')),
    promotion_code: field.textOrNull('Code of a promotion; null when not given'),
    supplier_id: field.unused(),
  }),
)
export type Source = z.infer<ReturnType<typeof sourceSchema>>

/** Spec 3.2 knows three states; an expired source counts as failed. */
const statusOf: { readonly [S in SourceState]: (typeof statuses)[number] } = {
  pending: 'pending',
  successful: 'successful',
  failed: 'failed',
  expired: 'failed',
}

const renderBarcode = (source: SourceRow, reference: PayerReference, scene: Scene): Barcode => {
  const location = `/charges/${source.charge}/documents/${reference.documentId}`
  return {
    object: 'barcode',
    type: 'qr',
    image: {
      object: 'document',
      id: reference.documentId,
      livemode: scene.livemode,
      location,
      deleted: false,
      filename: 'qrcode.svg',
      kind: 'qr',
      download_uri: `${scene.baseUrl}${location}/downloads/${reference.downloadToken}`,
      created_at: iso(source.createdAt),
    },
    raw_data: reference.rawData,
  }
}

/** Methods without a QR code are paid with numbers, at a counter or machine. */
const renderReferences = (source: SourceRow, reference: PayerReference, scene: Scene) => ({
  expires_at: iso(reference.expiresAt),
  device_id: null,
  customer_amount: source.amount,
  customer_currency: source.currency,
  customer_exchange_rate: null,
  reference_number_1: reference.number1,
  reference_number_2: reference.number2,
  barcode: `${scene.baseUrl}/charges/${source.charge}/documents/${reference.documentId}/downloads/${reference.downloadToken}`,
  payment_code: reference.number2,
  va_code: null,
})

export const renderSource = (source: SourceRow, scene: Scene): Source => {
  const { details, reference } = source
  const qr = reference?.rawData.startsWith('0002') === true ? reference : null
  return {
    object: 'source',
    id: source.id,
    livemode: scene.livemode,
    location: `/sources/${source.id}`,
    amount: source.amount,
    barcode: details.barcode,
    bank: details.bank,
    created_at: iso(source.createdAt),
    currency: source.currency,
    email: details.email,
    flow: source.flow,
    installment_term: details.installmentTerm,
    ip: details.ip,
    absorption_type: absorptionOf(details.zeroInterestInstallments),
    name: details.name,
    mobile_number: details.phoneNumber,
    phone_number: details.phoneNumber,
    platform_type: details.platformType,
    scannable_code: qr === null ? null : renderBarcode(source, qr, scene),
    qr_settings: null,
    billing: details.billing,
    shipping: details.shipping,
    items: details.items,
    references: reference === null || qr !== null ? null : renderReferences(source, reference, scene),
    provider_references:
      qr === null
        ? null
        : { reference_number_1: qr.number1, reference_number_2: qr.number2, buyer_name: null },
    store_id: details.storeId,
    store_name: details.storeName,
    terminal_id: details.terminalId,
    type: source.type,
    zero_interest_installments: details.zeroInterestInstallments,
    charge_status: source.charge === null ? 'unknown' : source.state,
    status: statusOf[source.state],
    receipt_amount: null,
    discounts: [],
    promotion_code: details.promotionCode,
    supplier_id: null,
  }
}

const absorptionOf = (zeroInterest: boolean | null): Source['absorption_type'] => {
  if (zeroInterest === null) return null
  return zeroInterest ? 'merchant' : 'customer'
}

export const sourceShape: Shape<SourceRow, null, Source> = {
  related: () => null,
  render: (source, _, scene) => renderSource(source, scene),
  expandable: {},
  schema: sourceSchema,
}
