import * as z from 'zod'
import { iso, isoOrNull, sameDay } from '../../kernel/calendar'
import { rowsOf } from '../../kernel/collection'
import { type JsonObject, once } from '../../kernel/json'
import { isoTime } from '../../kernel/wire'
import type { CardRow } from '../card/model'
import { cardSchema, renderCard } from '../card/serialize'
import { listSchema, nestedList } from '../list'
import type { RefundRow } from '../refund/model'
import { nestedRefundSchema, renderNestedRefund } from '../refund/serialize'
import type { Scene, Shape } from '../shape'
import { chargeStatuses, flagsOf } from './machine'
import type { ChargeRow, FeeRate, PlatformFee } from './model'

const flagFields = once(() => ({
  status: z.enum(chargeStatuses),
  authorized: z.boolean(),
  capturable: z.boolean(),
  capture: z.boolean(),
  captured: z.boolean(),
  disputable: z.boolean(),
  livemode: z.boolean(),
  refundable: z.boolean(),
  partially_refundable: z.boolean(),
  reversed: z.boolean(),
  reversible: z.boolean(),
  voided: z.boolean(),
  paid: z.boolean(),
  expired: z.boolean(),
  can_perform_void: z.boolean(),
}))

const moneyFields = once(() => ({
  amount: z.int(),
  authorization_type: z.enum(['pre_auth', 'final_auth']).nullable(),
  authorized_amount: z.int(),
  captured_amount: z.int(),
  net: z.int(),
  fee: z.int(),
  fee_vat: z.int(),
  interest: z.int(),
  interest_vat: z.int(),
  funding_amount: z.int(),
  refunded_amount: z.int(),
  refunded: z.int(),
  transaction_fees: z.strictObject({ fee_flat: z.string(), fee_rate: z.string(), vat_rate: z.string() }),
  platform_fee: z.strictObject({
    fixed: z.int().nullable(),
    amount: z.int().nullable(),
    percentage: z.string().nullable(),
  }),
  currency: z.string(),
  funding_currency: z.string(),
}))

/** A charge (spec 2.2). All amounts are subunits. */
export const chargeSchema = once(() =>
  z.strictObject({
    object: z.literal('charge'),
    id: z.string(),
    location: z.string(),
    ...moneyFields(),
    ...flagFields(),
    acquirer_reference_number: z.null(),
    ip: z.string().nullable(),
    refunds: listSchema(nestedRefundSchema()),
    link: z.null(),
    description: z.string().nullable(),
    metadata: z.custom<JsonObject>(),
    card: cardSchema().nullable(),
    source: z.null(),
    schedule: z.null(),
    linked_account: z.null(),
    customer: z.string().nullable(),
    dispute: z.null(),
    transaction: z.string().nullable(),
    failure_code: z.string().nullable(),
    failure_message: z.string().nullable(),
    merchant_advice: z.null(),
    merchant_advice_code: z.null(),
    missing_3ds_fields: z.array(z.string()),
    authenticated_by: z.enum(['3DS', 'PASSKEY']).nullable(),
    authorize_uri: z.string().nullable(),
    return_uri: z.string().nullable(),
    created_at: isoTime(),
    paid_at: isoTime().nullable(),
    authorized_at: isoTime().nullable(),
    expires_at: isoTime(),
    expired_at: isoTime().nullable(),
    reversed_at: isoTime().nullable(),
    multi_capture: z.boolean(),
    zero_interest_installments: z.boolean(),
    branch: z.null(),
    terminal: z.null(),
    device: z.null(),
    approval_code: z.null(),
    source_of_fund: z.literal('card'),
  }),
)
export type Charge = z.infer<ReturnType<typeof chargeSchema>>

export interface ChargeRelated {
  readonly card: CardRow | null
  readonly refunds: readonly RefundRow[]
}

/** Hundredths of a percent as the recorded answers write them: `3.65`, `7.0`. */
const rateText = (hundredths: number): string => {
  const text = (hundredths / 100).toFixed(2)
  return text.endsWith('0') ? text.slice(0, -1) : text
}

/** As recorded: `2.0`; a finer percentage keeps its digits. */
const decimalText = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value))

/** Until settlement, which the sandbox puts at the end of the UTC day (assumption `void-rule`). */
const canPerformVoid = (charge: ChargeRow, now: number): boolean =>
  charge.paidAt !== null && charge.refundedAmount === 0 && sameDay(charge.paidAt, now)

/**
 * Every field in the order of the wire, with what is the same for all charges. The rest stands as `undefined`,
 * so that the compiler misses a field that `renderCharge` forgets. Copying this and filling it in is ten times
 * faster than joining objects that each have a part of the fields.
 */
const blank = {
  object: 'charge',
  id: undefined,
  location: undefined,
  amount: undefined,
  authorization_type: undefined,
  authorized_amount: undefined,
  captured_amount: undefined,
  acquirer_reference_number: null,
  net: undefined,
  fee: undefined,
  fee_vat: undefined,
  interest: 0,
  interest_vat: 0,
  funding_amount: undefined,
  refunded_amount: undefined,
  refunded: undefined,
  transaction_fees: undefined,
  platform_fee: undefined,
  currency: undefined,
  funding_currency: undefined,
  ip: undefined,
  refunds: undefined,
  link: null,
  description: undefined,
  metadata: undefined,
  card: undefined,
  source: null,
  schedule: null,
  linked_account: null,
  customer: undefined,
  dispute: null,
  transaction: undefined,
  failure_code: undefined,
  failure_message: undefined,
  merchant_advice: null,
  merchant_advice_code: null,
  missing_3ds_fields: undefined,
  authenticated_by: undefined,
  status: undefined,
  authorize_uri: undefined,
  return_uri: undefined,
  created_at: undefined,
  paid_at: undefined,
  authorized_at: undefined,
  expires_at: undefined,
  expired_at: undefined,
  reversed_at: undefined,
  multi_capture: false,
  zero_interest_installments: undefined,
  branch: null,
  terminal: null,
  device: null,
  authorized: undefined,
  capturable: undefined,
  capture: undefined,
  captured: undefined,
  disputable: undefined,
  livemode: undefined,
  refundable: undefined,
  partially_refundable: undefined,
  reversed: undefined,
  reversible: undefined,
  voided: undefined,
  paid: undefined,
  expired: undefined,
  can_perform_void: undefined,
  approval_code: null,
  source_of_fund: 'card',
} as const

const renderCharge = (charge: ChargeRow, related: ChargeRelated, scene: Scene): Charge => {
  const flags = flagsOf(charge)
  return {
    ...blank,
    id: charge.id,
    location: `/charges/${charge.id}`,
    amount: charge.amount,
    authorization_type: charge.authorizationType,
    authorized_amount: charge.authorizedAmount,
    captured_amount: charge.capturedAmount,
    net: charge.fundingAmount - charge.fee - charge.feeVat,
    fee: charge.fee,
    fee_vat: charge.feeVat,
    funding_amount: charge.fundingAmount,
    refunded_amount: charge.refundedAmount,
    refunded: charge.refundedAmount,
    transaction_fees: renderRates(charge.feeRate),
    platform_fee: renderPlatformFee(charge.platformFee),
    currency: charge.currency,
    funding_currency: charge.fundingCurrency,
    ip: charge.ip,
    refunds: renderRefunds(charge, related.refunds, scene),
    description: charge.description,
    metadata: charge.metadata,
    card: related.card === null ? null : renderCard(related.card, scene),
    customer: charge.customer,
    transaction: charge.transaction,
    failure_code: charge.failureCode,
    failure_message: charge.failureMessage,
    missing_3ds_fields: [],
    authenticated_by: charge.authenticated ? '3DS' : null,
    status: flags.status,
    authorize_uri: charge.payment === null ? null : `${scene.baseUrl}/payments/${charge.payment}/authorize`,
    return_uri: charge.returnUri,
    created_at: iso(charge.createdAt),
    paid_at: isoOrNull(charge.paidAt),
    authorized_at: isoOrNull(charge.authorizedAt),
    expires_at: iso(charge.expiresAt),
    expired_at: isoOrNull(charge.expiredAt),
    reversed_at: isoOrNull(charge.reversedAt),
    zero_interest_installments: charge.zeroInterestInstallments,
    authorized: flags.authorized,
    capturable: flags.capturable,
    capture: charge.capture,
    captured: flags.paid,
    disputable: flags.disputable,
    livemode: scene.livemode,
    refundable: flags.refundable,
    partially_refundable: flags.partially_refundable,
    reversed: flags.reversed,
    reversible: flags.reversible,
    voided: charge.voided,
    paid: flags.paid,
    expired: flags.expired,
    can_perform_void: canPerformVoid(charge, scene.now),
  }
}

const renderRates = ({ rate, vat }: FeeRate): Charge['transaction_fees'] => ({
  fee_flat: '0.0',
  fee_rate: rateText(rate),
  vat_rate: rateText(vat),
})

const renderPlatformFee = ({ fixed, amount, percentage }: PlatformFee): Charge['platform_fee'] => ({
  fixed,
  amount,
  percentage: percentage === null ? null : decimalText(percentage),
})

const renderRefunds = (charge: ChargeRow, refunds: readonly RefundRow[], scene: Scene) =>
  nestedList(
    refunds.map((refund) => renderNestedRefund(refund, scene)),
    `/charges/${charge.id}/refunds`,
    scene.now,
  )

const noRefunds: readonly RefundRow[] = []

export const chargeShape: Shape<ChargeRow, ChargeRelated, Charge> = {
  object: 'charge',
  related: (world, charge) => ({
    card: world.cards.get(charge.card) ?? null,
    refunds: charge.refundedAmount === 0 ? noRefunds : rowsOf(world.refunds.by('charge', charge.id)),
  }),
  render: renderCharge,
  expandable: ['customer', 'transaction'],
  schema: chargeSchema,
}
