import { collection, type Row } from '../../../kernel/collection'
import type { JsonObject } from '../../../kernel/json'
import { machine } from '../../../kernel/machine'
import type { Currency } from '../../../kernel/money'

const answered = { error: 'invalid_dispute', message: 'dispute was already answered' } as const
const lapsed = { error: 'deadline_passed' } as const

/**
 * States of a dispute (spec 3.1). `new` is the moment before it exists; `lapsed` is lost because there was no response in
 * time, and only then a late response is refused for that reason.
 */
export const disputeMachine = machine({
  name: 'dispute',
  states: ['new', 'open', 'pending', 'won', 'lost', 'lapsed'],
  final: ['won', 'lost', 'lapsed'],
  otherwise: { error: 'dispute_closed' },
  rules: [
    {
      on: 'open',
      from: ['new'],
      to: 'open',
      emits: ['dispute.create'],
      otherwise: { error: 'invalid_dispute' },
      spec: '3.1',
    },
    {
      on: 'answer',
      from: ['open'],
      to: 'pending',
      emits: ['dispute.update'],
      except: { pending: answered, lapsed },
      spec: '3.1',
    },
    {
      on: 'change',
      from: ['open'],
      to: 'open',
      emits: ['dispute.update'],
      except: { pending: answered, lapsed },
      spec: '4.6',
    },
    {
      on: 'change_documents',
      from: ['open'],
      to: 'open',
      emits: ['dispute.update'],
      otherwise: { error: 'documents_locked' },
      spec: '4.6',
    },
    { on: 'accept', from: ['open', 'pending'], to: 'lost', emits: ['dispute.accept'], spec: '4.6' },
    // Assumption `closing-disputes`: the bank of test mode does not insist on evidence.
    { on: 'win', from: ['open', 'pending'], to: 'won', emits: ['dispute.close'], spec: '3.1' },
    { on: 'lose', from: ['open', 'pending'], to: 'lost', emits: ['dispute.close'], spec: '3.1' },
    { on: 'lapse', from: ['open'], to: 'lapsed', emits: ['dispute.close'], spec: '3.1' },
  ],
})

type DisputeState = (typeof disputeMachine.states)[number]
export type DisputeAction = (typeof disputeMachine.rules)[number]['on']

export const disputeStatuses = ['open', 'pending', 'won', 'lost'] as const

interface DisputeFlags {
  readonly status: (typeof disputeStatuses)[number]
  /** The list that contains it: GET /disputes/open, /pending, /closed. */
  readonly phase: 'open' | 'pending' | 'closed'
  /** Where the disputed money is. It is held until the bank decides. */
  readonly money: 'held' | 'merchant' | 'customer'
}

/** The meaning of each state (spec 3.1), so that other code does not compare states. */
const disputeFlags: { readonly [S in Exclude<DisputeState, 'new'>]: DisputeFlags } = {
  open: { status: 'open', phase: 'open', money: 'held' },
  pending: { status: 'pending', phase: 'pending', money: 'held' },
  won: { status: 'won', phase: 'closed', money: 'merchant' },
  lost: { status: 'lost', phase: 'closed', money: 'customer' },
  lapsed: { status: 'lost', phase: 'closed', money: 'customer' },
}

export const disputeFlagsOf = (state: DisputeState): DisputeFlags => {
  if (state === 'new') throw new Error('a dispute that does not exist has no status')
  return disputeFlags[state]
}

/** Why a cardholder disputes a charge, and the text for the merchant. */
export const disputeReasons = {
  cancelled_recurring_transaction: 'Cancelled Recurring Transaction',
  credit_not_processed: 'Credit Not Processed',
  duplicate_processing: 'Duplicate Processing',
  expired_card: 'Expired Card',
  goods_or_services_not_provided: 'Merchandise/Services Not Received',
  incorrect_currency: 'Incorrect Currency',
  incorrect_transaction_amount: 'Incorrect Transaction Amount',
  late_presentment: 'Late Presentment',
  non_matching_account_number: 'Non-Matching Account Number',
  not_as_described_or_defective_merchandise: 'Not as Described or Defective Merchandise',
  not_available: 'Not Available',
  not_recorded: 'Not Recorded',
  other: 'Other',
  paid_by_other_means: 'Paid by Other Means',
  transaction_not_recognised: 'Transaction Not Recognised',
  unauthorized_charge: 'Unauthorized Charge',
  unauthorized_charge_aka_fraud: 'Unauthorized Charge (Fraud)',
} as const
export type DisputeReason = keyof typeof disputeReasons
export const reasonCodes = Object.keys(disputeReasons) as [DisputeReason, ...DisputeReason[]]

export interface DisputeRow extends Row {
  /** The one stored state; what it means is derived from it (machine.ts). */
  readonly state: DisputeState
  readonly charge: string
  /** The part of the charge that was not refunded when the dispute was opened. */
  readonly amount: number
  readonly currency: Currency
  readonly fundingAmount: number
  readonly fundingCurrency: Currency
  /** The merchant's answer. */
  readonly message: string | null
  readonly reasonCode: DisputeReason
  readonly metadata: JsonObject
  /** Ids of the movements of the balance, newest first. */
  readonly transactions: readonly string[]
  /** The deadline: without a response by then the dispute is lost. */
  readonly respondBy: number
  readonly closedAt: number | null
}

export const disputes = collection<DisputeRow, 'charge' | 'phase'>({
  name: 'disputes',
  machine: disputeMachine,
  by: {
    charge: (dispute) => dispute.charge,
    phase: (dispute) => disputeFlagsOf(dispute.state).phase,
  },
})
