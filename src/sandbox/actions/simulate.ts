import type { Row } from '../../kernel/collection'
import type { AnyMachine } from '../../kernel/machine'
import { checkObject, SandboxError } from '../../kernel/sandbox-error'
import { failCharge, payCharge } from '../../service/resources/charge/actions'
import {
  type ChargeStatusKey,
  chargeFlags,
  chargeMachine,
  chargeStatusKey,
} from '../../service/resources/charge/machine'
import { type FailureCode, failureCodes } from '../../service/resources/charge/model'
import { type Charge, chargeRecord } from '../../service/resources/charge/record'
import { type DisputeReason, disputeMachine } from '../../service/resources/dispute/model'
import { decideDispute, openDispute } from '../../service/resources/dispute/operations'
import { type Dispute, disputeRecord } from '../../service/resources/dispute/record'
import { whyClosed } from '../../service/resources/link/operations'
import { type Occurrence, occurrenceRecord } from '../../service/resources/occurrence/record'
import { recipientMachine } from '../../service/resources/recipient/model'
import { type Recipient, recipientRecord } from '../../service/resources/recipient/record'
import type { Shape } from '../../service/resources/record'
import { scheduleMachine } from '../../service/resources/schedule/model'
import { runSchedule } from '../../service/resources/schedule/operations'
import { sourceMachine } from '../../service/resources/source/model'
import { type Source, sourceRecord } from '../../service/resources/source/record'
import {
  failTransfer,
  payTransfer,
  sendTransfer,
  verifyRecipient,
} from '../../service/resources/transfer/actions'
import {
  type TransferFailureCode,
  transferFailureCodes,
  transferMachine,
} from '../../service/resources/transfer/model'
import { type Transfer, transferRecord } from '../../service/resources/transfer/record'
import { expireNow, failSource, payAtLink, paySource } from '../../service/simulation/outside'
import type { World } from '../../service/world'
import { type ActionContext, actOn } from './api-call'

export type { DisputeReason, FailureCode, TransferFailureCode }

/** The card data of a payer at a payment link. Default for each field: that of a test card that succeeds. */
export interface PayerCard {
  /** 12 to 19 digits. */
  readonly number?: string
  /** As on the card. */
  readonly name?: string
  /** From 1 to 12. */
  readonly expiration_month?: number | string
  /** Four digits, or two for this century. */
  readonly expiration_year?: number | string
  /** Three or four digits. */
  readonly security_code?: string
}

/** How a payer pays a payment link. */
export interface LinkPaymentInput {
  readonly card?: PayerCard
  /** In subunits, for a link whose payer chooses the amount. */
  readonly amount?: number
}

/**
 * Actions of payers, cardholders and banks, in both modes. Each happens at once and returns the changed record in the
 * form of the API. Each throws a `SandboxError`: `not_found` for an unknown id, and `refused` when the state of the record
 * does not allow it, with that state and what it allows.
 */
export interface Simulate {
  /** The payer of a waiting charge pays: a QR code is scanned, 3-D Secure is confirmed (spec 3.2). */
  payCharge(charge: string): Charge
  /** The payment of a waiting charge fails. Default code: `failed_processing`. */
  failCharge(charge: string, options?: { readonly failureCode?: FailureCode }): Charge
  /** Expires a waiting or authorized charge now. */
  expireCharge(charge: string): Charge
  /** The payer of a source pays. A source without a charge is charged first. */
  paySource(source: string): Source
  /** The payer of a source does not pay. Default code: `payment_cancelled`. */
  failSource(source: string, options?: { readonly failureCode?: FailureCode }): Source
  /** A cardholder disputes a charge (spec 3.1), with a message of theirs. Default reason: `goods_or_services_not_provided`. */
  openDispute(
    charge: string,
    options?: { readonly reasonCode?: DisputeReason; readonly message?: string },
  ): Dispute
  /** The issuing bank decides an open or pending dispute (spec 3.1). */
  decideDispute(dispute: string, outcome: 'won' | 'lost'): Dispute
  /** Sends a waiting transfer to the bank. */
  sendTransfer(transfer: string): Transfer
  /** A sent transfer is paid. */
  payTransfer(transfer: string): Transfer
  /** A transfer fails, and sent money comes back. Default code: `transfer_failed`. */
  failTransfer(transfer: string, options?: { readonly failureCode?: TransferFailureCode }): Transfer
  /** The bank verifies a recipient; its account number decides the result. */
  verifyRecipient(recipient: string): Recipient
  /** Runs the next occurrence of a schedule now, before its day. */
  runSchedule(schedule: string): Occurrence
  /** A payer pays a payment link. A declined card gives the failed charge. */
  payLink(link: string, payment?: LinkPaymentInput): Charge
}

/** TypeScript checks this at compile time; this check is for JavaScript. */
const known = <T extends string>(code: T, codes: readonly string[]): T => {
  if (codes.includes(code)) return code
  throw new SandboxError('refused', `${code} is not one of ${codes.join(', ')}`)
}

const optionsIn = <T extends object>(given: T | undefined, name?: string): Partial<T> => {
  // One word, as decideDispute() takes it, is no mistake for options.
  if (typeof given === 'string') return {}
  checkObject(given, name)
  return given ?? {}
}

export const simulateOn = (context: ActionContext): Simulate => {
  const on = actOn(context)
  const act = <R extends Row, X, W extends { readonly object: string }>(
    method: keyof Simulate,
    id: string,
    shape: Shape<R, X, W>,
    work: (world: World) => R,
  ): W => on(shape, work, (world) => whyNotNow(world, method, id))
  return {
    payCharge: (id) => act('payCharge', id, chargeRecord, (world) => payCharge(world, id)),
    failCharge: (id, options) => {
      const { failureCode = 'failed_processing' } = optionsIn(options)
      return act('failCharge', id, chargeRecord, (world) =>
        failCharge(world, id, known(failureCode, failureCodes)),
      )
    },
    expireCharge: (id) => act('expireCharge', id, chargeRecord, (world) => expireNow(world, id)),
    paySource: (id) => act('paySource', id, sourceRecord, (world) => paySource(world, id)),
    failSource: (id, options) => {
      const { failureCode = 'payment_cancelled' } = optionsIn(options)
      return act('failSource', id, sourceRecord, (world) =>
        failSource(world, id, known(failureCode, failureCodes)),
      )
    },
    openDispute: (id, options) => {
      const { reasonCode, message } = optionsIn(options)
      return act('openDispute', id, disputeRecord, (world) =>
        openDispute(world, id, { reason_code: reasonCode, message }),
      )
    },
    decideDispute: (id, outcome) =>
      act('decideDispute', id, disputeRecord, (world) =>
        decideDispute(world, id, known(outcome, ['won', 'lost'])),
      ),
    sendTransfer: (id) => act('sendTransfer', id, transferRecord, (world) => sendTransfer(world, id)),
    payTransfer: (id) => act('payTransfer', id, transferRecord, (world) => payTransfer(world, id)),
    failTransfer: (id, options) => {
      const { failureCode = 'transfer_failed' } = optionsIn(options)
      return act('failTransfer', id, transferRecord, (world) =>
        failTransfer(world, id, { code: known(failureCode, transferFailureCodes) }),
      )
    },
    verifyRecipient: (id) =>
      act('verifyRecipient', id, recipientRecord, (world) => verifyRecipient(world, id)),
    runSchedule: (id) => act('runSchedule', id, occurrenceRecord, (world) => runSchedule(world, id)),
    payLink: (id, payment) => {
      const given = paymentOf(optionsIn(payment, 'payment'))
      return act('payLink', id, chargeRecord, (world) => payAtLink(world, id, given, context.scene().baseUrl))
    },
  }
}

const paymentOf = ({ card = {}, amount }: Partial<LinkPaymentInput>) => ({
  amount,
  card: Object.fromEntries(Object.entries(card).map(([field, value]) => [field, String(value)])),
})

/** Actions of the outside world have one name in the library, and another over HTTP. */

/** `payCharge` is `pay-charge` in a path. */
export const inPath = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** `failure_code` is `failureCode` in the library. */
const inCamelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The arguments of the method after the id: all options in one object, or a single plain value. */
export const actionArguments = (
  options: Readonly<Record<string, unknown>>,
  argument: string | undefined,
): readonly unknown[] => {
  if (argument !== undefined) return [options[argument]]
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return given.length === 0
    ? []
    : [Object.fromEntries(given.map(([name, value]) => [inCamelCase(name), value]))]
}

/** Calls a method of `sandbox.simulate` by its name, with arguments that were checked before. */
export const callAction = (
  simulate: Simulate,
  name: keyof Simulate,
  id: string,
  given: readonly unknown[],
): object => (simulate[name] as (id: string, ...given: readonly unknown[]) => object)(id, ...given)

/** The state of a record of each kind; `undefined` when there is none. */
const stateOf = {
  charge: ({ charges }: World, id: string) => mapped(charges.get(id), chargeStatusKey),
  source: ({ sources }: World, id: string) => sources.get(id)?.state,
  dispute: ({ disputes }: World, id: string) => disputes.get(id)?.state,
  transfer: ({ transfers }: World, id: string) => transfers.get(id)?.state,
  recipient: ({ recipients }: World, id: string) => recipients.get(id)?.state,
  schedule: ({ schedules }: World, id: string) => schedules.get(id)?.state,
  link: ({ links }: World, id: string) =>
    mapped(links.get(id), (link) =>
      whyClosed(link) === null ? 'open' : link.deletedAt === null ? 'used' : 'deleted',
    ),
}

const mapped = <T, R>(value: T | undefined, read: (value: T) => R): R | undefined =>
  value === undefined ? undefined : read(value)

type SubjectKind = keyof typeof stateOf

/** Words for states that have another name in the API. */
const words: { readonly [K in SubjectKind]?: Readonly<Record<string, string>> } = {
  charge: {
    awaiting_payment: 'pending',
    authorizing: 'pending',
    paid: 'successful',
    paid_by_source: 'successful, but not by card',
    paid_refundable_whole: 'successful, but not by card',
    paid_for_good: 'successful, with nothing to return',
    lapsed: 'expired',
  },
  dispute: { lapsed: 'lost: its deadline has passed' },
}

const wordOf = (about: SubjectKind, state: string): string => words[about]?.[state] ?? state

interface Need {
  readonly about: SubjectKind
  readonly from: readonly string[]
  /** Before the kind; the words of `from` by default. */
  readonly only?: string
  /** After "can". */
  readonly can: string
}

const statesBefore = ({ rules }: AnyMachine, ...actions: readonly string[]): readonly string[] =>
  rules.filter(({ on }) => actions.includes(on)).flatMap(({ from }) => from)

const disputable = (Object.keys(chargeFlags) as ChargeStatusKey[]).filter(
  (one) => chargeFlags[one].disputable,
)

const needs = {
  payCharge: { about: 'charge', from: statesBefore(chargeMachine, 'confirm_payment'), can: 'be paid' },
  failCharge: { about: 'charge', from: statesBefore(chargeMachine, 'reject'), can: 'fail' },
  expireCharge: { about: 'charge', from: statesBefore(chargeMachine, 'lapse'), can: 'expire' },
  openDispute: { about: 'charge', from: disputable, only: 'successful card', can: 'be disputed' },
  paySource: { about: 'source', from: statesBefore(sourceMachine, 'pay'), can: 'be paid' },
  failSource: { about: 'source', from: statesBefore(sourceMachine, 'fail'), can: 'fail' },
  decideDispute: { about: 'dispute', from: statesBefore(disputeMachine, 'win'), can: 'be decided' },
  sendTransfer: { about: 'transfer', from: statesBefore(transferMachine, 'send'), can: 'be sent' },
  payTransfer: { about: 'transfer', from: statesBefore(transferMachine, 'pay'), can: 'be paid' },
  failTransfer: { about: 'transfer', from: statesBefore(transferMachine, 'fail'), can: 'fail' },
  verifyRecipient: {
    about: 'recipient',
    from: statesBefore(recipientMachine, 'verify', 'reject'),
    can: 'be verified',
  },
  runSchedule: { about: 'schedule', from: statesBefore(scheduleMachine, 'end'), can: 'run' },
  payLink: { about: 'link', from: ['open'], can: 'be paid' },
} satisfies Readonly<Record<string, Need>>

/** Why the state of a record does not allow an action, and what it allows; `null` when the state is not the reason. */
const whyNotNow = (world: World, method: keyof typeof needs, id: string): string | null => {
  const { about, from, can, only }: Need = needs[method]
  const state = stateOf[about](world, id)
  if (state === undefined || from.includes(state)) return null
  const possible = Object.values<Need>(needs).filter(
    (need) => need.about === about && need.from.includes(state),
  )
  const others =
    possible.length === 0 ? '' : `; this one can ${possible.map((need) => need.can).join(' or ')}`
  const states = only ?? listed([...new Set(from.map((one) => wordOf(about, one)))])
  return `${about} ${id} is ${wordOf(about, state)}: only ${states} ${about}s can ${can}${others}`
}

/** `open, pending and sent` */
const listed = (names: readonly string[]): string => names.join(', ').replace(/, ([^,]+)$/, ' and $1')
