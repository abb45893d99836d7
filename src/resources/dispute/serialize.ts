import * as z from 'zod'
import { iso, isoOrNull } from '../../kernel/calendar'
import { rowsOf } from '../../kernel/collection'
import { type JsonObject, once } from '../../kernel/json'
import { isoTime } from '../../kernel/wire'
import type { DocumentRow } from '../document/model'
import { documentSchema, renderDocument } from '../document/serialize'
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
    object: z.literal('dispute'),
    id: z.string(),
    livemode: z.boolean(),
    location: z.string(),
    currency: z.string(),
    amount: z.int(),
    funding_amount: z.int(),
    funding_currency: z.string(),
    metadata: z.custom<JsonObject>(),
    charge: z.string(),
    documents: listSchema(documentSchema()),
    transactions: z.array(transactionSchema()).readonly(),
    admin_message: z.null(),
    message: z.string().nullable(),
    reason_code: z.enum(reasonCodes),
    reason_message: z.string(),
    status: z.enum(disputeStatuses),
    closed_at: isoTime().nullable(),
    created_at: isoTime(),
    charge_dispute_at: isoTime(),
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
  object: 'dispute',
  related: (world, dispute) => ({
    documents: rowsOf(world.documents.by('dispute', dispute.id)),
    transactions: dispute.transactions.flatMap((id) => world.transactions.get(id) ?? []),
  }),
  render: renderDispute,
  expandable: { charge: ['charge'] },
  schema: disputeSchema,
}
