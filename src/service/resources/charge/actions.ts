import { fail, failInvalid, problemWith } from '../../../kernel/errors'
import { step } from '../../../kernel/machine'
import { cardResultOf, declineAsked } from '../../simulation/outcomes'
import type { World } from '../../world'
import { completeCheckout } from '../checkout-session/actions'
import { completeLinkPayment } from '../link/operations'
import { endSource, methodOfSource } from '../source/operations'
import { chargeMachine, waitsForPayer } from './machine'
import { type ChargeRow, type FailureCode, failureCodes, failureMessage, isFailureCode } from './model'
import { endUnpaid, findCharge, settle } from './operations'

/** Actions of the outside world on a waiting charge: the payer pays, refuses, or lets it expire. */

/** The cardholder's answer on the 3-D Secure page, or the payer's on the page of the payment method. */
export const confirmCharge = (world: World, id: string, accepted: boolean): ChargeRow => {
  const charge = findCharge(world, id)
  if (!accepted) return failCharge(world, id, charge.card === null ? 'payment_cancelled' : 'payment_rejected')
  const card = charge.card === null ? undefined : world.cards.get(charge.card)
  const asked = declineAsked(world, charge.metadata)
  const failure =
    card === undefined ? asked : cardResultOf(card, { asks3ds: false, now: world.now(), asked }).code
  return failure === null ? payCharge(world, id) : failCharge(world, id, failure)
}

/** Pays a waiting charge, or authorizes it when `capture` is false. */
export const payCharge = (world: World, id: string): ChargeRow => {
  const charge = findCharge(world, id)
  const declined = waitsForPayer(charge) ? (world.probe?.declines(id) ?? null) : null
  if (declined !== null) return failCharge(world, id, declined)
  const rule = step(chargeMachine, charge.state, charge.capture ? 'confirm_payment' : 'confirm_hold', {
    charge_id: id,
  })
  const authenticatedBy = charge.card === null ? null : (charge.authenticatedBy ?? '3DS')
  const shown = world.charges.update(charge, { authenticatedBy })
  const paid =
    rule.to === 'paid'
      ? settle(world, shown, charge.amount)
      : world.charges.update(shown, {
          state: rule.to,
          authorizedAmount: charge.amount,
          authorizedAt: world.now(),
        })
  endSource(world, charge.source, 'pay', () => world.emit(rule.emits, 'charge', paid, id))
  completeLinkPayment(world, paid)
  completeCheckout(world, paid)
  return paid
}

export const failCharge = (world: World, id: string, code: FailureCode): ChargeRow => {
  const charge = findCharge(world, id)
  const rule = step(chargeMachine, charge.state, 'reject', { charge_id: id })
  const failed = world.charges.update(charge, {
    state: rule.to,
    failureCode: code,
    failureMessage: failureMessage(code, world.profile),
  })
  endSource(world, charge.source, 'fail', () => world.emit(rule.emits, 'charge', failed, id))
  return failed
}

/** The payer never finishes, and the provider ends the payment. */
export const timeOutCharge = (world: World, id: string): ChargeRow => failCharge(world, id, 'timeout')

/** The job of `expires_at`: a charge that still waits expires, or its bank gives up (assumption `unfinished-pages`). */
export const onExpiryDue = (world: World, id: string): void => {
  const charge = findCharge(world, id)
  const source = charge.source === null ? undefined : world.sources.get(charge.source)
  const isAtBank = source !== undefined && methodOfSource(source).bankPage === true
  if (isAtBank && world.profile.unfinished === 'fails') timeOutCharge(world, id)
  else endUnpaid(world, charge, step(chargeMachine, charge.state, 'lapse'), {})
}

/** The two endpoints of test mode; assumption `marking-charges`. */
const eligible = (world: World, id: string): ChargeRow => {
  const charge = findCharge(world, id)
  if (world.livemode) throw fail('bad_request', { charge_id: id }, 'only test charges are supported')
  if (charge.state === 'failed') throw fail('bad_request', { charge_id: id }, 'charge is already failed')
  if (!waitsForPayer(charge))
    throw fail('bad_request', { charge_id: id }, 'charge is not eligible: it does not wait for its payer')
  return charge
}

export const markAsPaid = (world: World, id: string): ChargeRow => payCharge(world, eligible(world, id).id)

export const markAsFailed = (world: World, id: string, code = 'failed_processing'): ChargeRow => {
  const charge = eligible(world, id)
  if (isFailureCode(code)) return failCharge(world, charge.id, code)
  const text = `is not included in the list (${failureCodes.join(', ')})`
  throw failInvalid('bad_request', [problemWith('failure_code', text, 'not_supported')])
}
