import { fail } from '../../../kernel/errors'
import { step } from '../../../kernel/machine'
import { noFees } from '../../ledger/fees'
import { book, post } from '../../ledger/post'
import type { World } from '../../world'
import { findCharge } from '../charge/operations'
import { type DisputeAction, disputeFlagsOf, disputeMachine } from './machine'
import type { DisputeRow } from './model'
import type { DisputeChanges } from './schema'

export const findDispute = (world: World, id: string): DisputeRow => {
  const dispute = world.disputes.get(id)
  if (dispute === undefined) throw fail('dispute_not_found')
  return dispute
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

/** Closes a dispute: the held money goes back to the merchant, or to the customer. */
export const endDispute = (
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
