import { rowsOf } from '../../../kernel/collection'
import type { DocumentRow } from '../document/model'
import { documentRecord } from '../document/record'
import * as field from '../field'
import { record, type Shown } from '../record'
import type { TransactionRow } from '../transaction/model'
import { transactionRecord } from '../transaction/record'
import { type DisputeRow, disputeFlagsOf, disputeReasons, disputeStatuses, reasonCodes } from './model'

export interface DisputeRelated {
  readonly documents: readonly DocumentRow[]
  /** Newest first, as recorded. */
  readonly transactions: readonly TransactionRow[]
}

/** A dispute (spec 2.5). Amounts are subunits. */
export const disputeRecord = record<DisputeRow, DisputeRelated>((world, dispute) => ({
  documents: rowsOf(world.documents.by('dispute', dispute.id)),
  transactions: dispute.transactions.flatMap((id) => world.transactions.get(id) ?? []),
}))({
  object: field.always('dispute'),
  id: field.id('dspt'),
  livemode: field.livemode,
  location: field.location('/disputes/<id>'),
  currency: field.currency,
  amount: field.money('Disputed amount in subunits of `currency`'),
  funding_amount: field.fundingMoney('Disputed amount in subunits of `funding_currency`'),
  funding_currency: field.fundingCurrency,
  metadata: field.metadata,
  charge: field.idOf('charge')('Id of the disputed charge'),
  documents: field.listOf(
    'The first 20 documents of evidence, oldest first',
    '/disputes/<id>/documents',
    () => documentRecord.schema(),
    (_, { documents }, renderContext) =>
      documents.map((document) => documentRecord.render(document, null, renderContext)),
  ),
  transactions: field.nestedAll(transactionRecord)(
    'Its movements of the balance, newest first',
    (_, { transactions }) => transactions,
  ),
  admin_message: field.unused,
  message: field.textOrNull("The merchant's answer; null before there is one"),
  reason_code: field.oneOf(reasonCodes)('Why the cardholder disputes the charge'),
  reason_message: field.text('Sentence for `reason_code`', ({ reasonCode }) => disputeReasons[reasonCode]),
  status: field.oneOf(disputeStatuses)(
    '`open` until the merchant answers, `pending` until the bank decides',
    ({ state }) => disputeFlagsOf(state).status,
  ),
  closed_at: field.timeOrNull('When it was decided, ISO 8601 in UTC; null before'),
  created_at: field.createdAt,
  // Profile row `fields`.
  charge_dispute_at: field.time(
    'When the cardholder raised it, ISO 8601 in UTC; the time to answer starts here',
    (dispute) => dispute.createdAt,
  ),
})
export type Dispute = Shown<typeof disputeRecord>
