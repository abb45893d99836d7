/** What comes after a charge was paid: refunds and disputes (spec 3.1, 3.3, 4.2, 4.6). */

import { book } from './balance'
import { emit } from './events'
import { shareOf } from './money'
import { type Charge, type Dispute, day, plan, type Refund, type Refusal, refused, type World } from './world'

const sameDay = (one: number, other: number): boolean => Math.floor(one / day) === Math.floor(other / day)

/** A dispute holds the money, or it was lost. */
const isDisputed = ({ dispute }: Charge): boolean => dispute !== null && dispute.state !== 'won'

export const isRefundable = (charge: Charge): boolean =>
  charge.state === 'paid' &&
  charge.refunds !== 'none' &&
  !isDisputed(charge) &&
  charge.refunded < charge.captured

export const isPartlyRefundable = (charge: Charge): boolean =>
  isRefundable(charge) && charge.refunds !== 'whole'

/** All of it, at once, on the day of the capture. */
export const canVoid = (world: World, charge: Charge): boolean =>
  charge.source === null &&
  isRefundable(charge) &&
  charge.refunded === 0 &&
  charge.paidAt !== null &&
  sameDay(charge.paidAt, world.clock.now)

export const refundCharge = (
  world: World,
  charge: Charge,
  { amount: asked, onlyVoid }: { readonly amount: number | null; readonly onlyVoid: boolean },
): Refund | Refusal => {
  if (asked !== null && asked <= 0) return refused(400, 'invalid_amount')
  if (asked === null && world.profile.refundOfTheRest !== null) return world.profile.refundOfTheRest
  if (!isRefundable(charge)) return world.profile.notRefundable
  const left = charge.captured - charge.refunded
  const amount = asked ?? left
  if (amount > left) return world.profile.refundTooLarge
  if (amount < charge.captured && !isPartlyRefundable(charge)) return world.profile.notRefundable
  const voided = amount === charge.captured && canVoid(world, charge)
  if (onlyVoid && !voided) return refused(400, 'failed_void')
  charge.refunded += amount
  charge.voided = voided
  // Measured against all that went back, so that parts add up to the whole in the currency of the account too.
  const back = shareOf(charge.funding, charge.refunded, charge.captured)
  const funding = back - charge.fundingRefunded
  charge.fundingRefunded = back
  const draft: Omit<Refund, 'transaction'> = {
    ...{ kind: 'refund', id: '', at: world.clock.now, charge, amount, funding, voided },
  }
  const change = voided ? charge.funding - charge.fee - charge.feeVat : funding
  const key = voided ? 'refund.voided.debit' : 'refund.created.debit'
  const refund: Refund = Object.assign(draft, { transaction: book(world, key, -change, draft as Refund) })
  world.refunds.push(refund)
  emit(world, refund, 'refund.create')
  return refund
}

export const isDisputable = (charge: Charge): boolean => charge.source === null && isRefundable(charge)

const responseDays = 14

export const openDispute = (world: World, charge: Charge): Dispute | Refusal => {
  if (!isDisputable(charge)) return refused(400, 'invalid_dispute')
  const at = world.clock.now
  const amount = charge.captured - charge.refunded
  const funding = charge.funding - charge.fundingRefunded
  const dispute: Dispute = {
    ...{ kind: 'dispute', id: '', at, charge, amount, funding },
    ...{ state: 'open', lapsed: false, message: null, closedAt: null },
  }
  book(world, 'dispute.started.debit', -funding, dispute)
  charge.dispute = dispute
  world.disputes.push(dispute)
  plan(world, at + responseDays * day, dispute)
  emit(world, dispute, 'dispute.create')
  return dispute
}

export const isClosed = ({ state }: Dispute): boolean => state === 'won' || state === 'lost'

export const answerDispute = (world: World, dispute: Dispute, message: string): Dispute | Refusal => {
  if (dispute.lapsed) return refused(422, 'deadline_passed')
  if (isClosed(dispute)) return refused(422, 'dispute_closed')
  if (dispute.state === 'pending') return refused(400, 'invalid_dispute')
  dispute.state = 'pending'
  dispute.message = message
  emit(world, dispute, 'dispute.update')
  return dispute
}

/** @param accepted the merchant gives it up */
export const closeDispute = (
  world: World,
  dispute: Dispute,
  outcome: 'won' | 'lost',
  accepted = false,
): Dispute | Refusal => {
  if (isClosed(dispute)) return refused(422, 'dispute_closed')
  dispute.state = outcome
  dispute.closedAt = world.clock.now
  if (outcome === 'won') book(world, 'dispute.won.credit', dispute.funding, dispute)
  emit(world, dispute, accepted ? 'dispute.accept' : 'dispute.close')
  return dispute
}

/** The time to answer has passed. */
export const lapseDispute = (world: World, dispute: Dispute): void => {
  if (dispute.state !== 'open') return
  dispute.lapsed = true
  closeDispute(world, dispute, 'lost')
}
