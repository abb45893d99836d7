/** Recipients and transfers of the model (spec 4.5). */
import { balanceOf, book } from './balance'
import { emit } from './events'
import { type Recipient, type Refusal, refused, type Schedule, type Transfer, type World } from './world'

/** Ends of bank account numbers that a bank has something against. */
const unknownHolders: Readonly<Record<string, string>> = {
  '0001': 'name_mismatch',
  '0002': 'account_not_found',
  '0003': 'bank_not_found',
}

const canBePaid = ({ deleted, active, verified }: Recipient): boolean => !deleted && active && verified

/** With it go the transfers that waited for it, oldest first, as far as the balance covers them. */
export const verifyRecipient = (world: World, recipient: Recipient): Recipient => {
  const failure = unknownHolders[recipient.number.slice(-4)]
  const wasActive = recipient.active
  if (failure === undefined) {
    recipient.verified = true
    recipient.active = true
  } else recipient.failure = failure
  emit(world, recipient, failure === undefined ? 'recipient.verify' : 'recipient.update')
  if (recipient.active && !wasActive) emit(world, recipient, 'recipient.activate')
  for (const transfer of world.transfers) {
    const waits = transfer.recipient === recipient && transfer.awaits && transfer.state === 'waiting'
    if (waits && failure === undefined && (transfer.failFast || isSendable(world, transfer)))
      leave(world, transfer)
  }
  return recipient
}

/** Another bank account has to be verified again. */
export const changeRecipient = (
  world: World,
  recipient: Recipient,
  { number, description }: { readonly number?: string; readonly description?: string },
): Recipient => {
  if (number !== undefined && number !== recipient.number)
    Object.assign(recipient, { number, verified: false, failure: null })
  recipient.description = description ?? recipient.description
  emit(world, recipient, 'recipient.update')
  return recipient
}

/** The most that can be transferred at once, in subunits. */
export const largest = 100_000_000_000

const total = ({ account }: World): number => account.transferFee + account.transferVat

/** What may go wrong with an amount; `own` is what the transfer has reserved itself. */
const amountRefusal = (world: World, amount: number, own = 0): Refusal | null =>
  amount <= total(world) || amount > largest || amount > balanceOf(world).transferable + own
    ? refused(400, 'invalid_transfer')
    : null

export interface Payout {
  readonly recipient: Recipient
  /** All that can be transferred, unless it is given. */
  readonly amount: number | null
  readonly failFast: boolean
  readonly schedule?: Schedule
}

export const createTransfer = (world: World, payout: Payout): Transfer | Refusal => {
  const amount = payout.amount ?? Math.min(balanceOf(world).transferable, largest)
  const refusal = amountRefusal(world, amount)
  if (refusal !== null) return refusal
  const { recipient, failFast } = payout
  const transfer: Transfer = {
    ...{ kind: 'transfer', id: '', at: world.clock.now, recipient, number: recipient.number, failFast },
    ...{ schedule: payout.schedule ?? null, amount, state: 'waiting', failure: null },
    awaits: !canBePaid(recipient),
    wasSendable: false,
    ...{ sentAt: null, paidAt: null },
  }
  world.transfers.push(transfer)
  emit(world, transfer, 'transfer.create')
  return transfer
}

export const changeTransfer = (world: World, transfer: Transfer, amount: number): Transfer | Refusal => {
  if (transfer.state !== 'waiting') return refused(400, 'invalid_transfer')
  if (amount !== transfer.amount) {
    const refusal = amountRefusal(world, amount, transfer.amount)
    if (refusal !== null) return refusal
  }
  transfer.amount = amount
  emit(world, transfer, 'transfer.update')
  return transfer
}

const obstacle = (world: World, { recipient, amount }: Transfer): string | null => {
  if (!canBePaid(recipient)) return 'invalid_recipient'
  return amount > balanceOf(world).settled ? 'insufficient_balance' : null
}

export const isSendable = (world: World, transfer: Transfer): boolean =>
  transfer.state === 'waiting' ? obstacle(world, transfer) === null : transfer.wasSendable

export const sendTransfer = (world: World, transfer: Transfer): Transfer | Refusal => {
  // The verification of its recipient was there first.
  if (transfer.state === 'sent' && transfer.awaits) return transfer
  if (transfer.state !== 'waiting') return refused(400, 'invalid_transfer')
  if (obstacle(world, transfer) !== null && !transfer.failFast) return refused(400, 'invalid_transfer')
  transfer.awaits = false
  return leave(world, transfer)
}

const leave = (world: World, transfer: Transfer): Transfer | Refusal => {
  const reason = obstacle(world, transfer)
  const failure = reason ?? (transfer.number.endsWith('0004') ? 'transfers_suspended' : null)
  if (failure !== null) return failTransfer(world, transfer, failure)
  transfer.state = 'sent'
  transfer.sentAt = world.clock.now
  book(world, 'transfer.sent.debit', -transfer.amount, transfer)
  emit(world, transfer, 'transfer.send')
  return transfer
}

export const payTransfer = (world: World, transfer: Transfer): Transfer | Refusal => {
  if (transfer.state !== 'sent') return refused(400, 'invalid_transfer')
  if (transfer.number.endsWith('0005')) return failTransfer(world, transfer, 'transfer_failed')
  transfer.state = 'paid'
  transfer.paidAt = world.clock.now
  emit(world, transfer, 'transfer.pay')
  return transfer
}

/** What was sent comes back as a whole. */
export const failTransfer = (world: World, transfer: Transfer, failure: string): Transfer | Refusal => {
  if (transfer.state !== 'waiting' && transfer.state !== 'sent') return refused(400, 'invalid_transfer')
  if (transfer.state === 'sent') book(world, 'transfer.failed.credit', transfer.amount, transfer)
  transfer.state = 'failed'
  transfer.failure = failure
  emit(world, transfer, 'transfer.fail')
  return transfer
}

export const deleteTransfer = (world: World, transfer: Transfer): Transfer | Refusal => {
  if (transfer.state !== 'waiting') return refused(422, 'failed_deletion')
  transfer.wasSendable = world.profile.keepsSendable && isSendable(world, transfer)
  transfer.state = 'deleted'
  emit(world, transfer, 'transfer.destroy')
  return transfer
}
