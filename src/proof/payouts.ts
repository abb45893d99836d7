/** The rules for recipients and transfers. */
import { rowsOf } from '../kernel/collection'
import { transferFeeOf } from '../ledger/fees'
import type { RecipientRow } from '../resources/recipient/model'
import type { TransferRow } from '../resources/transfer/model'
import type { World } from '../world'
import type { Report, ReportRow } from './finding'

export const checkPayouts = (world: World, reportRow: ReportRow): void => {
  let first: RecipientRow | null = null
  for (const recipient of rowsOf(world.recipients)) {
    const report: Report = (rule) => reportRow('recipients', recipient, rule)
    checkRecipient(recipient, report)
    if (!recipient.isDefault) continue
    if (first !== null) report(`is the default recipient, and so is ${first.id}`)
    first = recipient
  }
  for (const transfer of rowsOf(world.transfers))
    checkTransfer(world, transfer, (rule) => reportRow('transfers', transfer, rule))
}

export const checkRecipient = (recipient: RecipientRow, report: Report): void => {
  const { state, verifiedAt, failureCode, activatedAt, isDefault } = recipient
  if (state === 'deleted') {
    if (isDefault) report('is the default recipient and was deleted')
    return
  }
  if ((verifiedAt !== null) !== (state === 'verified')) report(`is ${state} and has verifiedAt ${verifiedAt}`)
  if ((failureCode !== null) !== (state === 'failed'))
    report(`is ${state} and has failureCode ${failureCode}`)
  if (verifiedAt !== null && activatedAt === null) report('is verified and not active')
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

export const checkTransfer = (world: World, transfer: TransferRow, report: Report): void => {
  const { state, amount, sentAt, paidAt, failureCode, failureMessage } = transfer
  const fact = facts[state]
  const { fee, feeVat } = transferFeeOf(transfer.currency)
  if (fact === undefined) {
    report(`is ${state}, which no transfer can be`)
    return
  }
  if (transfer.currency !== world.account.currency)
    report(`is in ${transfer.currency}, the account has ${world.account.currency}`)
  if (transfer.fee !== fee || transfer.feeVat !== feeVat)
    report(
      `has a fee of ${transfer.fee} and a feeVat of ${transfer.feeVat}, the rule says ${fee} and ${feeVat}`,
    )
  if (amount <= fee + feeVat) report(`is of ${amount}, of which the fee leaves nothing`)
  if (fact.sent !== null && (sentAt !== null) !== fact.sent) report(`is ${state} and has sentAt ${sentAt}`)
  if ((paidAt !== null) !== fact.paid) report(`is ${state} and has paidAt ${paidAt}`)
  if ((failureCode !== null) !== fact.failed || (failureMessage !== null) !== fact.failed)
    report(`is ${state} and has the failure ${failureCode}: ${failureMessage}`)
}
