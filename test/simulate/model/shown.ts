/** How the API must show a record of the model: the fields that say something, by the rules of the specification. */
import { canVoid, isDisputable, isPartlyRefundable, isRefundable } from './after'
import { declineCode, testCard } from './cards'
import { liveCards } from './customers'
import { seenTime } from './events'
import { isSendable } from './payouts'
import { isActive, listedOf, nextDay } from './schedules'
import type {
  Charge,
  Customer,
  Dispute,
  Occurrence,
  Rec,
  Recipient,
  Refund,
  Schedule,
  Source,
  Transaction,
  Transfer,
  World,
} from './world'

export type Fields = Readonly<Record<string, unknown>>

const dateText = (time: number): string => new Date(time).toISOString().slice(0, 10)
const idOf = (record: { readonly id: string } | null): string | null => record?.id ?? null

const statuses = {
  waiting: 'pending',
  held: 'pending',
  paid: 'successful',
  failed: 'failed',
  reversed: 'reversed',
  expired: 'expired',
} as const

const charge = (it: Charge, world: World): Fields => {
  const isPaid = it.state === 'paid'
  const isHeld = it.state === 'held'
  return {
    ...{ status: statuses[it.state], amount: it.amount, currency: it.currency, capture: it.capture },
    ...{ authorized: it.authorizedAt !== null, paid: isPaid, captured: isPaid },
    ...{ capturable: isHeld, reversible: isHeld, reversed: it.state === 'reversed' },
    ...{ expired: it.state === 'expired', voided: it.voided, refundable: isRefundable(it) },
    partially_refundable: isPartlyRefundable(it),
    ...{ disputable: isDisputable(it), can_perform_void: canVoid(world, it) },
    ...{ captured_amount: it.captured, refunded_amount: it.refunded, refunded: it.refunded },
    ...{ funding_amount: it.funding, funding_currency: world.account.currency },
    ...{ fee: it.fee, fee_vat: it.feeVat, net: it.funding - it.fee - it.feeVat },
    ...{ description: it.description, metadata: it.metadata, failure_code: it.failure },
    failure_message: it.failure === null ? null : world.profile.failureMessages[it.failure],
    ...{ customer: idOf(it.customer), schedule: idOf(it.schedule), transaction: idOf(it.transaction) },
    ...{ paid_at: it.paidAt, authorized_at: it.authorizedAt },
    authenticated_by: it.asked,
    ...{ 'missing_3ds_fields.0': it.lacks[0], 'missing_3ds_fields.1': it.lacks[1] },
    ...{ expires_at: it.expiresAt, expired_at: it.expiredAt },
    reversed_at: it.reversedAt,
    'dispute.id': it.dispute === null ? undefined : it.dispute.id,
    'card.last_digits': it.card?.number.slice(-4),
    'source.charge_status': it.source === null ? undefined : statuses[it.state],
  }
}

const refund = (it: Refund, world: World): Fields => ({
  ...{ amount: it.amount, currency: it.charge.currency, voided: it.voided, status: 'closed' },
  ...{ funding_amount: it.funding, funding_currency: world.account.currency },
  ...{ transaction: idOf(it.transaction), [world.profile.chargeOfRefund]: it.charge.id },
})

const dispute = (it: Dispute): Fields => ({
  ...{ amount: it.amount, currency: it.charge.currency, funding_amount: it.funding, status: it.state },
  ...{ charge: it.charge.id, message: it.message, closed_at: it.closedAt },
})

const source = (it: Source): Fields => {
  const status = it.charge === null ? 'unknown' : statuses[it.charge.state]
  const own = status === 'unknown' ? 'pending' : status === 'expired' ? 'failed' : status
  return { type: it.type, amount: it.amount, currency: it.currency, charge_status: status, status: own }
}

const customer = (it: Customer): Fields => ({
  ...{ email: it.email, description: it.description, deleted: it.deleted, default_card: idOf(it.standard) },
  'cards.total': liveCards(it).length,
})

const recipient = (it: Recipient, { profile }: World): Fields => ({
  ...(it.standard ? { type: profile.standardRecipient[0], tax_id: profile.standardRecipient[1] } : {}),
  ...{ verified: it.verified, active: it.active, deleted: it.deleted, default: it.standard },
  ...{ failure_code: it.failure, description: it.description },
  'bank_account.last_digits': it.number.slice(-4),
})

const transfer = (it: Transfer, world: World): Fields => {
  const fees = world.account.transferFee + world.account.transferVat
  return {
    ...{ amount: it.amount, currency: world.account.currency, recipient: it.recipient.id },
    ...{ sent: it.state === 'sent' || it.state === 'paid', paid: it.state === 'paid' },
    ...{ deleted: it.state === 'deleted', sendable: isSendable(world, it), failure_code: it.failure },
    ...{ fee: world.account.transferFee, fee_vat: world.account.transferVat, total_fee: fees },
    ...{ net: it.amount - fees, fail_fast: it.failFast, schedule: idOf(it.schedule) },
    ...{ sent_at: it.sentAt, paid_at: it.paidAt },
  }
}

const schedule = (it: Schedule, world: World): Fields => ({
  ...{ status: it.state, active: isActive(it), deleted: it.state === 'deleted', every: it.every },
  ...{ period: it.period, start_on: dateText(it.startOn), end_on: dateText(it.endOn) },
  ...{ ended_at: it.endedAt, 'occurrences.total': listedOf(world, it).length },
  'next_occurrences_on.0':
    isActive(it) && it.nextOn !== null ? dateText(nextDay(it, it.nextOn) ?? 0) : undefined,
})

const occurrence = (it: Occurrence): Fields => ({
  ...{ status: it.state, scheduled_on: dateText(it.on), schedule: it.schedule.id, result: idOf(it.result) },
  ...{ retry_on: it.retryOn === null ? null : dateText(it.retryOn), processed_at: it.processedAt },
  transfer_amount: it.transferred,
})

const transaction = (it: Transaction): Fields => ({
  ...{ key: it.key, amount: Math.abs(it.change), direction: it.change < 0 ? 'debit' : 'credit' },
  ...{ origin: it.origin.id, transferable_at: it.transferableAt },
})

const ownFields = (it: Rec, world: World): Fields => {
  if (it.kind === 'charge') return charge(it, world)
  if (it.kind === 'refund') return refund(it, world)
  if (it.kind === 'dispute') return dispute(it)
  if (it.kind === 'source') return source(it)
  if (it.kind === 'customer') return customer(it)
  if (it.kind === 'recipient') return recipient(it, world)
  if (it.kind === 'transfer') return transfer(it, world)
  if (it.kind === 'schedule') return schedule(it, world)
  if (it.kind === 'occurrence') return occurrence(it)
  if (it.kind === 'transaction') return transaction(it)
  return { last_digits: it.number.slice(-4), deleted: it.deleted }
}

/** Times and currencies as the profile shows them. */
const inForm = (name: string, value: unknown, world: World): unknown => {
  if (name.endsWith('_at') && typeof value === 'number') {
    const text = new Date(seenTime(world, value)).toISOString()
    return world.profile.timeStep === 1 ? text : text.replace('.000Z', 'Z')
  }
  const isUpper = world.profile.currencyCase === 'upper' && name.endsWith('currency')
  return isUpper && typeof value === 'string' ? value.toUpperCase() : value
}

/** Names with dots lead into what is embedded; `undefined` is nothing there. */
export const shown = (it: Rec, world: World): Fields => {
  const about = { object: it.kind, id: it.id, livemode: world.live, created_at: it.at }
  const fields = Object.entries({ ...about, ...ownFields(it, world) })
  return Object.fromEntries(fields.map(([name, value]) => [name, inForm(name, value, world)]))
}

/** What a decline answers. */
export const declineOf = (it: Charge): string => declineCode(it.failure ?? '')

export const failsAfterConfirming = ({ card }: Charge): boolean =>
  card !== null && testCard(card.number).failsLater
