import * as z from 'zod'
import { type JsonObject, once } from '../../kernel/json'
import { documented } from '../../kernel/json-schema'
import { limits } from '../../kernel/limits'
import {
  amount,
  array,
  bool,
  cardId,
  currency,
  int,
  isoTime,
  metadata,
  number,
  object,
  oneOf,
  text,
  unlessBlank,
  unlessZero,
  url,
  when,
} from '../../kernel/wire'
import { cardSchema } from '../card/serialize'
import { disputeSchema } from '../dispute/serialize'
import { listSchema } from '../list'
import { nestedRefundSchema } from '../refund/nested'
import { inlineSource } from '../source/schema'
import { sourceSchema } from '../source/serialize'
import { chargeStatuses } from './machine'
import { authentications } from './model'

const recurringReasons = [
  '',
  'unscheduled',
  'standing_order',
  'subscription',
  'installment',
  'partial_shipment',
  'delayed_charge',
  'no_show',
  'resubmission',
] as const

/** The order of the fields is the order in which their mistakes are named. */
export const chargeCreate = once(() =>
  z.object({
    currency: currency(),
    // Assumption `card-checks`.
    amount: documented(amount({ least: 0 }), {
      description: 'In subunits of the currency; 0 with `authentication` only checks the card',
    }),
    card: unlessBlank(cardId()),
    customer: unlessBlank(text()),
    /** Id of a source, or the parameters of a new one. */
    source: unlessBlank(z.union([z.string(), inlineSource()])),
    linked_account: unlessBlank(text()),
    description: text({ max: limits.descriptionLengthMax }).optional(),
    metadata: metadata().optional(),
    capture: bool().optional(),
    authorization_type: oneOf(['pre_auth', 'final_auth']).optional(),
    authentication: oneOf(authentications).optional(),
    ip: unlessBlank(text()),
    return_uri: unlessBlank(url()),
    webhook_endpoints: unlessBlank(array(url(), { max: limits.chargeWebhooksMax })),
    expires_at: when().optional(),
    zero_interest_installments: bool().optional(),
    platform_fee: object({
      fixed: int({ min: 0 }).optional(),
      amount: int({ min: 0 }).optional(),
      percentage: number({ min: 0, max: 100 }).optional(),
    }).optional(),
    first_charge: text().optional(),
    transaction_indicator: oneOf(['MIT', 'CIT']).optional(),
    recurring_reason: oneOf(recurringReasons).optional(),
  }),
)
export type ChargeParameters = z.output<ReturnType<typeof chargeCreate>>

export const chargeUpdate = once(() =>
  z.object({
    description: text({ max: limits.descriptionLengthMax }).optional(),
    metadata: metadata().optional(),
  }),
)
export type ChargeChanges = z.output<ReturnType<typeof chargeUpdate>>

export const chargeCapture = once(() => z.object({ capture_amount: unlessZero(amount()) }))

export const chargeFail = once(() => z.object({ failure_code: text().optional() }))

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
    link: z.string().nullable(),
    description: z.string().nullable(),
    metadata: z.custom<JsonObject>(),
    card: cardSchema().nullable(),
    source: sourceSchema().nullable(),
    schedule: z.string().nullable(),
    linked_account: z.null(),
    customer: z.string().nullable(),
    dispute: disputeSchema().nullable(),
    transaction: z.string().nullable(),
    failure_code: z.string().nullable(),
    failure_message: z.string().nullable(),
    merchant_advice: z.null(),
    merchant_advice_code: z.null(),
    missing_3ds_fields: z.array(z.string()),
    authenticated_by: z.enum(authentications).nullable(),
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
    source_of_fund: z.enum(['card', 'offline', 'offsite']),
  }),
)
export type Charge = z.infer<ReturnType<typeof chargeSchema>>
