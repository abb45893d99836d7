/**
 * What the flags, times and amounts of a record as the API shows it must say about each other: a second statement,
 * which knows neither the tables of states nor the rows. Returns what contradicts itself, in words.
 */
import type {
  Charge,
  Dispute,
  Link,
  Mode,
  Occurrence,
  Recipient,
  Refund,
  Schedule,
  Transfer,
} from '../../src/index'

/** Sentence -> whether it holds. */
type Claims = Readonly<Record<string, boolean>>

/** One holds exactly when the other does. */
const same = (one: boolean, other: boolean): boolean => one === other
const implies = (one: boolean, other: boolean): boolean => !one || other

const ofCharge = (charge: Charge): Claims => ({
  'paid means successful': same(charge.paid, charge.status === 'successful'),
  'captured means paid': same(charge.captured, charge.paid),
  'paid means a transaction and a time': [charge.transaction, charge.paid_at].every(
    (value) => (value !== null) === charge.paid,
  ),
  'failed means a code and a message': [charge.failure_code, charge.failure_message].every(
    (value) => (value !== null) === (charge.status === 'failed'),
  ),
  'expired means status and time': same(charge.expired, charge.status === 'expired'),
  'expired means a time': same(charge.expired, charge.expired_at !== null),
  'reversed means status and time': same(charge.reversed, charge.status === 'reversed'),
  'reversed means a time': same(charge.reversed, charge.reversed_at !== null),
  'authorized means a time': same(charge.authorized, charge.authorized_at !== null),
  'authorized means an amount': same(charge.authorized, charge.authorized_amount === charge.amount),
  'what waits and is authorized can be captured and reversed': [charge.capturable, charge.reversible].every(
    (flag) => flag === (charge.status === 'pending' && charge.authorized),
  ),
  'refundable means that something is left': implies(
    charge.refundable,
    charge.paid && charge.refunded_amount < charge.captured_amount,
  ),
  'refundable in part means refundable': implies(charge.partially_refundable, charge.refundable),
  'disputable means paid': implies(charge.disputable, charge.paid && charge.card !== null),
  'what is disputed can be neither refunded nor disputed': implies(
    charge.dispute !== null && charge.dispute.status !== 'won',
    !charge.refundable && !charge.disputable,
  ),
  'voided means all went back': implies(
    charge.voided,
    charge.refunded_amount === charge.captured_amount && charge.refunds.total === 1,
  ),
  'can be voided means refundable and untouched': implies(
    charge.can_perform_void,
    charge.refundable && charge.refunded_amount === 0,
  ),
  'no more comes back than came in': charge.refunded_amount <= charge.captured_amount,
  'no more is captured than authorized': charge.captured_amount <= charge.authorized_amount,
  'the two refunded amounts are one': charge.refunded === charge.refunded_amount,
  'refunds add up': implies(
    charge.refunds.total <= charge.refunds.data.length,
    charge.refunds.data.reduce((sum, refund) => sum + refund.amount, 0) === charge.refunded_amount,
  ),
  'net is what is left of the fees':
    charge.net ===
    charge.funding_amount - charge.fee - charge.fee_vat - charge.interest - charge.interest_vat,
  'card or source': same(charge.card === null, charge.source !== null),
  'the fund is the card': same(charge.source_of_fund === 'card', charge.card !== null),
  'its source stands as it does': charge.source === null || charge.source.charge_status === charge.status,
})

const ofRefund = (refund: Refund): Claims => ({
  'of at least one unit': refund.amount >= 1,
  'within its charge': refund.amount <= refund.charge.refunded_amount,
  'voided as its charge is': refund.voided === refund.charge.voided,
})

const ofDispute = (dispute: Dispute): Claims => ({
  'closed means a time': same(
    dispute.status === 'won' || dispute.status === 'lost',
    dispute.closed_at !== null,
  ),
  'money went, and came back when it was won':
    dispute.transactions.length === (dispute.status === 'won' ? 2 : 1),
})

const ofTransfer = (transfer: Transfer): Claims => ({
  'paid means sent': implies(transfer.paid, transfer.sent),
  'sent means a time': implies(transfer.sent, transfer.sent_at !== null),
  'paid means a time': same(transfer.paid, transfer.paid_at !== null),
  'failed means a code and a message': same(
    transfer.failure_code === null,
    transfer.failure_message === null,
  ),
  'failed means not paid': implies(transfer.failure_code !== null, !transfer.paid),
  'deleted means never sent': implies(transfer.deleted, transfer.sent_at === null && !transfer.sent),
  'sendable means waiting': implies(
    transfer.sendable,
    !transfer.sent && !transfer.deleted && transfer.failure_code === null,
  ),
  'net is what is left of the fees': transfer.net === transfer.amount - transfer.total_fee,
})

const ofRecipient = (recipient: Recipient): Claims => ({
  'verified means a time': implies(recipient.verified, recipient.verified_at !== null),
  'active means a time': implies(recipient.active, recipient.activated_at !== null),
  'deleted means neither active nor verified': implies(
    recipient.deleted,
    !recipient.active && !recipient.verified,
  ),
  'a reason means not verified': implies(recipient.failure_code !== null, !recipient.verified),
})

const ofSchedule = (schedule: Schedule): Claims => ({
  'active means that it goes on': same(schedule.active, ['running', 'expiring'].includes(schedule.status)),
  'deleted means status': same(schedule.deleted, schedule.status === 'deleted'),
  'charges or transfers': same('charge' in schedule, !('transfer' in schedule)),
  'only what goes on has days to come': implies(!schedule.active, schedule.next_occurrences_on.length === 0),
})

const ofOccurrence = (occurrence: Occurrence): Claims => ({
  'done means a time': implies(occurrence.status === 'successful', occurrence.processed_at !== null),
  'still to come means no time': implies(occurrence.status === 'scheduled', occurrence.processed_at === null),
})

const ofLink = (link: Link): Claims => ({
  'used means a time': same(link.used, link.used_at !== null),
})

const claimsOf: { readonly [name: string]: (mode: Mode) => readonly (readonly [id: string, Claims])[] } = {
  charges: ({ charges }) => charges.list().map((one) => [one.id, ofCharge(one)]),
  refunds: ({ refunds }) => refunds.list().map((one) => [one.id, ofRefund(one)]),
  disputes: ({ disputes }) => disputes.list().map((one) => [one.id, ofDispute(one)]),
  transfers: ({ transfers }) => transfers.list().map((one) => [one.id, ofTransfer(one)]),
  recipients: ({ recipients }) => recipients.list().map((one) => [one.id, ofRecipient(one)]),
  schedules: ({ schedules }) => schedules.list().map((one) => [one.id, ofSchedule(one)]),
  occurrences: ({ occurrences }) => occurrences.list().map((one) => [one.id, ofOccurrence(one)]),
  links: ({ links }) => links.list().map((one) => [one.id, ofLink(one)]),
}

/** Every contradiction in the records of one account in one mode. */
export const contradictions = (mode: Mode): readonly string[] =>
  Object.values(claimsOf)
    .flatMap((of) => of(mode))
    .flatMap(([id, claims]) =>
      Object.entries(claims)
        .filter(([, holds]) => !holds)
        .map(([claim]) => `${id}: ${claim}`),
    )
