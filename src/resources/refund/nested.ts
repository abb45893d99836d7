import * as z from 'zod/mini'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { field } from '../fields'
import type { Scene } from '../shape'
import type { RefundRow } from './model'

export const refundFields = once(() => ({
  object: field.always('refund'),
  id: field.id('rfnd'),
  location: field.location('/charges/<charge>/refunds/<id>'),
  livemode: field.livemode(),
  voided: field.flag('Whether it was a void, before settlement: the fees were given back too'),
  currency: field.currency(),
  amount: field.int('Refunded amount in subunits of `currency`'),
  metadata: field.metadata(),
  capture: field.unused(),
  terminal: field.unused(),
  transaction: field.textOrNull('Id of the transaction that debits it; null when there is none'),
  status: z.literal('closed').check(z.describe('Always `closed`: a refund is final at once')),
  funding_amount: field.int('Refunded amount in subunits of `funding_currency`'),
  funding_currency: field.text('Currency of the account, in lower case'),
  created_at: field.createdAt(),
  acquirer_reference_number: field.unused(),
  approval_code: field.unused(),
}))

/** A refund in the `refunds` list of its charge: it names the charge by id. */
export const nestedRefundSchema = once(() =>
  z.strictObject({ ...refundFields(), charge: field.text('Id of the refunded charge') }),
)
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
