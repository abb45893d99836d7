import * as z from 'zod'
import { iso } from '../../kernel/calendar'
import { type JsonObject, once } from '../../kernel/json'
import { isoTime } from '../../kernel/wire'
import type { Scene } from '../shape'
import type { RefundRow } from './model'

export const refundFields = once(() => ({
  object: z.literal('refund'),
  id: z.string(),
  location: z.string(),
  livemode: z.boolean(),
  voided: z.boolean(),
  currency: z.string(),
  amount: z.int(),
  metadata: z.custom<JsonObject>(),
  capture: z.null(),
  terminal: z.null(),
  transaction: z.string().nullable(),
  status: z.literal('closed'),
  funding_amount: z.int(),
  funding_currency: z.string(),
  created_at: isoTime(),
  acquirer_reference_number: z.null(),
  approval_code: z.null(),
}))

/** A refund in the `refunds` list of its charge: it names the charge by id. */
export const nestedRefundSchema = once(() => z.strictObject({ ...refundFields(), charge: z.string() }))
export type NestedRefund = z.infer<ReturnType<typeof nestedRefundSchema>>

export const renderNestedRefund = (refund: RefundRow, scene: Scene): NestedRefund => ({
  object: 'refund',
  id: refund.id,
  location: `/charges/${refund.charge}/refunds/${refund.id}`,
  livemode: scene.livemode,
  voided: refund.voided,
  currency: refund.currency,
  amount: refund.amount,
  metadata: refund.metadata,
  charge: refund.charge,
  capture: null,
  terminal: null,
  transaction: refund.transaction,
  status: 'closed',
  funding_amount: refund.fundingAmount,
  funding_currency: refund.fundingCurrency,
  created_at: iso(refund.createdAt),
  acquirer_reference_number: null,
  approval_code: null,
})
