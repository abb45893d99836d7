import * as z from 'zod/mini'
import { sameDay } from '../../../kernel/calendar'
import { fail, failInvalid, failNotFound, problemWith } from '../../../kernel/errors'
import { limits } from '../../../kernel/limits'
import { step } from '../../../kernel/machine'
import { share } from '../../../kernel/money'
import { amount, bool, metadata, optional } from '../../../kernel/wire'
import { feesGivenBack, sumOf } from '../../ledger/fees'
import { type LedgerFacts, post } from '../../ledger/post'
import { balanceOf } from '../../ledger/sums'
import { failIfAsked } from '../../simulation/outcomes'
import type { World } from '../../world'
import { chargeMachine } from '../charge/machine'
import type { ChargeRow } from '../charge/model'
import { findCharge } from '../charge/operations'
import type { RefundRow } from './model'

export const refundCreate = () =>
  z.object({
    amount: optional(
      'In subunits of the currency of the charge. Default: all that is left; with the profile row `refundAmount: required` it has to be given',
      amount(),
    ),
    metadata: z.optional(metadata()),
    void: optional(
      'true takes only a void: a full refund on the day of the capture, which gives the fees back. Default: false',
      bool(),
    ),
  })
type RefundInput = z.output<ReturnType<typeof refundCreate>>

/**
 * Refunds all or part of a charge (spec 4.2): the sum never exceeds what was captured. What the balance has is
 * not asked, unless the profile says so (assumption `refund-below-balance`).
 */
export const createRefund = (world: World, chargeId: string, input: RefundInput): RefundRow => {
  const charge = findCharge(world, chargeId)
  if (input.amount === undefined && world.profile.refundAmount === 'required')
    throw failInvalid('failed_refund', [problemWith('amount', 'is not a number', 'required')])
  const context = { charge_id: chargeId }
  step(chargeMachine, charge.state, 'refund', context)
  const left = charge.capturedAmount - charge.refundedAmount
  if (charge.disputed) throw fail('not_refundable', context, 'charge is disputed')
  if (charge.refundPolicy === 'none')
    throw fail('not_refundable', context, 'the payment method has no refunds')
  if (charge.capturedAmount === 0)
    throw fail('not_refundable', context, 'charge of amount 0 has nothing to refund')
  // Assumption `fully-refunded`.
  if (left === 0) throw fail('not_refundable', context, 'charge was already refunded in full')
  const amount = input.amount ?? left
  if (amount < limits.refundMin) throw fail('invalid_amount')
  if (amount > left)
    throw fail(
      'insufficient_refundable_amount',
      context,
      `amount is above the refundable balance of ${left} (in subunits)`,
    )
  if (charge.refundPolicy === 'whole' && amount < left)
    throw fail('not_refundable', context, 'the payment method has full refunds only')
  const voided = canVoid(charge, amount, world.now())
  if (input.void === true && !voided) throw fail('failed_void', context)
  failIfAsked(world, 'refund', input.metadata, context)
  const facts = factsOf(charge, amount, voided)
  if (world.profile.refundBalance === 'needed' && balanceOf(world).total < facts.gross - sumOf(facts))
    throw fail('failed_refund', context, 'account does not have sufficient balance for a refund')
  // From here on nothing can fail.
  return record(world, charge, { amount, voided, metadata: input.metadata ?? {}, facts })
}

/** The money that moves. Measured against the running total, so that partial refunds in a foreign currency add up to the whole. */
const factsOf = (charge: ChargeRow, amount: number, voided: boolean): LedgerFacts => {
  const { refundedAmount } = charge
  const fundingAmount = inFunding(charge, refundedAmount + amount) - inFunding(charge, refundedAmount)
  return { gross: fundingAmount, ...feesGivenBack(charge, { fundingAmount, voided }) }
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
  { facts, ...refund }: Pick<RefundRow, 'amount' | 'voided' | 'metadata'> & { readonly facts: LedgerFacts },
): RefundRow => {
  const id = world.newId('rfnd')
  const entry = post(world, refund.voided ? 'refund.voided.debit' : 'refund.created.debit', id, facts)
  const row = world.refunds.insert({
    id,
    createdAt: world.now(),
    charge: charge.id,
    amount: refund.amount,
    currency: charge.currency,
    fundingAmount: facts.gross,
    fundingCurrency: charge.fundingCurrency,
    metadata: refund.metadata,
    transaction: entry.id,
    voided: refund.voided,
  })
  world.charges.update(charge, {
    refundedAmount: charge.refundedAmount + refund.amount,
    voided: refund.voided,
  })
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
