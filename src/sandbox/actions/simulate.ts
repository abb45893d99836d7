import type { Row } from '../../kernel/collection'
import { SandboxError } from '../../kernel/sandbox-error'
import { failCharge, payCharge } from '../../service/resources/charge/levers'
import { type FailureCode, failureCodes } from '../../service/resources/charge/model'
import { type Charge, chargeRecord } from '../../service/resources/charge/record'
import type { DisputeReason } from '../../service/resources/dispute/model'
import { decideDispute, openDispute } from '../../service/resources/dispute/operations'
import { type Dispute, disputeRecord } from '../../service/resources/dispute/record'
import { type Occurrence, occurrenceRecord } from '../../service/resources/occurrence/record'
import { type Recipient, recipientRecord } from '../../service/resources/recipient/record'
import type { Shape } from '../../service/resources/record'
import { runSchedule } from '../../service/resources/schedule/operations'
import { type Source, sourceRecord } from '../../service/resources/source/record'
import {
  failTransfer,
  payTransfer,
  sendTransfer,
  verifyRecipient,
} from '../../service/resources/transfer/levers'
import { type TransferFailureCode, transferFailureCodes } from '../../service/resources/transfer/model'
import { type Transfer, transferRecord } from '../../service/resources/transfer/record'
import { failSource, payAtLink, paySource, runOutCharge } from '../../service/simulation/outside'
import { actOn, type Stage } from './api-call'
import { whyNotNow } from './wrong-state'

export type { DisputeReason, FailureCode, TransferFailureCode }

/** The card data of a payer at a payment link. Default for each field: that of a test card that succeeds. */
export interface PayerCard {
  /** 12 to 19 digits. */
  readonly number?: string
  /** As on the card. */
  readonly name?: string
  /** From 1 to 12. */
  readonly expiration_month?: number | string
  /** With four digits, or with two for this century. */
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

export const simulateOn = (stage: Stage): Simulate => {
  const { world, scene } = stage
  const on = actOn(stage)
  const act = <R extends Row, X, W extends { readonly object: string }>(
    method: keyof Simulate,
    id: string,
    shape: Shape<R, X, W>,
    work: () => R,
  ): W => on(shape, work, () => whyNotNow(world, method, id))
  return {
    payCharge: (id) => act('payCharge', id, chargeRecord, () => payCharge(world, id)),
    failCharge: (id, { failureCode = 'failed_processing' } = {}) =>
      act('failCharge', id, chargeRecord, () => failCharge(world, id, known(failureCode, failureCodes))),
    expireCharge: (id) => act('expireCharge', id, chargeRecord, () => runOutCharge(world, id)),
    paySource: (id) => act('paySource', id, sourceRecord, () => paySource(world, id)),
    failSource: (id, { failureCode = 'payment_cancelled' } = {}) =>
      act('failSource', id, sourceRecord, () => failSource(world, id, known(failureCode, failureCodes))),
    openDispute: (id, { reasonCode, message } = {}) =>
      act('openDispute', id, disputeRecord, () =>
        openDispute(world, id, { reason_code: reasonCode, message }),
      ),
    decideDispute: (id, outcome) =>
      act('decideDispute', id, disputeRecord, () =>
        decideDispute(world, id, known(outcome, ['won', 'lost'])),
      ),
    sendTransfer: (id) => act('sendTransfer', id, transferRecord, () => sendTransfer(world, id)),
    payTransfer: (id) => act('payTransfer', id, transferRecord, () => payTransfer(world, id)),
    failTransfer: (id, { failureCode = 'transfer_failed' } = {}) =>
      act('failTransfer', id, transferRecord, () =>
        failTransfer(world, id, { code: known(failureCode, transferFailureCodes) }),
      ),
    verifyRecipient: (id) => act('verifyRecipient', id, recipientRecord, () => verifyRecipient(world, id)),
    runSchedule: (id) => act('runSchedule', id, occurrenceRecord, () => runSchedule(world, id)),
    payLink: (id, payment = {}) =>
      act('payLink', id, chargeRecord, () => payAtLink(world, id, paymentOf(payment), scene().baseUrl)),
  }
}

const paymentOf = ({ card = {}, amount }: LinkPaymentInput) => ({
  amount,
  card: Object.fromEntries(Object.entries(card).map(([field, value]) => [field, String(value)])),
})

/** Actions of the outside world have their names in the library, and others over HTTP. */

/** `payCharge` is `pay-charge` in a path. */
export const inPath = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** `failure_code` is `failureCode` in the library. */
const inCamelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The arguments of the method after the id: all options in one object, or the one that it takes as it is. */
export const leverArguments = (
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
export const callLever = (
  simulate: Simulate,
  name: keyof Simulate,
  id: string,
  given: readonly unknown[],
): object => (simulate[name] as (id: string, ...given: readonly unknown[]) => object)(id, ...given)
