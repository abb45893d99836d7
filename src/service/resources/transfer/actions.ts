import { rowsOf } from '../../../kernel/collection'
import { fail, failInvalid } from '../../../kernel/errors'
import { allows, step } from '../../../kernel/machine'
import { noFees } from '../../ledger/fees'
import { book, post } from '../../ledger/post'
import { transferFailureOf, verificationFailureOf } from '../../simulation/banks'
import type { World } from '../../world'
import { canBePaid, type RecipientRow, recipientMachine } from '../recipient/model'
import { findRecipient, keepRecipient } from '../recipient/operations'
import {
  isTransferFailureCode,
  type TransferFailureCode,
  type TransferRow,
  transferFailureCodes,
  transferFailures,
  transferFlags,
  transferMachine,
} from './model'
import { findTransfer, obstacleTo } from './operations'

/** Actions of banks: verify a recipient, take a transfer, deliver it or return it. */

/** The move of the bank's answer. */
export const nextVerification = ({ bankAccount }: RecipientRow): 'verify' | 'reject' =>
  verificationFailureOf(bankAccount.number) === null ? 'verify' : 'reject'

/** The bank's answer follows from the account number; with it the recipient becomes active (assumption `recipient-activation`). */
export const verifyRecipient = (world: World, id: string): RecipientRow => {
  const recipient = findRecipient(world, id)
  const failure = verificationFailureOf(recipient.bankAccount.number)
  const rule = step(recipientMachine, recipient.state, nextVerification(recipient))
  const checked = world.recipients.update(keepRecipient(world, recipient), {
    state: rule.to,
    failureCode: failure,
    ...(failure === null
      ? { verifiedAt: world.now(), activatedAt: recipient.activatedAt ?? world.now() }
      : {}),
  })
  world.emit(rule.emits, 'recipient', checked)
  if (recipient.activatedAt === null && checked.activatedAt !== null)
    world.emit(['recipient.activate'], 'recipient', checked)
  if (!canBePaid(recipient) && canBePaid(checked)) sendWaiting(world, id)
  return checked
}

/** Sends the transfers that waited for their recipient, oldest first. Those that the balance does not cover keep waiting. */
const sendWaiting = (world: World, recipient: string): void => {
  for (const transfer of rowsOf(world.transfers.by('recipient', recipient))) {
    const waits = transfer.awaitsRecipient && transfer.state === 'pending'
    if (waits && (transfer.failFast || obstacleTo(world, transfer) === null))
      send(world, transfer, 'verification')
  }
}

const ledgerFacts = ({ amount, fee, feeVat }: TransferRow) => ({ ...noFees, gross: amount, fee, feeVat })

/** Whether the transfer can be sent now, or fails when it is sent. */
export const isSendable = (world: World, transfer: TransferRow): boolean =>
  allows(transferMachine, transfer.state, 'send') &&
  (transfer.failFast || obstacleTo(world, transfer) === null)

/** Sends a transfer on request. The verification of its recipient may have sent it already. */
export const sendTransfer = (world: World, id: string): TransferRow => {
  const transfer = findTransfer(world, id)
  if (transfer.state === 'sent' && transfer.awaitsRecipient) return transfer
  return send(world, transfer, 'hand')
}

/** Sends a transfer to the bank. One that cannot be sent waits, or fails at once (assumption `fail-fast`). */
const send = (world: World, transfer: TransferRow, by: 'hand' | 'verification'): TransferRow => {
  const { id } = transfer
  const rule = step(transferMachine, transfer.state, 'send')
  const obstacle = obstacleTo(world, transfer)
  if (obstacle !== null && !transfer.failFast)
    throw fail('invalid_transfer', {}, `transfer is not sendable: ${transferFailures[obstacle]}`)
  const failure = obstacle ?? transferFailureOf(transfer.bankAccount.number, 'send')
  if (failure !== null) return failTransfer(world, id, { code: failure })
  // From here on nothing can fail.
  const entry = post(world, 'transfer.sent.debit', id, ledgerFacts(transfer))
  const sent = world.transfers.update(transfer, {
    state: rule.to,
    awaitsRecipient: by === 'verification',
    sentAt: world.now(),
    transactions: [...transfer.transactions, entry.id],
  })
  world.emit(rule.emits, 'transfer', sent)
  return sent
}

/** The bank of the recipient receives the money, or returns it. */
export const payTransfer = (world: World, id: string): TransferRow => {
  const transfer = findTransfer(world, id)
  const rule = step(transferMachine, transfer.state, 'pay')
  const failure = transferFailureOf(transfer.bankAccount.number, 'pay')
  if (failure !== null) return failTransfer(world, id, { code: failure })
  // From here on nothing can fail.
  book(world, 'transfer.paid', id, ledgerFacts(transfer))
  const paid = world.transfers.update(transfer, { state: rule.to, paidAt: world.now() })
  world.emit(rule.emits, 'transfer', paid)
  return paid
}

/** Ends a transfer that did not arrive. The money and the fee come back (assumption `transfer-returned`). */
export const failTransfer = (
  world: World,
  id: string,
  failure: { readonly code?: TransferFailureCode; readonly message?: string | undefined } = {},
): TransferRow => {
  const transfer = findTransfer(world, id)
  const rule = step(transferMachine, transfer.state, 'fail')
  const code = failure.code ?? 'transfer_failed'
  // From here on nothing can fail.
  const back = transferFlags[transfer.state].sent
    ? [post(world, 'transfer.failed.credit', id, ledgerFacts(transfer)).id]
    : []
  const failed = world.transfers.update(transfer, {
    state: rule.to,
    failureCode: code,
    failureMessage: failure.message ?? transferFailures[code],
    transactions: [...transfer.transactions, ...back],
  })
  world.emit(rule.emits, 'transfer', failed)
  return failed
}

/** The endpoints by which a merchant plays the bank exist in test mode only (assumption `playing-bank`). */
const inTestMode =
  <R>(act: (world: World, id: string) => R) =>
  (world: World, id: string): R => {
    if (world.livemode) throw fail('not_found', {}, 'this operation exists in test mode only')
    return act(world, id)
  }

export const markAsVerified = inTestMode(verifyRecipient)
export const markAsSent = inTestMode(sendTransfer)
export const markAsPaid = inTestMode(payTransfer)

export interface ReportedOutcome {
  readonly success: boolean
  readonly failure_code?: string | undefined
  readonly failure_message?: string | undefined
}

const failCode = (text: string, code: string): Error =>
  failInvalid('invalid_transfer', [{ field: 'failure_code', code, message: `failure_code ${text}` }])

/** The bank's action on a transfer, as the merchant reports it in test mode. */
export const reportOutcome = (world: World, id: string, outcome: ReportedOutcome): TransferRow => {
  const { state } = findTransfer(world, id)
  if (world.livemode) throw fail('invalid_transfer', {}, 'an outcome can be reported in test mode only')
  if (outcome.success) return payTransfer(world, id)
  step(transferMachine, state, 'fail')
  const { failure_code: code, failure_message: message } = outcome
  if (code === undefined || code === '') throw failCode("can't be blank", 'required')
  if (!isTransferFailureCode(code))
    throw failCode(`is not included in the list (${transferFailureCodes.join(', ')})`, 'not_supported')
  return failTransfer(world, id, { code, message: message === '' ? undefined : message })
}
