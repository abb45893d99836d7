import { dayMs } from '../../../kernel/calendar'
import { keyedHash } from '../../../kernel/digest'
import type { JsonObject } from '../../../kernel/json'
import { limits } from '../../../kernel/limits'
import { convert } from '../../../kernel/money'
import { cardFeeRates, feesOf } from '../../ledger/fees'
import { type LedgerFacts, post } from '../../ledger/post'
import { feeRateOf, type Method } from '../../simulation/methods'
import type { CardResult } from '../../simulation/outcomes'
import type { World } from '../../world'
import type { CardRow } from '../card/model'
import type { PayingCard } from '../customer/operations'
import type { SourceRow } from '../source/model'
import { findSource, methodOfSource } from '../source/operations'
import type { ChargeState } from './machine'
import { type ChargeRow, failureMessage, type PlatformFee } from './model'
import type { ChargeInput } from './schema'

/** Shared by all charges that name none. */
const noAddresses: readonly string[] = Object.freeze([])

/** Shared by all charges without a platform fee, which are most. */
const noPlatformFee: PlatformFee = Object.freeze({ fixed: null, amount: null, percentage: null })

/** Shared by all charges without metadata. */
const noMetadata: JsonObject = Object.freeze({})

/** The fields of a charge that depend on its payment method. */
type PaymentFields = Pick<
  ChargeRow,
  | 'card'
  | 'customer'
  | 'source'
  | 'state'
  | 'capture'
  | 'refundPolicy'
  | 'feeRate'
  | 'failureCode'
  | 'failureMessage'
  | 'zeroInterestInstallments'
  | 'authenticatedBy'
  | 'missing3dsFields'
> & {
  readonly authorized: boolean
  /** How the path of its page names it; `null` for a charge without one. */
  readonly page: 'paym' | 'pay2' | null
  readonly isSigned: boolean
}

const nothing: readonly string[] = Object.freeze([])

/** The card that pays, and what becomes of the charge. */
interface CardPayment extends PayingCard {
  readonly result: CardResult
  readonly state: ChargeState
}

export const byCard = (
  world: World,
  input: ChargeInput,
  { card, customer, result, state }: CardPayment,
): PaymentFields => {
  const { profile } = world
  const failed = result.waits ? null : result.code
  const authorized = failed === null && !result.waits
  // Assumption `passkeys`.
  const byPasskey =
    input.authentication === 'PASSKEY' && (profile.passkeys === 'page' ? result.waits : authorized)
  const named = result.waits && profile.authenticatedBy === 'at-creation'
  return {
    card: card.id,
    customer,
    source: null,
    state,
    capture: input.capture ?? true,
    refundPolicy: 'any',
    feeRate: cardFeeRates[world.account.country],
    failureCode: failed,
    failureMessage: failed === null ? null : failureMessage(failed, profile),
    zeroInterestInstallments: input.zero_interest_installments ?? false,
    authenticatedBy: byPasskey ? 'PASSKEY' : named ? '3DS' : null,
    missing3dsFields:
      result.waits && profile.missing3dsFields === 'named' ? missing3dsFieldsOf(card) : nothing,
    authorized,
    page: result.waits || input.return_uri !== undefined ? 'paym' : null,
    isSigned: result.waits && byPasskey,
  }
}

const missing3dsFieldsOf = ({ email, address }: CardRow): readonly string[] => [
  ...(email === null ? ['email'] : []),
  ...(address.phoneNumber ? [] : ['phone_number']),
]

/** @param paying the card that it is paid with, for methods that take one */
export const bySource = (
  world: World,
  input: ChargeInput,
  source: SourceRow,
  paying: PayingCard | null,
): PaymentFields => {
  const method = methodOfSource(source)
  const { installmentTerm, zeroInterestInstallments } = source.details
  // The charge has the last word on who bears the interest (assumption `fees-by-method`).
  const absorbs = input.zero_interest_installments ?? zeroInterestInstallments ?? false
  const absorbedMonths = absorbs ? (installmentTerm ?? 0) : 0
  return {
    card: paying?.card.id ?? null,
    customer: paying?.customer ?? null,
    source: source.id,
    state: 'awaiting_payment',
    capture: true,
    refundPolicy: world.profile.refunds === 'any' ? 'any' : method.refunds,
    feeRate: feeRateOf(method, cardFeeRates[world.account.country], absorbedMonths, world.profile),
    failureCode: null,
    failureMessage: null,
    zeroInterestInstallments: absorbs,
    authenticatedBy: null,
    missing3dsFields: nothing,
    authorized: false,
    page: pageOf(world, method, source, input),
    isSigned: false,
  }
}

/** Payers of a code need no page, but a PromptPay charge can have one beside it. */
const pageOf = (
  { profile }: World,
  { codePage }: Method,
  { flow }: SourceRow,
  { return_uri }: ChargeInput,
): PaymentFields['page'] => {
  if (flow !== 'offline') return 'paym'
  return codePage === true && profile.promptpay === 'page' && return_uri !== undefined ? 'pay2' : null
}

/** When a charge expires by default. Assumption `authorization-window`. */
export const usualExpiry = (world: World, createdAt: number, source: string | null): number => {
  const method = source === null ? undefined : methodOfSource(findSource(world, source))
  if (method?.lifetimeMs !== undefined && world.profile.expiry === 'by-method')
    return createdAt + method.lifetimeMs
  const isJapanese = world.account.country === 'JP'
  return createdAt + (isJapanese ? limits.chargeLifetimeJapanDays : limits.chargeLifetimeDays) * dayMs
}

const platformFeeOf = (share: NonNullable<ChargeInput['platform_fee']>): PlatformFee => ({
  fixed: share.fixed ?? null,
  amount: share.amount ?? null,
  percentage: share.percentage ?? null,
})

/** Writes the first row of a charge, and books its money where it is captured at once. */
export const begin = (world: World, input: ChargeInput, payment: PaymentFields): ChargeRow => {
  const { currency: fundingCurrency } = world.account
  const { authorized, page, isSigned } = payment
  const { webhook_endpoints: endpoints, platform_fee: share } = input
  const now = world.now()
  const fundingAmount = convert(input.amount, input.currency, fundingCurrency)
  const id = world.newId('chrg')
  const fees = feesOf(fundingAmount, payment.feeRate)
  const isPaid = payment.state === 'paid'
  // Field by field: two spreads would take as long as all other fields together.
  return world.charges.insert({
    id,
    createdAt: now,
    card: payment.card,
    customer: payment.customer,
    source: payment.source,
    state: payment.state,
    capture: payment.capture,
    refundPolicy: payment.refundPolicy,
    feeRate: payment.feeRate,
    failureCode: payment.failureCode,
    failureMessage: payment.failureMessage,
    zeroInterestInstallments: payment.zeroInterestInstallments,
    amount: input.amount,
    currency: input.currency,
    fundingAmount,
    fundingCurrency,
    fee: fees.fee,
    feeVat: fees.feeVat,
    interest: fees.interest,
    interestVat: fees.interestVat,
    authorizationType: input.authorization_type ?? null,
    authorizedAmount: authorized ? input.amount : 0,
    capturedAmount: isPaid ? input.amount : 0,
    refundedAmount: 0,
    voided: false,
    dispute: null,
    disputed: false,
    link: input.link ?? null,
    session: input.session ?? null,
    schedule: input.schedule ?? null,
    description: input.description ?? null,
    metadata: input.metadata ?? noMetadata,
    ip: input.ip ?? null,
    returnUri: input.return_uri ?? null,
    // Each once (assumption `charge-webhooks`).
    webhookEndpoints: endpoints === undefined ? noAddresses : [...new Set(endpoints)],
    payment: page === null ? null : id.replace('chrg', page),
    signature: isSigned ? keyedHash(world.key, id).replace(/\W/g, '') : null,
    authenticatedBy: payment.authenticatedBy,
    missing3dsFields: payment.missing3dsFields,
    platformFee: share === undefined ? noPlatformFee : platformFeeOf(share),
    transaction: isPaid ? bookCapture(world, id, input.amount, { gross: fundingAmount, ...fees }) : null,
    authorizedAt: authorized ? now : null,
    paidAt: isPaid ? now : null,
    expiresAt: input.expires_at ?? usualExpiry(world, now, payment.source),
    expiredAt: null,
    reversedAt: null,
  })
}

/** The ledger entry of captured money. A card check captures nothing and has none. */
export const bookCapture = (world: World, charge: string, amount: number, facts: LedgerFacts) =>
  amount === 0 ? null : post(world, 'charge.captured.net', charge, facts).id
