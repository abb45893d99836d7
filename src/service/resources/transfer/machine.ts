import { machine, type Refusal } from '../../../kernel/machine'

const sentAlready: Refusal = { error: 'invalid_transfer', message: 'transfer was already sent' }
const failedAlready: Refusal = { error: 'invalid_transfer', message: 'transfer has failed' }
const deletedAlready: Refusal = { error: 'invalid_transfer', message: 'transfer was deleted' }

/** States of a transfer (spec 3.3 shows its flags). `new` is the moment before it exists. */
export const transferMachine = machine({
  name: 'transfer',
  states: ['new', 'pending', 'sent', 'paid', 'failed', 'deleted'],
  final: ['paid', 'failed', 'deleted'],
  rules: [
    {
      on: 'create',
      from: ['new'],
      to: 'pending',
      emits: ['transfer.create'],
      otherwise: { error: 'invalid_transfer', message: 'transfer exists already' },
      spec: '4.5',
    },
    {
      on: 'change',
      from: ['pending'],
      to: 'pending',
      emits: ['transfer.update'],
      otherwise: sentAlready,
      except: { failed: failedAlready, deleted: deletedAlready },
      spec: '6',
    },
    {
      on: 'send',
      from: ['pending'],
      to: 'sent',
      emits: ['transfer.update'],
      otherwise: sentAlready,
      except: { failed: failedAlready, deleted: deletedAlready },
      spec: '3.3',
    },
    {
      on: 'pay',
      from: ['sent'],
      to: 'paid',
      emits: ['transfer.update'],
      otherwise: { error: 'invalid_transfer', message: 'transfer was not sent' },
      except: {
        paid: { error: 'invalid_transfer', message: 'transfer was already paid' },
        failed: failedAlready,
        deleted: deletedAlready,
      },
      spec: '3.3',
    },
    {
      on: 'fail',
      from: ['pending', 'sent'],
      to: 'failed',
      emits: ['transfer.destroy'],
      otherwise: failedAlready,
      except: {
        paid: { error: 'invalid_transfer', message: 'transfer was already paid' },
        deleted: deletedAlready,
      },
      spec: '6',
    },
    {
      on: 'delete',
      from: ['pending'],
      to: 'deleted',
      emits: ['transfer.destroy'],
      otherwise: { error: 'failed_deletion' },
      spec: '6',
    },
  ],
})

export type TransferState = (typeof transferMachine.states)[number]

export interface TransferFlags {
  readonly sent: boolean
  readonly paid: boolean
  readonly deleted: boolean
  /** Whether its amount is reserved: still part of the balance, but not available for other transfers. */
  readonly reserved: boolean
}

const flags = (on: Partial<TransferFlags>): TransferFlags => ({
  sent: false,
  paid: false,
  deleted: false,
  reserved: false,
  ...on,
})

/** What came back is not sent (assumption `transfer-returned`). */
export const transferFlags: { readonly [S in TransferState]: TransferFlags } = {
  new: flags({}),
  pending: flags({ reserved: true }),
  sent: flags({ sent: true }),
  paid: flags({ sent: true, paid: true }),
  failed: flags({}),
  deleted: flags({ deleted: true }),
}
