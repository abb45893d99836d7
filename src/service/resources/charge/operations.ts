import {
  type ApiError,
  type ErrorName,
  existing,
  fail,
  failInvalid,
  problemWith,
} from '../../../kernel/errors'
import { step } from '../../../kernel/machine'
import { convert, smallestFor } from '../../../kernel/money'
import { feesOf } from '../../ledger/fees'
import { takesCard } from '../../simulation/methods'
import { cardResultOf, declineAsked, failIfAsked } from '../../simulation/outcomes'
import type { World } from '../../world'
import { cardToCharge, noDirectDebit, type PayingCard } from '../customer/operations'
import type { OccasionsOf } from '../event/keys'
import { endSource, findSource, sourceToCharge, useSource } from '../source/operations'
import type { SourceDetailsInput } from '../source/schema'
import { begin, bookCapture, byCard, bySource } from './begin'
import { chargeMachine } from './machine'
import { type ChargeRow, chargeFailures } from './model'
import type { ChargeChanges } from './schema'
import { type ChargeInput, isCardCheck, problemsOf } from './schema'

export const findCharge = (world: World, id: string): ChargeRow =>
  existing(world.charges.get(id), 'charge', id)

const failParameter = (refusal: ErrorName, field: string, message: string): ApiError =>
  failInvalid(refusal, [{ field, code: 'invalid', message }])

/**
 * Creates a charge. One that the card declines is a charge too, in state `failed`; `declineOf` gives its error.
 * @throws ApiError when the input is refused: then there is no charge
 */
export const createCharge = (world: World, input: ChargeInput): ChargeRow => {
  if (!(input.amount > 0 || isCardCheck(input)))
    throw failInvalid('invalid_amount', [problemWith('amount', 'must be greater than 0', 'too_small')])
  const problems = problemsOf(input, world)
  if (problems.length > 0) throw failInvalid('invalid_charge', problems)
  if (input.linked_account !== undefined) throw noDirectDebit()
  failIfAsked(world, 'charge', input.metadata)
  return input.source === undefined ? chargeCard(world, input) : chargeSource(world, input, input.source)
}

/** The error that answers the request for a declined charge (spec 7.1); `null` for any other charge. */
export const declineOf = ({ id, failureCode }: ChargeRow): ApiError | null =>
  failureCode === null ? null : fail(chargeFailures[failureCode].error, { charge_id: id })

const chargeCard = (world: World, input: ChargeInput): ChargeRow => {
  const paying = cardToCharge(world, input)
  // From here on nothing can fail.
  const asked = world.probe?.declines(null) ?? declineAsked(world, input.metadata)
  // A charge of a schedule was agreed before: there is no cardholder to confirm it.
  const { passkeys } = world.profile
  const asks3ds =
    input.authentication === '3DS' ||
    (input.authentication === 'PASSKEY' && passkeys === 'page') ||
    (world.account.require3ds && input.schedule === undefined)
  const result = cardResultOf(paying.card, { asks3ds, now: world.now(), asked })
  const paid = input.capture === false ? 'authorize' : 'pay'
  const action = result.waits ? 'challenge' : result.code === null ? paid : 'decline'
  const rule = step(chargeMachine, 'new', action)
  const charge = begin(world, input, byCard(world, input, { result, state: rule.to, ...paying }))
  useToken(world, paying, charge)
  if (charge.state === 'authorized' || charge.state === 'authorizing') planLapse(world, charge)
  world.emit(rule.emits, 'charge', charge, charge.id)
  return charge
}

const chargeSource = (world: World, input: ChargeInput, given: string | SourceDetailsInput): ChargeRow => {
  const paying = cardWithSource(
    world,
    input,
    typeof given === 'string' ? findSource(world, given).type : given.type,
  )
  const source = sourceToCharge(world, given, input)
  // From here on nothing can fail.
  const charge = begin(world, input, bySource(world, input, source, paying))
  useSource(world, source, charge)
  if (paying !== null) useToken(world, paying, charge)
  planLapse(world, charge)
  world.emit(step(chargeMachine, 'new', 'await_payment').emits, 'charge', charge, charge.id)
  return charge
}

/** The card that is given with a source: white-label instalments need one, all else takes none. */
const cardWithSource = (world: World, input: ChargeInput, type: string): PayingCard | null => {
  if (!takesCard(type)) {
    if (input.card === undefined) return null
    throw failParameter('bad_request', 'source', 'card and source cannot be used together')
  }
  if (input.card !== undefined || input.customer !== undefined) return cardToCharge(world, input)
  const text = `can't be blank: a charge by ${type} takes the token of a card beside the source`
  throw failInvalid('invalid_charge', [problemWith('card', text, 'required')])
}

const useToken = (world: World, { token }: PayingCard, charge: ChargeRow): void => {
  if (token !== null) world.tokens.update(token, { used: true, charge: charge.id })
}

const planLapse = (world: World, charge: ChargeRow): void =>
  world.plan(charge.expiresAt, 'charge.lapse', charge.id)

/** Captures the money of a charge that waited; the rest of the authorization is released. */
export const settle = (world: World, charge: ChargeRow, amount: number): ChargeRow => {
  const fundingAmount = convert(amount, charge.currency, charge.fundingCurrency)
  const fees = feesOf(fundingAmount, charge.feeRate)
  return world.charges.update(charge, {
    state: 'paid',
    fundingAmount,
    ...fees,
    authorizedAmount: charge.amount,
    capturedAmount: amount,
    transaction: bookCapture(world, charge.id, amount, { gross: fundingAmount, ...fees }),
    authorizedAt: charge.authorizedAt ?? world.now(),
    paidAt: world.now(),
  })
}

export const updateCharge = (world: World, id: string, input: ChargeChanges): ChargeRow => {
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
  failIfAsked(world, 'capture', charge.metadata, { charge_id: id })
  const amount = captureAmount ?? charge.authorizedAmount
  const refusal = (why: string): ApiError => failParameter('failed_capture', 'capture_amount', why)
  if (amount > charge.authorizedAmount)
    throw refusal('capture_amount must be less than or equal to authorized amount')
  if (amount < charge.authorizedAmount && charge.authorizationType !== 'pre_auth')
    throw refusal('a partial capture needs authorization_type pre_auth')
  const smallest = smallestFor(1, charge.currency, charge.fundingCurrency)
  if (amount > 0 && amount < smallest)
    throw refusal(`capture_amount must be at least ${smallest} (in subunits)`)
  const captured = settle(world, charge, amount)
  world.emit(rule.emits, 'charge', captured, id)
  return captured
}

export const reverseCharge = (world: World, id: string): ChargeRow => {
  const charge = findCharge(world, id)
  const rule = step(chargeMachine, charge.state, 'reverse', { charge_id: id })
  failIfAsked(world, 'reverse', charge.metadata, { charge_id: id })
  const reversed = world.charges.update(charge, { state: rule.to, reversedAt: world.now() })
  world.emit(rule.emits, 'charge', reversed, id)
  return reversed
}

export const expireByMerchant = (world: World, id: string): ChargeRow => {
  const charge = findCharge(world, id)
  const rule = step(chargeMachine, charge.state, 'expire', { charge_id: id })
  failIfAsked(world, 'expire', charge.metadata, { charge_id: id })
  return endUnpaid(world, charge, rule, { expiresAt: world.now() })
}

/** Ends a charge that was never paid, and its source. */
export const endUnpaid = (
  world: World,
  charge: ChargeRow,
  rule: { readonly to: ChargeRow['state']; readonly emits: readonly OccasionsOf<'charge'>[] },
  patch: Partial<ChargeRow>,
): ChargeRow => {
  const expired = world.charges.update(charge, { state: rule.to, expiredAt: world.now(), ...patch })
  endSource(world, charge.source, 'expire', () => world.emit(rule.emits, 'charge', expired, charge.id))
  return expired
}
