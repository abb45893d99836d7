import { type ApiError, fail, failInvalid, failNotFound, type Problem, refuse } from '../../kernel/errors'
import type { JsonObject } from '../../kernel/json'
import { limits } from '../../kernel/limits'
import { step } from '../../kernel/machine'
import { type Currency, convert, currencies } from '../../kernel/money'
import { cardFeeRates, feesOf } from '../../ledger/fees'
import { post } from '../../ledger/post'
import { type CardFate, type FailureCode, failureOf, fateOf, outcomes } from '../../simulation/outcomes'
import type { World } from '../../world'
import { cardToCharge, type PayingCard, type WayToPay } from '../customer/operations'
import type { EventKey } from '../event/model'
import { chargeMachine } from './machine'
import type { ChargeRow, PlatformFee } from './model'

export interface ChargeInput extends WayToPay {
  readonly amount: number
  readonly currency: Currency
  readonly description?: string | undefined
  readonly metadata?: JsonObject | undefined
  readonly capture?: boolean | undefined
  readonly authorization_type?: 'pre_auth' | 'final_auth' | undefined
  readonly authentication?: '3DS' | 'PASSKEY' | undefined
  readonly ip?: string | undefined
  readonly return_uri?: string | undefined
  readonly expires_at?: number | undefined
  readonly zero_interest_installments?: boolean | undefined
  readonly platform_fee?: Partial<{ [K in keyof PlatformFee]: number | undefined }> | undefined
}

export const findCharge = (world: World, id: string): ChargeRow => {
  const charge = world.charges.get(id)
  if (charge === undefined) throw failNotFound('charge', id)
  return charge
}

/** Amounts outside the currency's limits, and an expiry that has passed (spec 7; assumption `charge-limits`). */
const problemsOf = (input: ChargeInput, now: number): readonly Problem[] => {
  const { chargeMin, chargeMax } = currencies[input.currency]
  const problems: Problem[] = []
  const add = (field: string, code: string, text: string) =>
    problems.push({ field, code, message: `${field} ${text}` })
  if (input.amount < chargeMin) add('amount', 'too_small', `must be at least ${chargeMin} (in subunits)`)
  if (input.amount > chargeMax) add('amount', 'too_large', `must be at most ${chargeMax} (in subunits)`)
  if (input.expires_at !== undefined && input.expires_at <= now)
    add('expires_at', 'invalid', 'must be in the future')
  return problems
}

/** A decline is an outcome, not a refusal: the failed charge is kept and the answer is the error (spec 7.1). */
export const createCharge = (world: World, input: ChargeInput): ChargeRow | ApiError => {
  const problems = problemsOf(input, world.now())
  if (problems.length > 0) throw failInvalid('invalid_charge', problems)
  const paying = cardToCharge(world, input)
  // From here on nothing can fail.
  const fate = fateOf(paying.card, { asks3ds: input.authentication === '3DS', now: world.now() })
  const charge = begin(world, input, paying, fate)
  if (paying.token !== null) world.tokens.update(paying.token, { used: true, charge: charge.id })
  const rule = step(chargeMachine, 'new', actionOf(fate, charge.capture))
  const settled = rule.to === 'paid' ? settle(world, charge, charge.amount) : charge
  if (settled.state === 'authorized' || settled.state === 'authorizing')
    world.plan(settled.expiresAt, 'charge.lapse', settled.id)
  world.emit(rule.emits, 'charge', settled, settled.id)
  return fate.code === null || fate.waits
    ? settled
    : refuse(outcomes[fate.code].error, { charge_id: settled.id })
}

const actionOf = (fate: CardFate, capture: boolean): 'challenge' | 'decline' | 'pay' | 'authorize' => {
  if (fate.waits) return 'challenge'
  if (fate.code !== null) return 'decline'
  return capture ? 'pay' : 'authorize'
}

const begin = (world: World, input: ChargeInput, paying: PayingCard, fate: CardFate): ChargeRow => {
  const { currency: fundingCurrency, country } = world.account
  const now = world.now()
  const fundingAmount = convert(input.amount, input.currency, fundingCurrency)
  const capture = input.capture ?? true
  const { to: state } = step(chargeMachine, 'new', actionOf(fate, capture))
  const failed = fate.waits ? null : fate.code
  const authorized = failed === null && !fate.waits
  const window = country === 'JP' ? limits.authorizationWindowJapanMs : limits.authorizationWindowMs
  const id = world.newId('chrg')
  return world.charges.insert({
    id,
    createdAt: now,
    state,
    amount: input.amount,
    currency: input.currency,
    fundingAmount,
    fundingCurrency,
    feeRate: cardFeeRates[country],
    ...feesOf(fundingAmount, cardFeeRates[country]),
    capture,
    authorizationType: input.authorization_type ?? null,
    authorizedAmount: authorized ? input.amount : 0,
    capturedAmount: 0,
    refundedAmount: 0,
    voided: false,
    description: input.description ?? null,
    metadata: input.metadata ?? {},
    ip: input.ip ?? null,
    returnUri: input.return_uri ?? null,
    payment: fate.waits || input.return_uri !== undefined ? id.replace('chrg', 'paym') : null,
    authenticated: false,
    platformFee: {
      fixed: input.platform_fee?.fixed ?? null,
      amount: input.platform_fee?.amount ?? null,
      percentage: input.platform_fee?.percentage ?? null,
    },
    zeroInterestInstallments: input.zero_interest_installments ?? false,
    card: paying.card.id,
    customer: paying.customer,
    transaction: null,
    failureCode: failed,
    failureMessage: failed === null ? null : outcomes[failed].message,
    authorizedAt: authorized ? now : null,
    paidAt: null,
    expiresAt: input.expires_at ?? now + window,
    expiredAt: null,
    reversedAt: null,
  })
}

/** Takes the money: fees are measured on what is captured, the rest of the authorization is released. */
const settle = (world: World, charge: ChargeRow, amount: number): ChargeRow => {
  const fundingAmount = convert(amount, charge.currency, charge.fundingCurrency)
  const { fee, feeVat } = feesOf(fundingAmount, charge.feeRate)
  const entry = post(world, 'charge.captured.net', charge.id, { gross: fundingAmount, fee, feeVat })
  return world.charges.update(charge, {
    state: 'paid',
    fundingAmount,
    fee,
    feeVat,
    authorizedAmount: charge.amount,
    capturedAmount: amount,
    transaction: entry.id,
    authorizedAt: charge.authorizedAt ?? world.now(),
    paidAt: world.now(),
  })
}

export const updateCharge = (
  world: World,
  id: string,
  input: { readonly description?: string | undefined; readonly metadata?: JsonObject | undefined },
): ChargeRow => {
  const charge = findCharge(world, id)
  const updated = world.charges.update(charge, {
    description: input.description ?? charge.description,
    metadata: input.metadata ?? charge.metadata,
  })
  world.emit(['charge.update'], 'charge', updated, id)
  return updated
}

/** Assumption `partial-capture`. */
export const captureCharge = (world: World, id: string, captureAmount: number | undefined): ChargeRow => {
  const charge = findCharge(world, id)
  const rule = step(chargeMachine, charge.state, 'capture', { charge_id: id })
  const amount = captureAmount ?? charge.authorizedAmount
  if (amount > charge.authorizedAmount)
    throw fail('failed_capture', {}, 'capture_amount must be less than or equal to authorized amount')
  if (amount < charge.authorizedAmount && charge.authorizationType !== 'pre_auth')
    throw fail('failed_capture', {}, 'a partial capture needs authorization_type pre_auth')
  const captured = settle(world, charge, amount)
  world.emit(rule.emits, 'charge', captured, id)
  return captured
}

export const reverseCharge = (world: World, id: string): ChargeRow => {
  const charge = findCharge(world, id)
  const rule = step(chargeMachine, charge.state, 'reverse', { charge_id: id })
  const reversed = world.charges.update(charge, { state: rule.to, reversedAt: world.now() })
  world.emit(rule.emits, 'charge', reversed, id)
  return reversed
}

export const expireCharge = (world: World, id: string): ChargeRow => {
  const charge = findCharge(world, id)
  const rule = step(chargeMachine, charge.state, 'expire', { charge_id: id })
  return endUnpaid(world, charge, rule, { expiresAt: world.now() })
}

/** The job of `expires_at`: whatever still waits then is over. */
export const lapseCharge = (world: World, id: string): void => {
  const charge = findCharge(world, id)
  if (charge.state !== 'authorized' && charge.state !== 'authorizing') return
  endUnpaid(world, charge, step(chargeMachine, charge.state, 'lapse'), {})
}

const endUnpaid = (
  world: World,
  charge: ChargeRow,
  rule: { readonly to: ChargeRow['state']; readonly emits: readonly EventKey[] },
  patch: Partial<ChargeRow>,
): ChargeRow => {
  const expired = world.charges.update(charge, { state: rule.to, expiredAt: world.now(), ...patch })
  world.emit(rule.emits, 'charge', expired, charge.id)
  return expired
}

/** The cardholder's answer on the 3-D Secure page. */
export const confirmCharge = (world: World, id: string, accepted: boolean): ChargeRow => {
  const charge = findCharge(world, id)
  const card = world.cards.get(charge.card)
  const failure = accepted ? failureOf(card?.outcome ?? null) : 'payment_rejected'
  const action = failure !== null ? 'reject' : charge.capture ? 'confirm_payment' : 'confirm_hold'
  const rule = step(chargeMachine, charge.state, action, { charge_id: id })
  const shown = world.charges.update(charge, { authenticated: failure === null })
  const decided = decide(world, shown, rule.to, failure)
  world.emit(rule.emits, 'charge', decided, id)
  return decided
}

const decide = (
  world: World,
  charge: ChargeRow,
  state: ChargeRow['state'],
  failure: FailureCode | null,
): ChargeRow => {
  if (state === 'paid') return settle(world, charge, charge.amount)
  if (failure === null)
    return world.charges.update(charge, {
      state,
      authorizedAmount: charge.amount,
      authorizedAt: world.now(),
    })
  return world.charges.update(charge, {
    state,
    failureCode: failure,
    failureMessage: outcomes[failure].message,
  })
}
