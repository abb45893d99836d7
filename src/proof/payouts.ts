/** The rules for recipients and transfers. */
import { rowsOf } from '../kernel/collection'
import { transferFeeOf } from '../ledger/fees'
import type { RecipientRow } from '../resources/recipient/model'
import type { TransferRow } from '../resources/transfer/model'
import type { World } from '../world'
import type { Say, Tell } from './finding'

export const checkPayouts = (world: World, say: Say): void => {
  let first: RecipientRow | null = null
  for (const recipient of rowsOf(world.recipients)) {
    const tell: Tell = (rule) => say('recipients', recipient, rule)
    checkRecipient(recipient, tell)
    if (!recipient.isDefault) continue
    if (first !== null) tell(`is the default recipient, and so is ${first.id}`)
    first = recipient
  }
  for (const transfer of rowsOf(world.transfers))
    checkTransfer(world, transfer, (rule) => say('transfers', transfer, rule))
}

export const checkRecipient = (recipient: RecipientRow, tell: Tell): void => {
  const { state, verifiedAt, failureCode, activatedAt, isDefault } = recipient
  if (state === 'deleted') {
    if (isDefault) tell('is the default recipient and was deleted')
    return
  }
  if ((verifiedAt !== null) !== (state === 'verified')) tell(`is ${state} and has verifiedAt ${verifiedAt}`)
  if ((failureCode !== null) !== (state === 'failed')) tell(`is ${state} and has failureCode ${failureCode}`)
  if (verifiedAt !== null && activatedAt === null) tell('is verified and not active')
}

/** The fields that are set in each state; `null` if both are possible. */
const facts: {
  readonly [S in TransferRow['state']]?: {
    readonly sent: boolean | null
    readonly paid: boolean
    readonly failed: boolean
  }
} = {
  pending: { sent: false, paid: false, failed: false },
  sent: { sent: true, paid: false, failed: false },
  paid: { sent: true, paid: true, failed: false },
  failed: { sent: null, paid: false, failed: true },
  deleted: { sent: false, paid: false, failed: false },
}

export const checkTransfer = (world: World, transfer: TransferRow, tell: Tell): void => {
  const { state, amount, sentAt, paidAt, failureCode, failureMessage } = transfer
  const fact = facts[state]
  const { fee, feeVat } = transferFeeOf(transfer.currency)
  if (fact === undefined) {
    tell(`is ${state}, which no transfer can be`)
    return
  }
  if (transfer.currency !== world.account.currency)
    tell(`is in ${transfer.currency}, the account has ${world.account.currency}`)
  if (transfer.fee !== fee || transfer.feeVat !== feeVat)
    tell(
      `has a fee of ${transfer.fee} and a feeVat of ${transfer.feeVat}, the rule says ${fee} and ${feeVat}`,
    )
  if (amount <= fee + feeVat) tell(`is of ${amount}, of which the fee leaves nothing`)
  if (fact.sent !== null && (sentAt !== null) !== fact.sent) tell(`is ${state} and has sentAt ${sentAt}`)
  if ((paidAt !== null) !== fact.paid) tell(`is ${state} and has paidAt ${paidAt}`)
  if ((failureCode !== null) !== fact.failed || (failureMessage !== null) !== fact.failed)
    tell(`is ${state} and has the failure ${failureCode}: ${failureMessage}`)
}
