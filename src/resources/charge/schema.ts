import * as z from 'zod/mini'
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
import { field } from '../fields'
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

export const lifetime = (): string =>
  `${limits.chargeLifetimeDays} days after it was made, ${limits.chargeLifetimeJapanDays} for a Japanese account`

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
    description: z.optional(text({ max: limits.descriptionLengthMax })),
    metadata: z.optional(metadata()),
    capture: z.optional(bool()),
    authorization_type: z.optional(oneOf(['pre_auth', 'final_auth'])),
    authentication: z.optional(oneOf(authentications)),
    ip: unlessBlank(text()),
    return_uri: unlessBlank(url()),
    webhook_endpoints: unlessBlank(array(url(), { max: limits.chargeWebhooksMax })),
    expires_at: z.optional(
      documented(when(), {
        description: `When it expires unless it is paid or captured before, in ISO 8601. Default: ${lifetime()}`,
      }),
    ),
    zero_interest_installments: z.optional(bool()),
    platform_fee: z.optional(
      object({
        fixed: z.optional(int({ min: 0 })),
        amount: z.optional(int({ min: 0 })),
        percentage: z.optional(number({ min: 0, max: 100 })),
      }),
    ),
    first_charge: z.optional(text()),
    transaction_indicator: z.optional(oneOf(['MIT', 'CIT'])),
    recurring_reason: z.optional(oneOf(recurringReasons)),
  }),
)
export type ChargeParameters = z.output<ReturnType<typeof chargeCreate>>

export const chargeUpdate = once(() =>
  z.object({
    description: z.optional(text({ max: limits.descriptionLengthMax })),
    metadata: z.optional(metadata()),
  }),
)
export type ChargeChanges = z.output<ReturnType<typeof chargeUpdate>>

export const chargeCapture = once(() => z.object({ capture_amount: unlessZero(amount()) }))

export const chargeFail = once(() => z.object({ failure_code: z.optional(text()) }))

const flagFields = once(() => ({
  status: z.enum(chargeStatuses).check(z.describe('`pending` while it waits for its payer or its capture')),
  authorized: field.flag('Whether the money was reserved or paid'),
  capturable: field.flag('Whether it can be captured now'),
  capture: field.flag(
    'Whether it is captured as soon as it is authorized; false for a charge that is authorized first',
  ),
  captured: field.flag('Whether it was captured; the same as `paid`'),
  disputable: field.flag('Whether its cardholder can dispute it now'),
  livemode: field.livemode(),
  refundable: field.flag('Whether it can be refunded now'),
  partially_refundable: field.flag('Whether a part of it can be refunded now'),
  reversed: field.flag('Whether its authorization was released without a capture'),
  reversible: field.flag('Whether its authorization can be released now'),
  voided: field.flag('Whether it was refunded in full before settlement, fees included'),
  paid: field.flag('Whether the money was captured'),
  expired: field.flag('Whether it expired before it was paid or captured'),
  can_perform_void: field.flag('Whether a full refund now would be a void, which gives the fees back'),
}))

const moneyFields = once(() => ({
  amount: field.int('Amount to pay, in subunits of `currency`'),
  authorization_type: z
    .nullable(z.enum(['pre_auth', 'final_auth']))
    .check(
      z.describe(
        '`pre_auth` allows the capture of another amount; null when the charge did not ask for a type',
      ),
    ),
  authorized_amount: field.int('Reserved amount in subunits of `currency`'),
  captured_amount: field.int('Captured amount in subunits of `currency`; 0 before the capture'),
  net: field.int('What the merchant receives after fees, in subunits of `funding_currency`'),
  fee: field.int('Fee of the service without tax, in subunits of `funding_currency`'),
  fee_vat: field.int('Tax on `fee`, in subunits of `funding_currency`'),
  interest: field.int(
    'Interest of an instalment plan that the merchant bears, in subunits of `funding_currency`',
  ),
  interest_vat: field.int('Tax on `interest`, in subunits of `funding_currency`'),
  funding_amount: field.int('The amount converted for the account, in subunits of `funding_currency`'),
  refunded_amount: field.int('Sum of all refunds, in subunits of `currency`'),
  refunded: field.int('The same as `refunded_amount`'),
  transaction_fees: z
    .strictObject({
      fee_flat: field.text('Fixed part of the fee, in units of the currency, as text such as `0.0`'),
      fee_rate: field.text('Percentage of the amount, as text such as `3.65`'),
      vat_rate: field.text('Percentage of tax on the fee, as text such as `7.0`'),
    })
    .check(z.describe('The rates behind `fee` and `fee_vat`')),
  platform_fee: z
    .strictObject({
      fixed: z.nullable(z.int()).check(z.describe('Fixed share in subunits; null when not given')),
      amount: z.nullable(z.int()).check(z.describe('Share in subunits; null when not given')),
      percentage: field.textOrNull('Percentage of the amount, as text such as `2.0`; null when not given'),
    })
    .check(z.describe('The share of a platform; its fields are null when the charge gave none')),
  currency: field.currency(),
  funding_currency: field.text('Currency of the account, in lower case'),
}))

const timeFields = once(() => ({
  created_at: field.createdAt(),
  paid_at: field.timeOrNull('When it was captured, ISO 8601 in UTC; null before'),
  authorized_at: field.timeOrNull('When the money was reserved, ISO 8601 in UTC; null before'),
  expires_at: field.time(
    `When it expires unless it is paid or captured before, ISO 8601 in UTC: as the charge asked, or ${lifetime()}`,
  ),
  expired_at: field.timeOrNull('When it expired, ISO 8601 in UTC; null when it did not'),
  reversed_at: field.timeOrNull('When its authorization was released, ISO 8601 in UTC; null when it was not'),
}))

const confirmationFields = once(() => ({
  authenticated_by: z
    .nullable(z.enum(authentications))
    .check(z.describe('How the cardholder was authenticated; null when they were not')),
  authorize_uri: field.textOrNull('The page where the payer confirms or pays; null when none is needed'),
  return_uri: field.textOrNull('Where that page sends the payer afterwards; null when not given'),
}))

/** A charge (spec 2.2). All amounts are subunits. */
export const chargeSchema = once(() =>
  z.strictObject({
    object: field.always('charge'),
    id: field.id('chrg'),
    location: field.location('/charges/<id>'),
    ...moneyFields(),
    ...flagFields(),
    acquirer_reference_number: field.unused(),
    ip: field.textOrNull('IP address of the payer; null when not given'),
    refunds: listSchema(nestedRefundSchema()).check(z.describe('The first 20 refunds, oldest first')),
    link: field.textOrNull('Id of the payment link that it pays; null when there is none'),
    description: field.textOrNull('Text of the merchant; null when not given'),
    metadata: field.metadata(),
    card: z.nullable(cardSchema()).check(z.describe('The card that pays; null when a source pays')),
    source: z.nullable(sourceSchema()).check(z.describe('The source that pays; null when a card pays')),
    schedule: field.textOrNull('Id of the schedule that made it; null when no schedule did'),
    linked_account: field.unused(),
    customer: field.textOrNull('Id of the customer who pays; null when none was given'),
    dispute: z
      .nullable(disputeSchema())
      .check(z.describe('Its latest dispute; null when it was never disputed')),
    transaction: field.textOrNull('Id of the transaction that credits it; null before the capture'),
    failure_code: field.textOrNull('Why it failed, such as `insufficient_fund`; null when it did not fail'),
    failure_message: field.textOrNull('Sentence for `failure_code`; null when it did not fail'),
    merchant_advice: field.unused(),
    merchant_advice_code: field.unused(),
    missing_3ds_fields: z.array(z.string()).check(z.describe('Always empty in the sandbox')),
    ...confirmationFields(),
    ...timeFields(),
    multi_capture: field.flag('Always false in the sandbox'),
    zero_interest_installments: field.flag('Whether the merchant bears the interest of instalments'),
    branch: field.unused(),
    terminal: field.unused(),
    device: field.unused(),
    approval_code: field.unused(),
    source_of_fund: z
      .enum(['card', 'offline', 'offsite'])
      .check(
        z.describe(
          '`card`; `offline` for a code or a counter; `offsite` for the page or app of a third party',
        ),
      ),
  }),
)
export type Charge = z.infer<ReturnType<typeof chargeSchema>>
