import * as z from 'zod'
import { once } from '../../kernel/json'
import { documented } from '../../kernel/json-schema'
import { limits } from '../../kernel/limits'
import {
  amount,
  array,
  bool,
  cardId,
  currency,
  id,
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
import {
  createdAtField,
  currencyField,
  idField,
  livemodeField,
  locationField,
  metadataField,
  objectField,
  unusedField,
} from '../fields'
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
    source: unlessBlank(z.union([id(), inlineSource()])),
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
  status: z.enum(chargeStatuses).describe('`pending` while it waits for its payer or its capture'),
  authorized: z.boolean().describe('Whether the money was reserved or paid'),
  capturable: z.boolean().describe('Whether it can be captured now'),
  capture: z
    .boolean()
    .describe(
      'Whether it is captured as soon as it is authorized; false for a charge that is authorized first',
    ),
  captured: z.boolean().describe('Whether it was captured; the same as `paid`'),
  disputable: z.boolean().describe('Whether its cardholder can dispute it now'),
  livemode: livemodeField(),
  refundable: z.boolean().describe('Whether it can be refunded now'),
  partially_refundable: z.boolean().describe('Whether a part of it can be refunded now'),
  reversed: z.boolean().describe('Whether its authorization was released without a capture'),
  reversible: z.boolean().describe('Whether its authorization can be released now'),
  voided: z.boolean().describe('Whether it was refunded in full before settlement, fees included'),
  paid: z.boolean().describe('Whether the money was captured'),
  expired: z.boolean().describe('Whether it expired before it was paid or captured'),
  can_perform_void: z
    .boolean()
    .describe('Whether a full refund now would be a void, which gives the fees back'),
}))

const moneyFields = once(() => ({
  amount: z.int().describe('Amount to pay, in subunits of `currency`'),
  authorization_type: z
    .enum(['pre_auth', 'final_auth'])
    .nullable()
    .describe('`pre_auth` allows the capture of another amount; null when the charge did not ask for a type'),
  authorized_amount: z.int().describe('Reserved amount in subunits of `currency`'),
  captured_amount: z.int().describe('Captured amount in subunits of `currency`; 0 before the capture'),
  net: z.int().describe('What the merchant receives after fees, in subunits of `funding_currency`'),
  fee: z.int().describe('Fee of the service without tax, in subunits of `funding_currency`'),
  fee_vat: z.int().describe('Tax on `fee`, in subunits of `funding_currency`'),
  interest: z
    .int()
    .describe('Interest of an instalment plan that the merchant bears, in subunits of `funding_currency`'),
  interest_vat: z.int().describe('Tax on `interest`, in subunits of `funding_currency`'),
  funding_amount: z.int().describe('The amount converted for the account, in subunits of `funding_currency`'),
  refunded_amount: z.int().describe('Sum of all refunds, in subunits of `currency`'),
  refunded: z.int().describe('The same as `refunded_amount`'),
  transaction_fees: z
    .strictObject({
      fee_flat: z.string().describe('Fixed part of the fee, in units of the currency, as text such as `0.0`'),
      fee_rate: z.string().describe('Percentage of the amount, as text such as `3.65`'),
      vat_rate: z.string().describe('Percentage of tax on the fee, as text such as `7.0`'),
    })
    .describe('The rates behind `fee` and `fee_vat`'),
  platform_fee: z
    .strictObject({
      fixed: z.int().nullable().describe('Fixed share in subunits; null when not given'),
      amount: z.int().nullable().describe('Share in subunits; null when not given'),
      percentage: z
        .string()
        .nullable()
        .describe('Percentage of the amount, as text such as `2.0`; null when not given'),
    })
    .describe('The share of a platform; its fields are null when the charge gave none'),
  currency: currencyField(),
  funding_currency: z.string().describe('Currency of the account, in lower case'),
}))

const timeFields = once(() => ({
  created_at: createdAtField(),
  paid_at: isoTime().nullable().describe('When it was captured, ISO 8601 in UTC; null before'),
  authorized_at: isoTime().nullable().describe('When the money was reserved, ISO 8601 in UTC; null before'),
  expires_at: isoTime().describe('When it expires unless it is paid or captured before, ISO 8601 in UTC'),
  expired_at: isoTime().nullable().describe('When it expired, ISO 8601 in UTC; null when it did not'),
  reversed_at: isoTime()
    .nullable()
    .describe('When its authorization was released, ISO 8601 in UTC; null when it was not'),
}))

/** A charge (spec 2.2). All amounts are subunits. */
export const chargeSchema = once(() =>
  z.strictObject({
    object: objectField('charge'),
    id: idField('chrg'),
    location: locationField('/charges/<id>'),
    ...moneyFields(),
    ...flagFields(),
    acquirer_reference_number: unusedField(),
    ip: z.string().nullable().describe('IP address of the payer; null when not given'),
    refunds: listSchema(nestedRefundSchema()).describe('The first 20 refunds, oldest first'),
    link: z.string().nullable().describe('Id of the payment link that it pays; null when there is none'),
    description: z.string().nullable().describe('Text of the merchant; null when not given'),
    metadata: metadataField(),
    card: cardSchema().nullable().describe('The card that pays; null when a source pays'),
    source: sourceSchema().nullable().describe('The source that pays; null when a card pays'),
    schedule: z.string().nullable().describe('Id of the schedule that made it; null when no schedule did'),
    linked_account: unusedField(),
    customer: z.string().nullable().describe('Id of the customer who pays; null when none was given'),
    dispute: disputeSchema().nullable().describe('Its latest dispute; null when it was never disputed'),
    transaction: z
      .string()
      .nullable()
      .describe('Id of the transaction that credits it; null before the capture'),
    failure_code: z
      .string()
      .nullable()
      .describe('Why it failed, such as `insufficient_fund`; null when it did not fail'),
    failure_message: z.string().nullable().describe('Sentence for `failure_code`; null when it did not fail'),
    merchant_advice: unusedField(),
    merchant_advice_code: unusedField(),
    missing_3ds_fields: z.array(z.string()).describe('Always empty in the sandbox'),
    authenticated_by: z
      .enum(authentications)
      .nullable()
      .describe('How the cardholder was authenticated; null when they were not'),
    authorize_uri: z
      .string()
      .nullable()
      .describe('The page where the payer confirms or pays; null when none is needed'),
    return_uri: z
      .string()
      .nullable()
      .describe('Where that page sends the payer afterwards; null when not given'),
    ...timeFields(),
    multi_capture: z.boolean().describe('Always false in the sandbox'),
    zero_interest_installments: z
      .boolean()
      .describe('Whether the merchant bears the interest of instalments'),
    branch: unusedField(),
    terminal: unusedField(),
    device: unusedField(),
    approval_code: unusedField(),
    source_of_fund: z
      .enum(['card', 'offline', 'offsite'])
      .describe('`card`; `offline` for a code or a counter; `offsite` for the page or app of a third party'),
  }),
)
export type Charge = z.infer<ReturnType<typeof chargeSchema>>
