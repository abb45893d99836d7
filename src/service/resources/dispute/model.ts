import { collection, type Row } from '../../../kernel/collection'
import type { JsonObject } from '../../../kernel/json'
import type { Currency } from '../../../kernel/money'
import { type DisputeState, disputeFlagsOf, disputeMachine } from './machine'

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

/** The events of a dispute (spec 6), each with the object that it carries. */
export const disputeEvents = {
  'charge.dispute.create': 'dispute',
  'charge.dispute.update': 'dispute',
  'charge.dispute.close': 'dispute',
} as const
