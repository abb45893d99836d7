import * as field from '../field'
import { record } from '../record'
import type { RefundRow } from './model'

/** A refund in the `refunds` list of its charge: it names the charge by id. */
export const nestedRefundRecord = record<RefundRow>()({
  object: field.always('refund'),
  id: field.id('rfnd'),
  location: field.location('/charges/<charge>/refunds/<id>'),
  livemode: field.livemode,
  voided: field.flag('Whether it was a void, before settlement: the fees were given back too'),
  currency: field.currency,
  amount: field.int('Refunded amount in subunits of `currency`'),
  metadata: field.metadata,
  charge: field.text('Id of the refunded charge'),
  capture: field.unused,
  terminal: field.unused,
  transaction: field.idOrNullOf('transaction')(
    'Id of the transaction that debits it; null when there is none',
  ),
  status: field.always('closed', 'Always `closed`: a refund is final at once'),
  funding_amount: field.int('Refunded amount in subunits of `funding_currency`'),
  funding_currency: field.text('Currency of the account, in lower case'),
  created_at: field.createdAt,
  acquirer_reference_number: field.unused,
  approval_code: field.unused,
})
