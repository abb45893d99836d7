import * as z from 'zod/mini'
import { iso, isoOrNull } from '../../kernel/calendar'
import { rowsOf } from '../../kernel/collection'
import { once } from '../../kernel/json'
import type { DocumentRow } from '../document/model'
import { documentSchema, renderDocument } from '../document/serialize'
import { field } from '../fields'
import { listSchema, nestedList } from '../list'
import type { Scene, Shape } from '../shape'
import type { TransactionRow } from '../transaction/model'
import { transactionSchema, transactionShape } from '../transaction/serialize'
import { disputeFlagsOf, disputeStatuses } from './machine'
import { type DisputeRow, disputeReasons } from './model'
import { reasonCodes } from './schema'

/** A dispute (spec 2.5). Amounts are subunits. */
export const disputeSchema = once(() =>
  z.strictObject({
    object: field.always('dispute'),
    id: field.id('dspt'),
    livemode: field.livemode(),
    location: field.location('/disputes/<id>'),
    currency: field.currency(),
    amount: field.int('Disputed amount in subunits of `currency`'),
    funding_amount: field.int('Disputed amount in subunits of `funding_currency`'),
    funding_currency: field.text('Currency of the account, in lower case'),
    metadata: field.metadata(),
    charge: field.text('Id of the disputed charge'),
    documents: listSchema(documentSchema()).check(
      z.describe('The first 20 documents of evidence, oldest first'),
    ),
    transactions: z
      .readonly(z.array(transactionSchema()))
      .check(z.describe('Its movements of the balance, newest first')),
    admin_message: field.unused(),
    message: field.textOrNull("The merchant's answer; null before there is one"),
    reason_code: z.enum(reasonCodes).check(z.describe('Why the cardholder disputes the charge')),
    reason_message: field.text('Sentence for `reason_code`'),
    status: z
      .enum(disputeStatuses)
      .check(z.describe('`open` until the merchant answers, `pending` until the bank decides')),
    closed_at: field.timeOrNull('When it was decided, ISO 8601 in UTC; null before'),
    created_at: field.createdAt(),
    charge_dispute_at: field.time(
      'When the cardholder raised it, ISO 8601 in UTC; the time to answer starts here',
    ),
  }),
)
export type Dispute = z.infer<ReturnType<typeof disputeSchema>>

export interface DisputeRelated {
  readonly documents: readonly DocumentRow[]
  /** Newest first, as recorded. */
  readonly transactions: readonly TransactionRow[]
}

const renderDispute = (
  dispute: DisputeRow,
  { documents, transactions }: DisputeRelated,
  scene: Scene,
): Dispute => ({
  object: 'dispute',
  id: dispute.id,
  livemode: scene.livemode,
  location: `/disputes/${dispute.id}`,
  currency: dispute.currency,
  amount: dispute.amount,
  funding_amount: dispute.fundingAmount,
  funding_currency: dispute.fundingCurrency,
  metadata: dispute.metadata,
  charge: dispute.charge,
  documents: nestedList(
    documents.map((document) => renderDocument(document, scene)),
    `/disputes/${dispute.id}/documents`,
    scene.now,
  ),
  transactions: transactions.map((transaction) => transactionShape.render(transaction, null, scene)),
  admin_message: null,
  message: dispute.message,
  reason_code: dispute.reasonCode,
  reason_message: disputeReasons[dispute.reasonCode],
  status: disputeFlagsOf(dispute.state).status,
  closed_at: isoOrNull(dispute.closedAt),
  created_at: iso(dispute.createdAt),
  charge_dispute_at: iso(dispute.createdAt),
})

export const disputeShape: Shape<DisputeRow, DisputeRelated, Dispute> = {
  related: (world, dispute) => ({
    documents: rowsOf(world.documents.by('dispute', dispute.id)),
    transactions: dispute.transactions.flatMap((id) => world.transactions.get(id) ?? []),
  }),
  render: renderDispute,
  expandable: { charge: ['charge'] },
  schema: disputeSchema,
}
