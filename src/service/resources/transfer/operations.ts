import * as z from 'zod/mini'
import { existing, failInvalid } from '../../../kernel/errors'
import type { JsonObject } from '../../../kernel/json'
import { limits } from '../../../kernel/limits'
import { step } from '../../../kernel/machine'
import { amount, bool, metadata, optional, text, words } from '../../../kernel/wire'
import { transferFeeOf } from '../../ledger/fees'
import { balanceOf } from '../../ledger/sums'
import type { World } from '../../world'
import { given } from '../bank-account/operations'
import { canBePaid } from '../recipient/model'
import { defaultRecipientOf, findRecipient, keepRecipient, peekRecipient } from '../recipient/operations'
import { type TransferFailureCode, type TransferRow, transferMachine } from './model'

export const transferCreate = () =>
  z.object({
    /** The fee included; omitted means all that can be transferred. */
    amount: z.optional(amount()),
    recipient: optional('Id of the recipient. Default: the default recipient of the account', text()),
    fail_fast: optional(
      'Whether it fails if the balance is too small when it is sent; otherwise it waits. Default: false',
      bool(),
    ),
    metadata: z.optional(metadata()),
    // Assumption `split-transfers`.
    split_transfer: optional('Accepted, and without effect: the sandbox splits no transfers', bool()),
    idemp_key: optional(
      'The same as the header `Idempotency-Key`. If both are given, the header counts',
      text({ max: limits.idempotencyKeyLengthMax }),
    ),
  })
type TransferParameters = z.output<ReturnType<typeof transferCreate>>

/** A change of an unsent transfer or, in test mode, the outcome as the bank reports it. */
export const transferUpdate = () =>
  z.object({
    amount: z.optional(amount()),
    metadata: z.optional(metadata()),
    success: optional(
      'In test mode: whether the bank has paid it. Default: the bank reports nothing, and amount or metadata change',
      bool(),
    ),
    failure_code: optional(
      'Why the bank has not paid it, such as `transfer_failed`. Required with `success=false`',
      text(),
    ),
    failure_message: optional('A sentence for `failure_code`. Default: the usual one of the code', words()),
  })

/** With the id of the schedule that makes it. */
interface TransferInput extends TransferParameters {
  readonly schedule?: string | undefined
}

/** Assumption `transfer-refusals`. */
const failAmount = (text: string, code: string): Error =>
  failInvalid('invalid_transfer', [{ field: 'amount', code, message: `amount must be ${text}` }])

/** The amount must exceed the fee and not exceed `available`. */
const checkAmount = (amount: number, available: number, totalFee: number): void => {
  if (amount <= totalFee) throw failAmount(`greater than ${totalFee}`, 'too_small')
  if (amount > limits.transferAmountMax)
    throw failAmount(`less than or equal to ${limits.transferAmountMax}`, 'too_large')
  if (amount > available)
    throw failAmount(`less than or equal to balance (${available} can be transferred)`, 'too_large')
}

/**
 * Makes a transfer that waits to be sent; until then its amount is reserved, not gone. Its recipient may be verified
 * later (assumption `transfers-that-wait`).
 */
export const createTransfer = (world: World, input: TransferInput): TransferRow => {
  const to = given(input.recipient)
  const recipient = to === undefined ? defaultRecipientOf(world) : findRecipient(world, to)
  const { currency } = world.account
  const { fee, feeVat } = transferFeeOf(currency)
  const { transferable } = balanceOf(world)
  const amount = input.amount ?? Math.min(transferable, limits.transferAmountMax)
  if (input.amount === undefined && amount <= fee + feeVat)
    throw failAmount(`greater than ${fee + feeVat}, and ${amount} can be transferred`, 'too_small')
  checkAmount(amount, transferable, fee + feeVat)
  const rule = step(transferMachine, 'new', 'create')
  // From here on nothing can fail.
  const { id, bankAccount } = keepRecipient(world, recipient)
  const transfer = world.transfers.insert({
    id: world.newId('trsf'),
    createdAt: world.now(),
    state: rule.to,
    amount,
    currency,
    fee,
    feeVat,
    recipient: id,
    bankAccount,
    failFast: input.fail_fast ?? false,
    awaitsRecipient: !canBePaid(recipient),
    deletedSendable: false,
    metadata: input.metadata ?? {},
    schedule: input.schedule ?? null,
    transactions: [],
    failureCode: null,
    failureMessage: null,
    sentAt: null,
    paidAt: null,
  })
  world.emit(rule.emits, 'transfer', transfer)
  return transfer
}

export const findTransfer = (world: World, id: string): TransferRow =>
  existing(world.transfers.get(id), 'transfer', id)

export const updateTransfer = (
  world: World,
  id: string,
  input: { readonly amount?: number | undefined; readonly metadata?: JsonObject | undefined },
): TransferRow => {
  const transfer = findTransfer(world, id)
  const rule = step(transferMachine, transfer.state, 'change')
  const amount = input.amount ?? transfer.amount
  // Its own reserved amount is available to it.
  if (amount !== transfer.amount)
    checkAmount(amount, balanceOf(world).transferable + transfer.amount, transfer.fee + transfer.feeVat)
  // From here on nothing can fail.
  const updated = world.transfers.update(transfer, { amount, metadata: input.metadata ?? transfer.metadata })
  world.emit(rule.emits, 'transfer', updated)
  return updated
}

/** Why a transfer cannot be sent now, or `null`. */
export const obstacleTo = (world: World, transfer: TransferRow): TransferFailureCode | null => {
  const recipient = peekRecipient(world, transfer.recipient)
  if (recipient === undefined || !canBePaid(recipient)) return 'invalid_recipient'
  return transfer.amount > balanceOf(world).settled ? 'insufficient_balance' : null
}

/** It can still be read, with `deleted: true`, and leaves the lists (assumptions `deleted-transfer` and `deleted-records`). */
export const deleteTransfer = (world: World, id: string): TransferRow => {
  const transfer = findTransfer(world, id)
  const rule = step(transferMachine, transfer.state, 'delete')
  const deletedSendable =
    world.profile.deletedTransfers === 'unchanged' && obstacleTo(world, transfer) === null
  const deleted = world.transfers.update(transfer, { state: rule.to, deletedSendable })
  world.emit(rule.emits, 'transfer', deleted)
  return deleted
}
