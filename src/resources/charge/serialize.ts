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
import { type ChargeFlags, chargeStatuses, flagsOf } from './machine'
import type { ChargeRow } from './model'

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

const renderMoney = (charge: ChargeRow) => ({
  amount: charge.amount,
  authorization_type: charge.authorizationType,
  authorized_amount: charge.authorizedAmount,
  captured_amount: charge.capturedAmount,
  acquirer_reference_number: null,
  net: charge.fundingAmount - charge.fee - charge.feeVat,
  fee: charge.fee,
  fee_vat: charge.feeVat,
  interest: 0,
  interest_vat: 0,
  funding_amount: charge.fundingAmount,
  refunded_amount: charge.refundedAmount,
  refunded: charge.refundedAmount,
  transaction_fees: {
    fee_flat: '0.0',
    fee_rate: rateText(charge.feeRate.rate),
    vat_rate: rateText(charge.feeRate.vat),
  },
  platform_fee: {
    fixed: charge.platformFee.fixed,
    amount: charge.platformFee.amount,
    percentage: charge.platformFee.percentage === null ? null : decimalText(charge.platformFee.percentage),
  },
  currency: charge.currency,
  funding_currency: charge.fundingCurrency,
})

const renderTimes = (charge: ChargeRow) => ({
  created_at: iso(charge.createdAt),
  paid_at: isoOrNull(charge.paidAt),
  authorized_at: isoOrNull(charge.authorizedAt),
  expires_at: iso(charge.expiresAt),
  expired_at: isoOrNull(charge.expiredAt),
  reversed_at: isoOrNull(charge.reversedAt),
})

const renderFlags = (charge: ChargeRow, flags: ChargeFlags, scene: Scene) => ({
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
})

const renderCharge = (charge: ChargeRow, { card, refunds }: ChargeRelated, scene: Scene): Charge => {
  const flags = flagsOf(charge)
  return {
    object: 'charge',
    id: charge.id,
    location: `/charges/${charge.id}`,
    ...renderMoney(charge),
    ip: charge.ip,
    refunds: nestedList(
      refunds.map((refund) => renderNestedRefund(refund, scene)),
      `/charges/${charge.id}/refunds`,
      scene.now,
    ),
    link: null,
    description: charge.description,
    metadata: charge.metadata,
    card: card === null ? null : renderCard(card, scene),
    source: null,
    schedule: null,
    linked_account: null,
    customer: charge.customer,
    dispute: null,
    transaction: charge.transaction,
    failure_code: charge.failureCode,
    failure_message: charge.failureMessage,
    merchant_advice: null,
    merchant_advice_code: null,
    missing_3ds_fields: [],
    authenticated_by: charge.authenticated ? '3DS' : null,
    status: flags.status,
    authorize_uri: charge.payment === null ? null : `${scene.baseUrl}/payments/${charge.payment}/authorize`,
    return_uri: charge.returnUri,
    ...renderTimes(charge),
    multi_capture: false,
    zero_interest_installments: charge.zeroInterestInstallments,
    branch: null,
    terminal: null,
    device: null,
    ...renderFlags(charge, flags, scene),
    approval_code: null,
    source_of_fund: 'card',
  }
}

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
