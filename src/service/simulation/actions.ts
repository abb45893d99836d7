import * as z from 'zod/mini'
import { type AnyMachine, allows } from '../../kernel/machine'
import { failCharge, payCharge, timeOutCharge } from '../resources/charge/actions'
import { chargeFlags, chargeMachine } from '../resources/charge/machine'
import { failureCodes } from '../resources/charge/model'
import { chargeRecord } from '../resources/charge/record'
import { cancelSession } from '../resources/checkout-session/operations'
import { checkoutSessionRecord } from '../resources/checkout-session/record'
import { disputeMachine, disputeReasons } from '../resources/dispute/model'
import { decideDispute, openDispute } from '../resources/dispute/operations'
import { disputeRecord } from '../resources/dispute/record'
import { waitingOccurrence } from '../resources/occurrence/operations'
import { occurrenceRecord } from '../resources/occurrence/record'
import { recipientMachine } from '../resources/recipient/model'
import { peekRecipient } from '../resources/recipient/operations'
import { recipientRecord } from '../resources/recipient/record'
import { isActive, scheduleMachine } from '../resources/schedule/model'
import { runSchedule } from '../resources/schedule/operations'
import { sourceMachine } from '../resources/source/model'
import { sourceRecord } from '../resources/source/record'
import {
  failTransfer,
  isSendable,
  nextVerification,
  payTransfer,
  sendTransfer,
  verifyRecipient,
} from '../resources/transfer/actions'
import { transferFailureCodes, transferMachine } from '../resources/transfer/model'
import { transferRecord } from '../resources/transfer/record'
import { type Action, action } from './action'
import { choice, failure, oneOf } from './choices'
import { expireNow, failAtCheckout, failSource, payAtCheckout, payAtLink, paySource } from './outside'
import { cardField, textsOf } from './payer-card'

const statesBefore = ({ rules }: AnyMachine, ...moves: readonly string[]): readonly string[] =>
  rules.filter(({ on }) => moves.includes(on)).flatMap(({ from }) => from)

const disputable = Object.entries(chargeFlags).flatMap(([key, flags]) => (flags.disputable ? [key] : []))

/** Each rule is read when it is called: a first charge needs one of them. */
export const actions = {
  payCharge: action({
    summary: 'The payer of a waiting charge pays',
    on: 'charge',
    id: 'Id of a waiting charge',
    can: 'be paid',
    from: statesBefore(chargeMachine, 'confirm_payment'),
    byPayer: true,
    button: 'Pay',
    record: chargeRecord,
    run: (world, id) => payCharge(world, id),
  }),
  failCharge: action({
    summary: 'The payment of a waiting charge fails',
    on: 'charge',
    id: 'Id of a waiting charge',
    can: 'fail',
    from: statesBefore(chargeMachine, 'reject'),
    byPayer: true,
    button: 'Fail',
    isAside: true,
    takes: () => failure(failureCodes, 'failed_processing', 'insufficient_fund'),
    record: chargeRecord,
    run: (world, id, { failure_code }) => failCharge(world, id, failure_code),
  }),
  timeOut: action({
    summary:
      'The payer of a waiting charge never finishes: the bank, wallet or issuer gives up with `timeout`',
    on: 'charge',
    id: 'Id of a waiting charge',
    can: 'time out',
    from: statesBefore(chargeMachine, 'reject'),
    button: 'Time out',
    isAside: true,
    record: chargeRecord,
    run: (world, id) => timeOutCharge(world, id),
  }),
  expireCharge: action({
    summary: 'Expire a waiting or authorized charge',
    on: 'charge',
    id: 'Id of a waiting or authorized charge',
    can: 'expire',
    from: statesBefore(chargeMachine, 'lapse'),
    button: 'Expire',
    isAside: true,
    record: chargeRecord,
    run: (world, id) => expireNow(world, id),
  }),
  paySource: action({
    summary: 'The payer of a source pays; a source without a charge is charged first',
    on: 'source',
    id: 'Id of the source',
    can: 'be paid',
    from: statesBefore(sourceMachine, 'pay'),
    byPayer: true,
    button: 'Pay',
    record: sourceRecord,
    run: (world, id) => paySource(world, id),
  }),
  failSource: action({
    summary: 'The payer of a source does not pay; a source without a charge is charged first',
    on: 'source',
    id: 'Id of the source',
    can: 'fail',
    from: statesBefore(sourceMachine, 'fail'),
    byPayer: true,
    button: 'Fail',
    isAside: true,
    takes: () => failure(failureCodes, 'payment_cancelled', 'insufficient_fund'),
    record: sourceRecord,
    run: (world, id, { failure_code }) => failSource(world, id, failure_code),
  }),
  openDispute: action({
    summary: 'The cardholder disputes a charge',
    on: 'charge',
    id: 'Id of the charge',
    can: 'be disputed',
    from: disputable,
    only: 'successful card',
    button: 'Open dispute',
    isAside: true,
    takes: () => ({
      reason_code: choice(
        'Why the cardholder disputes it',
        Object.entries(disputeReasons) as [keyof typeof disputeReasons, string][],
        'goods_or_services_not_provided',
      ),
      message: { about: 'What the cardholder says. Default: none', type: () => z.string() },
    }),
    record: disputeRecord,
    run: (world, id, given) => openDispute(world, id, given),
  }),
  decideDispute: action({
    summary: 'The issuing bank decides a dispute',
    on: 'dispute',
    id: 'Id of the dispute',
    can: 'be decided',
    from: statesBefore(disputeMachine, 'win'),
    button: null,
    takes: () => ({
      outcome: { about: '`won` or `lost`', type: () => oneOf(['won', 'lost']), required: true as const },
    }),
    argument: 'outcome',
    record: disputeRecord,
    run: (world, id, { outcome }) => decideDispute(world, id, outcome),
  }),
  sendTransfer: action({
    summary: 'Send a waiting transfer to the bank',
    on: 'transfer',
    id: 'Id of a waiting transfer',
    can: 'be sent',
    from: statesBefore(transferMachine, 'send'),
    button: 'Send',
    when: (world, id) => {
      const transfer = world.transfers.get(id)
      return transfer !== undefined && isSendable(world, transfer)
    },
    record: transferRecord,
    run: (world, id) => sendTransfer(world, id),
  }),
  payTransfer: action({
    summary: 'A sent transfer is paid',
    on: 'transfer',
    id: 'Id of a sent transfer',
    can: 'be paid',
    from: statesBefore(transferMachine, 'pay'),
    button: 'Mark paid',
    record: transferRecord,
    run: (world, id) => payTransfer(world, id),
  }),
  failTransfer: action({
    summary: 'A transfer fails; sent money comes back',
    on: 'transfer',
    id: 'Id of the transfer',
    can: 'fail',
    from: statesBefore(transferMachine, 'fail'),
    button: 'Fail',
    isAside: true,
    takes: () => failure(transferFailureCodes, 'transfer_failed', 'insufficient_balance'),
    record: transferRecord,
    run: (world, id, { failure_code: code }) => failTransfer(world, id, { code }),
  }),
  verifyRecipient: action({
    summary: 'The bank verifies a recipient',
    on: 'recipient',
    id: 'Id of the recipient',
    can: 'be verified',
    from: statesBefore(recipientMachine, 'verify', 'reject'),
    button: 'Verify',
    // A verified one can be verified again, but a button for that would change nothing.
    when: (world, id) => {
      const recipient = peekRecipient(world, id)
      if (recipient === undefined || recipient.state === 'verified') return false
      return allows(recipientMachine, recipient.state, nextVerification(recipient))
    },
    record: recipientRecord,
    run: (world, id) => verifyRecipient(world, id),
  }),
  runSchedule: action({
    summary: 'Run the next occurrence of a schedule now',
    on: 'schedule',
    id: 'Id of the schedule',
    can: 'run',
    from: statesBefore(scheduleMachine, 'end'),
    button: 'Run now',
    when: (world, id) => {
      const schedule = world.schedules.get(id)
      return (
        schedule !== undefined && isActive(schedule.state) && waitingOccurrence(world, schedule) !== undefined
      )
    },
    record: occurrenceRecord,
    run: (world, id) => runSchedule(world, id),
  }),
  payLink: action({
    summary: 'A payer pays a payment link; a declined card gives the failed charge',
    on: 'link',
    id: 'Id of the payment link',
    can: 'be paid',
    from: ['open'],
    byPayer: true,
    button: null,
    takes: () => ({
      card: cardField,
      amount: {
        about: 'In subunits of the currency of the link; required where the payer chooses the amount',
        type: () => z.int('must be an integer of subunits'),
      },
    }),
    record: chargeRecord,
    run: (world, id, { card = {}, amount }, baseUrl) =>
      payAtLink(world, id, { amount, card: textsOf(card) }, baseUrl),
  }),
  payCheckout: action({
    summary: 'A payer pays a hosted checkout; a declined card gives the failed charge',
    on: 'session',
    id: 'Id of an open checkout session',
    can: 'be paid',
    from: ['open'],
    byPayer: true,
    button: null,
    takes: () => ({
      method: {
        about: '`card`, or a type of source such as `promptpay`. Default: `card`',
        type: () => z.string('must be card or the type of a source'),
        usual: 'card',
      },
      card: cardField,
      failure_code: {
        about: 'Why the payment fails, as by `failCheckout`. Default: it does not fail',
        type: () => oneOf(failureCodes),
      },
    }),
    record: chargeRecord,
    run: (world, id, { method, card = {}, failure_code: code }, baseUrl) =>
      code === undefined
        ? payAtCheckout(world, id, { method, card: textsOf(card) }, baseUrl)
        : failAtCheckout(world, id, code, baseUrl),
  }),
  failCheckout: action({
    summary: 'A payment at a hosted checkout fails; it stays open',
    on: 'session',
    id: 'Id of an open checkout session',
    can: 'fail',
    from: ['open'],
    byPayer: true,
    button: 'Fail',
    isAside: true,
    takes: () => failure(failureCodes, 'payment_rejected', 'insufficient_fund'),
    record: chargeRecord,
    run: (world, id, { failure_code }, baseUrl) => failAtCheckout(world, id, failure_code, baseUrl),
  }),
  cancelCheckout: action({
    summary: 'A payer leaves a hosted checkout',
    on: 'session',
    id: 'Id of an open checkout session',
    can: 'be cancelled',
    from: ['open'],
    byPayer: true,
    button: 'Cancel',
    isAside: true,
    record: checkoutSessionRecord,
    run: (world, id) => cancelSession(world, id),
  }),
} satisfies Readonly<Record<string, Action>>

export type ActionName = keyof typeof actions
