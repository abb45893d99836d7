import { fail } from '../../../kernel/errors'
import { limits } from '../../../kernel/limits'
import { allows, step } from '../../../kernel/machine'
import { share } from '../../../kernel/money'
import { noFees } from '../../ledger/fees'
import { post } from '../../ledger/post'
import type { World } from '../../world'
import { flagsOf, standingOf } from '../charge/machine'
import type { ChargeRow } from '../charge/model'
import { findCharge } from '../charge/operations'
import { disputeMachine } from './machine'
import type { DisputeRow } from './model'
import { endDispute, findDispute } from './operations'
import type { DisputeInput } from './schema'

/** Actions of cardholders and their banks: file a dispute, decide it, or close it after the deadline. */

/** Debits the part of the charge that is not refunded from the merchant and holds it (spec 3.1). */
export const openDispute = (world: World, chargeId: string, input: DisputeInput = {}): DisputeRow => {
  const charge = findCharge(world, chargeId)
  if (!flagsOf(charge).disputable) throw notDisputable(charge)
  const rule = step(disputeMachine, 'new', 'open')
  // From here on nothing can fail.
  const id = world.newId('dspt')
  const now = world.now()
  const refunded = share(charge.fundingAmount, charge.refundedAmount, charge.capturedAmount)
  const fundingAmount = charge.fundingAmount - refunded
  const entry = post(world, 'dispute.started.debit', id, { ...noFees, gross: fundingAmount })
  const dispute = world.disputes.insert({
    id,
    createdAt: now,
    state: rule.to,
    charge: charge.id,
    amount: charge.capturedAmount - charge.refundedAmount,
    currency: charge.currency,
    fundingAmount,
    fundingCurrency: charge.fundingCurrency,
    message: input.message ?? null,
    reasonCode: input.reason_code ?? 'goods_or_services_not_provided',
    metadata: input.metadata ?? {},
    transactions: [entry.id],
    respondBy: now + limits.disputeResponseMs,
    closedAt: null,
  })
  world.charges.update(charge, { dispute: id, disputed: true })
  world.plan(dispute.respondBy, 'dispute.lapse', id)
  world.emit(rule.emits, 'dispute', dispute, charge.id)
  return dispute
}

const notDisputable = (charge: ChargeRow): Error => {
  const why = charge.source === null ? `it is ${standingOf(charge)}` : 'no card paid it'
  return fail('invalid_dispute', { charge_id: charge.id }, `charge cannot be disputed: ${why}`)
}

/** The decision of the issuing bank. */
export const decideDispute = (world: World, id: string, outcome: 'won' | 'lost'): DisputeRow =>
  endDispute(world, findDispute(world, id), outcome === 'won' ? 'win' : 'lose')

/** The job of the response deadline (assumption `dispute-deadline`): a dispute without a response is lost. */
export const lapseDispute = (world: World, id: string): void => {
  const dispute = findDispute(world, id)
  if (allows(disputeMachine, dispute.state, 'lapse')) endDispute(world, dispute, 'lapse')
}

/** The two endpoints that exist in test mode only. */
const onlyInTestMode = (world: World): void => {
  if (world.livemode) throw fail('not_found', {}, 'this operation exists in test mode only: use a test key')
}

export const openTestDispute = (world: World, chargeId: string, input: DisputeInput): DisputeRow => {
  onlyInTestMode(world)
  return openDispute(world, chargeId, input)
}

export const decideTestDispute = (world: World, id: string, outcome: 'won' | 'lost' = 'lost'): DisputeRow => {
  onlyInTestMode(world)
  return decideDispute(world, id, outcome)
}
