import * as z from 'zod'
import { iso } from '../../kernel/calendar'
import { type JsonObject, once } from '../../kernel/json'
import { isoTime } from '../../kernel/wire'
import type { Scene, Shape } from '../shape'
import type { SourceState } from './machine'
import type { PayerReference, SourceRow } from './model'

const barcodeSchema = once(() =>
  z.strictObject({
    object: z.literal('barcode'),
    type: z.enum(['qr', 'barcode']),
    image: z.strictObject({
      object: z.literal('document'),
      id: z.string(),
      livemode: z.boolean(),
      location: z.string(),
      deleted: z.literal(false),
      filename: z.string(),
      kind: z.enum(['qr', 'barcode']),
      download_uri: z.string(),
      created_at: isoTime(),
    }),
    raw_data: z.string(),
  }),
)
type Barcode = z.infer<ReturnType<typeof barcodeSchema>>

const statuses = ['pending', 'successful', 'failed'] as const
const chargeStatuses = ['unknown', 'pending', 'successful', 'failed', 'expired'] as const

/** A payment other than by card (spec 3.2). */
export const sourceSchema = once(() =>
  z.strictObject({
    object: z.literal('source'),
    id: z.string(),
    livemode: z.boolean(),
    location: z.string(),
    amount: z.int(),
    barcode: z.string().nullable(),
    bank: z.string().nullable(),
    created_at: isoTime(),
    currency: z.string(),
    email: z.string().nullable(),
    flow: z.enum(['redirect', 'offline', 'app_redirect']),
    installment_term: z.int().nullable(),
    ip: z.string().nullable(),
    absorption_type: z.enum(['merchant', 'customer']).nullable(),
    name: z.string().nullable(),
    mobile_number: z.string().nullable(),
    phone_number: z.string().nullable(),
    platform_type: z.enum(['WEB', 'IOS', 'ANDROID']).nullable(),
    scannable_code: barcodeSchema().nullable(),
    qr_settings: z.null(),
    billing: z.custom<JsonObject>().nullable(),
    shipping: z.custom<JsonObject>().nullable(),
    items: z.array(z.custom<JsonObject>()).readonly(),
    references: z.looseObject({}).nullable(),
    provider_references: z.looseObject({}).nullable(),
    store_id: z.string().nullable(),
    store_name: z.string().nullable(),
    terminal_id: z.string().nullable(),
    type: z.string(),
    zero_interest_installments: z.boolean().nullable(),
    charge_status: z.enum(chargeStatuses),
    status: z.enum(statuses),
    receipt_amount: z.null(),
    discounts: z.array(z.never()),
    promotion_code: z.string().nullable(),
    supplier_id: z.null(),
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
  object: 'source',
  related: () => null,
  render: (source, _, scene) => renderSource(source, scene),
  expandable: {},
  schema: sourceSchema,
}
