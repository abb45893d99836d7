import * as z from 'zod'
import { once } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import {
  amount,
  bool,
  cardId,
  currency,
  int,
  metadata,
  number,
  object,
  oneOf,
  text,
  unlessBlank,
  url,
  when,
} from '../../kernel/wire'

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
    amount: amount(),
    card: unlessBlank(cardId()),
    customer: unlessBlank(text()),
    description: text({ max: limits.descriptionLengthMax }).optional(),
    metadata: metadata().optional(),
    capture: bool().optional(),
    authorization_type: oneOf(['pre_auth', 'final_auth']).optional(),
    authentication: oneOf(['3DS', 'PASSKEY']).optional(),
    ip: unlessBlank(text()),
    return_uri: unlessBlank(url()),
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

export const chargeUpdate = once(() =>
  z.object({
    description: text({ max: limits.descriptionLengthMax }).optional(),
    metadata: metadata().optional(),
  }),
)

export const chargeCapture = once(() => z.object({ capture_amount: amount().optional() }))
