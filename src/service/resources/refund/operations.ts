import * as z from 'zod/mini'
import { sameDay } from '../../../kernel/calendar'
import { fail, failNotFound } from '../../../kernel/errors'
import type { JsonObject } from '../../../kernel/json'
import { limits } from '../../../kernel/limits'
import { step } from '../../../kernel/machine'
import { share } from '../../../kernel/money'
import { amount, bool, metadata, optional } from '../../../kernel/wire'
import { feesGivenBack } from '../../ledger/fees'
import { post } from '../../ledger/post'
import { failIfAsked } from '../../simulation/outcomes'
import type { World } from '../../world'
import { chargeMachine } from '../charge/machine'
import type { ChargeRow } from '../charge/model'
import { findCharge } from '../charge/operations'
import type { RefundRow } from './model'

export const refundCreate = () =>
  z.object({
    /** Omitted means all that is left. */
    amount: z.optional(amount()),
    metadata: z.optional(metadata()),
    void: optional(
      'true takes only a void: a full refund on the day of the capture, which gives the fees back. Default: false',
      bool(),
    ),
  })
type RefundInput = z.output<ReturnType<typeof refundCreate>>

/**
 * Refunds all or part of a charge (spec 4.2): the sum never exceeds what was captured. What the balance holds is
 * not asked (assumption `refund-below-balance`).
 */
export const createRefund = (world: World, chargeId: string, input: RefundInput): RefundRow => {
  const charge = findCharge(world, chargeId)
  step(chargeMachine, charge.state, 'refund', { charge_id: chargeId })
  const left = charge.capturedAmount - charge.refundedAmount
  if (charge.disputed) throw fail('not_refundable', { charge_id: chargeId }, 'charge is disputed')
  if (charge.refundPolicy === 'none')
    throw fail('not_refundable', { charge_id: chargeId }, 'the payment method has no refunds')
  if (charge.capturedAmount === 0)
    throw fail('not_refundable', { charge_id: chargeId }, 'charge of amount 0 has nothing to refund')
  // Assumption `fully-refunded`.
  if (left === 0) throw fail('not_refundable', { charge_id: chargeId }, 'charge was already refunded in full')
  const amount = input.amount ?? left
  if (amount < limits.refundMin) throw fail('invalid_amount')
  if (amount > left)
    throw fail(
      'insufficient_refundable_amount',
      { charge_id: chargeId },
      `amount is above the refundable balance of ${left} (in subunits)`,
    )
  if (charge.refundPolicy === 'whole' && amount < left)
    throw fail('not_refundable', { charge_id: chargeId }, 'the payment method has full refunds only')
  const voided = canVoid(charge, amount, world.now())
  if (input.void === true && !voided) throw fail('failed_void', { charge_id: chargeId })
  failIfAsked(world, 'refund', input.metadata, { charge_id: chargeId })
  // From here on nothing can fail.
  return record(world, charge, { amount, voided, metadata: input.metadata ?? {} })
}

/** Assumption `void-rule`: all of it, at once, on the day of the capture. */
const canVoid = (charge: ChargeRow, amount: number, now: number): boolean =>
  charge.source === null &&
  amount === charge.capturedAmount &&
  charge.paidAt !== null &&
  sameDay(charge.paidAt, now)

const record = (
  world: World,
  charge: ChargeRow,
  refund: { readonly amount: number; readonly voided: boolean; readonly metadata: JsonObject },
): RefundRow => {
  const id = world.newId('rfnd')
  const refundedAmount = charge.refundedAmount + refund.amount
  // Measured against the running total, so that partial refunds in a foreign currency add up to the whole.
  const fundingAmount = inFunding(charge, refundedAmount) - inFunding(charge, charge.refundedAmount)
  const entry = post(world, refund.voided ? 'refund.voided.debit' : 'refund.created.debit', id, {
    gross: fundingAmount,
    ...feesGivenBack(charge, { fundingAmount, voided: refund.voided }),
  })
  const row = world.refunds.insert({
    id,
    createdAt: world.now(),
    charge: charge.id,
    amount: refund.amount,
    currency: charge.currency,
    fundingAmount,
    fundingCurrency: charge.fundingCurrency,
    metadata: refund.metadata,
    transaction: entry.id,
    voided: refund.voided,
  })
  world.charges.update(charge, { refundedAmount, voided: refund.voided })
  world.emit(['refund.create'], 'refund', row, charge.id)
  return row
}

const inFunding = (charge: ChargeRow, amount: number): number =>
  share(charge.fundingAmount, amount, charge.capturedAmount)

export const findRefund = (world: World, id: string, chargeId?: string): RefundRow => {
  const refund = world.refunds.get(id)
  if (refund === undefined || (chargeId !== undefined && refund.charge !== chargeId))
    throw failNotFound('refund', id)
  return refund
}
