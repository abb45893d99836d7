import { deepFreeze, isObject } from '../../kernel/json'
import { checkObject, SandboxError } from '../../kernel/sandbox-error'
import { checkValue } from '../../kernel/schema'
import { toCamelCase, toKebabCase, toSnakeCase } from '../../kernel/text'
import type { FailureCode } from '../../service/resources/charge/model'
import type { Charge } from '../../service/resources/charge/record'
import type { CheckoutSession } from '../../service/resources/checkout-session/record'
import type { DisputeReason } from '../../service/resources/dispute/model'
import type { Dispute } from '../../service/resources/dispute/record'
import type { Occurrence } from '../../service/resources/occurrence/record'
import type { Recipient } from '../../service/resources/recipient/record'
import { applyProfile } from '../../service/resources/record'
import { renderById } from '../../service/resources/registry'
import type { Source } from '../../service/resources/source/record'
import type { TransferFailureCode } from '../../service/resources/transfer/model'
import type { Transfer } from '../../service/resources/transfer/record'
import { type Action, inputOf, withUsual } from '../../service/simulation/action'
import { type ActionName, actions } from '../../service/simulation/actions'
import { actAsPayer } from '../../service/simulation/payer'
import { whyNotNow } from '../../service/simulation/possible-actions'
import { type ActionContext, actOn } from './api-call'

export type { DisputeReason, FailureCode, TransferFailureCode }

/** The card data of a payer at a payment link or a hosted checkout. Default for each field: that of a test card that succeeds. */
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

/** How a payer pays a hosted checkout. */
export interface CheckoutPaymentInput {
  /** `card`, or a type of source that the session offers, such as `promptpay`. Default: `card`. */
  readonly method?: string
  readonly card?: PayerCard
  /** Why the payment fails, as by `failCheckout`. Default: it does not fail. */
  readonly failureCode?: FailureCode
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
  /** The payer of a waiting charge never finishes: it fails with `timeout`, as the provider ends it (spec 3.2). */
  timeOut(charge: string): Charge
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
  /** A payer pays a hosted checkout (profile `omise`), as far as their bank asks. A declined card gives the failed charge. */
  payCheckout(session: string, payment?: CheckoutPaymentInput): Charge
  /** A payment of a hosted checkout fails, and the session stays open. Default code: `payment_rejected`. */
  failCheckout(
    session: string,
    options?: { readonly failureCode?: FailureCode; readonly failure_code?: FailureCode },
  ): Charge
  /** A payer leaves a hosted checkout without a payment. */
  cancelCheckout(session: string): CheckoutSession
}

/** The options of a method as the fields of its action. @throws SandboxError `refused`, which names each wrong one */
const fieldsIn = (action: Action, given: unknown): Readonly<Record<string, unknown>> => {
  const { argument } = action
  // One word, as decideDispute() takes it, is no mistake for options.
  if (argument === undefined && typeof given !== 'string') checkObject(given)
  const options = argument === undefined ? given : { [argument]: given }
  const fields = Object.entries(isObject(options) ? options : {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[toSnakeCase(name), value] as const],
  )
  const result = checkValue(inputOf(action), Object.fromEntries(fields))
  if (result.success) return withUsual(action, result.data)
  const lines = result.error.issues.map(
    ({ path, message }) =>
      `${path.map((part) => toCamelCase(String(part))).join('.') || 'options'}: ${message}`,
  )
  throw new SandboxError('refused', lines.join('; '))
}

const methodOf =
  (context: ActionContext, name: string, action: Action) =>
  (id: string, given?: unknown): object => {
    const fields = fieldsIn(action, given)
    const perform = (): object =>
      actOn(context)(
        action.record,
        (world) => action.run(world, id, fields, context.renderContext().baseUrl) as never,
        (world) => whyNotNow(world, action, id),
      )
    if (action.byPayer !== true) return perform()
    const done = actAsPayer(context.world, { name: toKebabCase(name), id }, perform)
    return done === null ? shown(context, id) : done.result
  }

/** A record as it is. */
const shown = (context: ActionContext, id: string): object => {
  const renderContext = context.renderContext()
  const record = renderById(context.world, id, renderContext)
  if (record === null) throw new SandboxError('not_found', `${id} was not found`)
  return deepFreeze(applyProfile(record, renderContext))
}

export const simulateOn = (context: ActionContext): Simulate => {
  const methods = Object.entries<Action>(actions).map(([name, row]) => [name, methodOf(context, name, row)])
  return Object.fromEntries(methods)
}

/** What code writes after the id in a call of a method of `sandbox.simulate`, for the fields of its action. */
export const argumentsOf = (
  name: ActionName,
  fields: Readonly<Record<string, unknown>>,
): readonly unknown[] => {
  const { argument }: Action = actions[name]
  if (argument !== undefined) return [fields[argument]]
  const options = Object.entries(fields).map(([field, value]) => [toCamelCase(field), value])
  return options.length === 0 ? [] : [Object.fromEntries(options)]
}

/** Calls a method of `sandbox.simulate` with the fields of its action. */
export const callAction = (
  simulate: Simulate,
  name: ActionName,
  id: string,
  fields: Readonly<Record<string, unknown>>,
): object => {
  const method: (id: string, ...given: never[]) => object = simulate[name]
  return method(id, ...(argumentsOf(name, fields) as never[]))
}
