import { step } from '../../kernel/machine'
import type { CardInput } from '../resources/card/operations'
import { confirmCharge, failCharge, payCharge } from '../resources/charge/actions'
import { chargeMachine, waitsForPayer } from '../resources/charge/machine'
import type { ChargeRow, FailureCode } from '../resources/charge/model'
import { createCharge, endUnpaid, findCharge } from '../resources/charge/operations'
import { findSession, offeredBy, payAtSession } from '../resources/checkout-session/operations'
import type { CheckoutPayment } from '../resources/checkout-session/schema'
import { payLink } from '../resources/link/operations'
import type { SourceRow } from '../resources/source/model'
import { findSource } from '../resources/source/operations'
import type { SourceDetailsInput } from '../resources/source/schema'
import type { World } from '../world'
import { payingCard } from './cards'
import { methodOf, samplesFor } from './methods'

/** Actions of the outside world for which the service has no endpoint, in both modes. */

/** Expires a waiting charge now instead of at its `expires_at`. */
export const expireNow = (world: World, id: string): ChargeRow => {
  const charge = findCharge(world, id)
  return endUnpaid(world, charge, step(chargeMachine, charge.state, 'lapse', { charge_id: id }), {})
}

/** The charge of a source; it is created here when the merchant has not created one. */
const chargeOf = (world: World, source: SourceRow): string => {
  if (source.charge !== null) return source.charge
  const { amount, currency, id } = source
  return createCharge(world, { amount, currency, source: id }).id
}

export const paySource = (world: World, id: string): SourceRow => {
  payCharge(world, chargeOf(world, findSource(world, id)))
  return findSource(world, id)
}

export const failSource = (world: World, id: string, code: FailureCode): SourceRow => {
  failCharge(world, chargeOf(world, findSource(world, id)), code)
  return findSource(world, id)
}

export interface OutsidePayment {
  /** Default for each field: that of a test card that succeeds. */
  readonly card?: CardInput | undefined
  readonly source?: SourceDetailsInput | undefined
  /** In subunits, for a link whose payer chooses the amount. */
  readonly amount?: number | undefined
}

/** Pays a link. A declined card gives a failed charge. */
export const payAtLink = (world: World, id: string, payment: OutsidePayment, baseUrl: string): ChargeRow => {
  const card = { ...payingCard(world.now()), ...payment.card }
  const byCard = payment.source === undefined || payment.card !== undefined
  return payLink(world, id, { ...payment, card: byCard ? card : undefined }, baseUrl)
}

/** What a payer gives on the page of a session: a card, or what a method asks for. */
const paymentBy = (
  world: World,
  id: string,
  { method, card }: { readonly method: string; readonly card?: CardInput | undefined },
): CheckoutPayment => {
  const byCard = { card: { ...payingCard(world.now()), ...card } }
  if (method === 'card') return byCard
  const { amount } = findSession(world, id)
  const found = methodOf(method)
  const samples = found === undefined ? {} : (samplesFor(found, amount) as Partial<SourceDetailsInput>)
  return { source: { ...samples, type: method }, ...(found?.withCard === true ? byCard : {}) }
}

/** Pays a session, with all that the bank or wallet asks. A declined card gives a failed charge. */
export const payAtCheckout = (
  world: World,
  id: string,
  payment: Parameters<typeof paymentBy>[2],
  baseUrl: string,
): ChargeRow => {
  const charge = payAtSession(world, id, paymentBy(world, id, payment), baseUrl)
  return waitsForPayer(charge) ? confirmCharge(world, charge.id, true) : charge
}

/** A payment of a session fails: by card if it takes cards, else by its first method. The session stays open. */
export const failAtCheckout = (world: World, id: string, code: FailureCode, baseUrl: string): ChargeRow => {
  const offered = offeredBy(world, findSession(world, id))
  const method = offered.includes('card') ? 'card' : (offered[0] ?? 'card')
  const payment = paymentBy(world, id, { method })
  const asked = method === 'card' ? { ...payment, authentication: '3DS' as const } : payment
  return failCharge(world, payAtSession(world, id, asked, baseUrl).id, code)
}
