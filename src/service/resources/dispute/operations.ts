import * as z from 'zod/mini'
import { fail } from '../../../kernel/errors'
import { limits } from '../../../kernel/limits'
import { step } from '../../../kernel/machine'
import { share } from '../../../kernel/money'
import { metadata, oneOf, optional, text } from '../../../kernel/wire'
import { noFees } from '../../ledger/fees'
import { book, post } from '../../ledger/post'
import type { World } from '../../world'
import { chargeStatusKey, flagsOf } from '../charge/machine'
import type { ChargeRow } from '../charge/model'
import { findCharge } from '../charge/operations'
import { type DisputeAction, type DisputeRow, disputeFlagsOf, disputeMachine, reasonCodes } from './model'

export const disputeCreate = () =>
  z.object({
    message: optional('What the cardholder says. Default: none', text({ required: true })),
    reason_code: optional(
      'Why the cardholder disputes it. Default: `goods_or_services_not_provided`',
      oneOf(reasonCodes),
    ),
    metadata: z.optional(metadata()),
  })
export type DisputeInput = z.output<ReturnType<typeof disputeCreate>>

export const disputeUpdate = () =>
  z.object({
    message: optional(
      'The answer of the merchant; it sends the dispute to the bank. Default: none',
      text({ required: true }),
    ),
    metadata: z.optional(metadata()),
  })
type DisputeChanges = z.output<ReturnType<typeof disputeUpdate>>

export const disputeAccept = () =>
  z.object({
    message: optional('Text of the merchant to the bank. Default: that of an earlier change', text()),
  })

export const disputeClose = () =>
  z.object({ status: optional('How the bank decides. Default: `lost`', oneOf(['won', 'lost'])) })

export const findDispute = (world: World, id: string): DisputeRow => {
  const dispute = world.disputes.get(id)
  if (dispute === undefined) throw fail('dispute_not_found')
  return dispute
}

/** Debits the part of the charge that is not refunded from the merchant and keeps it (spec 3.1). */
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
  const why = charge.card === null ? 'no card paid it' : `it is ${chargeStatusKey(charge)}`
  return fail('invalid_dispute', { charge_id: charge.id }, `charge cannot be disputed: ${why}`)
}

export const updateDispute = (world: World, id: string, input: DisputeChanges): DisputeRow => {
  const dispute = findDispute(world, id)
  const rule = step(disputeMachine, dispute.state, input.message === undefined ? 'change' : 'answer')
  const updated = world.disputes.update(dispute, {
    state: rule.to,
    message: input.message ?? dispute.message,
    metadata: input.metadata ?? dispute.metadata,
  })
  world.emit(rule.emits, 'dispute', updated, updated.charge)
  return updated
}

/** The merchant accepts the dispute. */
export const acceptDispute = (world: World, id: string, message: string | undefined): DisputeRow =>
  endDispute(world, findDispute(world, id), 'accept', message)

/** The decision of the issuing bank. */
export const decideDispute = (world: World, id: string, outcome: 'won' | 'lost'): DisputeRow =>
  endDispute(world, findDispute(world, id), outcome === 'won' ? 'win' : 'lose')

/** The job of the response deadline (assumption `dispute-deadline`): a dispute without a response is lost. */
export const lapseDispute = (world: World, id: string): DisputeRow =>
  endDispute(world, findDispute(world, id), 'lapse')

/** Closes a dispute: the held money goes back to the merchant, or to the customer. */
const endDispute = (
  world: World,
  dispute: DisputeRow,
  action: DisputeAction & ('accept' | 'win' | 'lose' | 'lapse'),
  message?: string,
): DisputeRow => {
  const rule = step(disputeMachine, dispute.state, action)
  const charge = findCharge(world, dispute.charge)
  // From here on nothing can fail.
  const facts = { ...noFees, gross: dispute.fundingAmount }
  const transactions = [...dispute.transactions]
  if (disputeFlagsOf(rule.to).money === 'merchant') {
    transactions.unshift(post(world, 'dispute.won.credit', dispute.id, facts).id)
    // Assumption `dispute-won`: the charge is as it was before.
    world.charges.update(charge, { disputed: false })
  } else book(world, 'dispute.lost', dispute.id, facts)
  const ended = world.disputes.update(dispute, {
    state: rule.to,
    message: message ?? dispute.message,
    transactions,
    closedAt: world.now(),
  })
  world.emit(rule.emits, 'dispute', ended, ended.charge)
  return ended
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
