import * as z from 'zod/mini'
import { once } from '../../../kernel/json'
import { documented } from '../../../kernel/json-schema'
import { limits } from '../../../kernel/limits'
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
} from '../../../kernel/wire'
import { inlineSource } from '../source/schema'
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
