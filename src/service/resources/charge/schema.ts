import * as z from 'zod/mini'
import { type Problem, problemWith } from '../../../kernel/errors'
import { limits } from '../../../kernel/limits'
import { type Currency, currencies, smallestFor } from '../../../kernel/money'
import {
  about,
  amount,
  array,
  bool,
  cardId,
  currency,
  currencyText,
  id,
  int,
  metadata,
  number,
  object,
  oneOf,
  optional,
  text,
  unlessBlank,
  unlessZero,
  url,
  when,
  words,
} from '../../../kernel/wire'
import type { World } from '../../world'
import { webhookProblems } from '../account/operations'
import { payerIpText } from '../source/model'
import { sourceDetails } from '../source/schema'
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

/** Parameters that the sandbox accepts and ignores. */
const ignoredFields = () => ({
  first_charge: optional('Id of the first charge of a series. Accepted, and without effect', text()),
  transaction_indicator: optional(
    'Who starts the payment: `CIT` for the customer, `MIT` for the merchant. Accepted, and without effect',
    oneOf(['MIT', 'CIT']),
  ),
  recurring_reason: optional(
    'Why the merchant charges a saved card again. Accepted, and without effect',
    oneOf(recurringReasons),
  ),
})

const platformFee = () =>
  object(() => ({
    fixed: optional('Fixed share, in subunits of the currency. Default: none', int({ min: 0 })),
    amount: optional('Share, in subunits of the currency. Default: none', int({ min: 0 })),
    percentage: optional(
      'Share in percent of the amount, from 0 to 100. Default: none',
      number({ min: 0, max: 100 }),
    ),
  }))

/** The types of published clients ask for these of every source; the money is that of the charge. */
const sourceMoney = () => ({
  amount: optional('Without effect: the amount of the charge counts', amount({ error: null })),
  currency: optional('Without effect: the currency of the charge counts', currency()),
})

/** Who pays, and by what. */
const meansFields = () => ({
  card: about(
    'Id of a token, usable once; with `customer` the id of one of its cards. With a source, only `installment_wlb_…` takes and needs it. Default: the default card of `customer`',
    unlessBlank(cardId()),
  ),
  customer: about('Id of a customer with a saved card that pays. Default: none', unlessBlank(text())),
  source: about(
    'Id of a source that pays, or the parameters of a new one. Default: none',
    unlessBlank(z.union([id(), object(() => ({ ...sourceDetails(), ...sourceMoney() }))])),
  ),
  linked_account: about(
    'Refused with `feature_not_supported`: the sandbox has no linked accounts',
    unlessBlank(text()),
  ),
})

/** The order of the fields is the order in which their mistakes are named. */
export const chargeCreate = () =>
  z.object({
    currency: about(currencyText, currency()),
    // Assumption `card-checks`.
    amount: about(
      'In subunits of the currency; 0 with `authentication` only checks the card',
      amount({ least: 0 }),
    ),
    ...meansFields(),
    description: optional('Text of the merchant. Default: none', words()),
    metadata: z.optional(metadata()),
    capture: optional(
      'false only reserves the money, until it is captured or released. Default: true',
      bool(),
    ),
    authorization_type: optional(
      '`pre_auth` allows the capture of less than the reserved amount, `final_auth` of all of it only. Default: none, the same as `final_auth`',
      oneOf(['pre_auth', 'final_auth']),
    ),
    authentication: optional(
      '`3DS` waits at `authorize_uri` until the cardholder confirms; `PASSKEY` has confirmed already, or waits there too with the profile row `passkeys: page`. Default: as the card and the account require',
      oneOf(authentications),
    ),
    ip: about(payerIpText, unlessBlank(text())),
    return_uri: about(
      'Address to which the bank or wallet sends the payer afterwards. Default: the payer stays there',
      unlessBlank(url()),
    ),
    webhook_endpoints: about(
      'At most two addresses for the events of the charge, its refunds and disputes; in live mode https only. Default: those of the account',
      unlessBlank(array(url(), { max: limits.chargeWebhooksMax })),
    ),
    expires_at: optional(
      `When it expires unless it is paid or captured before, in ISO 8601. Default: ${lifetime()}`,
      when(),
    ),
    zero_interest_installments: optional(
      'Whether the merchant bears the interest of an instalment plan. Default: as its source says, otherwise false',
      bool(),
    ),
    platform_fee: optional(
      'The share of a platform; kept and shown, and no money moves for it. Default: none',
      platformFee(),
    ),
    ...ignoredFields(),
  })
type ChargeParameters = z.output<ReturnType<typeof chargeCreate>>

export const chargeUpdate = () =>
  z.object({
    description: optional('Text of the merchant. Default: unchanged', words()),
    metadata: z.optional(metadata()),
  })
export type ChargeChanges = z.output<ReturnType<typeof chargeUpdate>>

export const chargeCapture = () => z.object({ capture_amount: unlessZero(amount()) })

export const chargeFail = () =>
  z.object({
    failure_code: optional('Why it fails, such as `insufficient_fund`. Default: `failed_processing`', text()),
  })

/** With the payment link, the hosted checkout or the schedule that makes this charge. */
export interface ChargeInput extends ChargeParameters {
  readonly link?: string | undefined
  readonly session?: string | undefined
  readonly schedule?: string | undefined
}

/** The smallest charge in a currency: it is worth something in that of the account (assumption `charge-limits`). */
export const smallestCharge = (
  { account, profile }: Pick<World, 'account' | 'profile'>,
  currency: Currency,
): number => {
  const own = account.currency
  return profile.minimum === 'converted'
    ? smallestFor(currencies[own].chargeMin, currency, own)
    : Math.max(currencies[currency].chargeMin, smallestFor(1, currency, own))
}

/** Recorded for baht; in other currencies the words are our own. */
const tooSmallText = ({ account, profile }: World, currency: Currency, smallest: number): string =>
  profile.name === 'omise' && currency === 'thb' && account.currency === 'thb'
    ? `must be greater than or equal to ฿${smallest / 100} (${smallest} satangs)`
    : `must be at least ${smallest} (in subunits)`

/** An amount outside the currency's limits (spec 7; assumption `charge-limits`). */
export const amountProblems = (world: World, amount: number, currency: Currency): readonly Problem[] => {
  const [smallest, { chargeMax }] = [smallestCharge(world, currency), currencies[currency]]
  if (amount < smallest) return [problemWith('amount', tooSmallText(world, currency, smallest), 'too_small')]
  if (amount > chargeMax)
    return [problemWith('amount', `must be at most ${chargeMax} (in subunits)`, 'too_large')]
  return []
}

/** Whether the charge only checks the card, without money (assumption `card-checks`). */
export const isCardCheck = ({ amount, authentication, source }: ChargeInput): boolean =>
  amount === 0 && authentication !== undefined && source === undefined

/** All problems with the parameters of a charge that lacks no amount (spec 7, `invalid_charge`). */
export const problemsOf = (input: ChargeInput, world: World): readonly Problem[] => {
  const isLate = input.expires_at !== undefined && input.expires_at <= world.now()
  const late = isLate ? [problemWith('expires_at', 'must be in the future')] : []
  const endpoints = input.webhook_endpoints
  const unreachable = endpoints ? webhookProblems(world, 'webhook_endpoints', endpoints) : []
  const amount = input.amount === 0 ? [] : amountProblems(world, input.amount, input.currency)
  return [...amount, ...late, ...unreachable]
}
