import type { Charge } from '../resources/charge/schema'
import type { Customer } from '../resources/customer/serialize'
import type { Dispute } from '../resources/dispute/serialize'
import type { EventKey } from '../resources/event/model'
import type { Event } from '../resources/event/serialize'
import type { Link } from '../resources/link/serialize'
import type { Occurrence } from '../resources/occurrence/serialize'
import type { Recipient } from '../resources/recipient/serialize'
import type { Refund } from '../resources/refund/serialize'
import type { Schedule } from '../resources/schedule/serialize'
import type { Source } from '../resources/source/serialize'
import type { Transfer } from '../resources/transfer/serialize'

/** The object of each event key (spec 6). */
interface DataByKey {
  'charge.create': Charge
  'charge.complete': Charge
  'charge.update': Charge
  'refund.create': Refund
  'customer.create': Customer
  'customer.update': Customer
  'customer.destroy': Customer
  'transfer.create': Transfer
  'transfer.update': Transfer
  'transfer.destroy': Transfer
  'charge.dispute.create': Dispute
  'charge.dispute.update': Dispute
  'charge.dispute.close': Dispute
  'source.create': Source
  'source.update': Source
  'source.failed': Source
  'source.successful': Source
  'link.create': Link
  'link.payment.create': Charge
  'link.payment.complete': Charge
  'recipient.create': Recipient
  'recipient.update': Recipient
  'recipient.verify': Recipient
  'recipient.destroy': Recipient
  'schedule.create': Schedule
  'schedule.suspend': Schedule
  'schedule.activate': Schedule
  'schedule.destroy': Schedule
  'schedule.occurrence.scheduled': Occurrence
  'schedule.occurrence.successful': Occurrence
  'schedule.occurrence.failed': Occurrence
}

/** Events about a delivery are recorded, but never delivered. */
type DeliveredKey = Exclude<EventKey, `webhooks.${string}`>

/**
 * The body of a webhook: an event whose `key` determines the type of its `data`, in the form of the newest API version.
 * New keys may be added: handle them in a `default` branch.
 *
 * @example
 * switch (event.key) {
 *   case 'charge.complete': return settle(event.data.id, event.data.paid)
 *   case 'refund.create': return book(event.data.amount)
 *   default: return
 * }
 */
export type WebhookEvent = {
  [Key in DeliveredKey]: Omit<Event, 'key' | 'data'> & { readonly key: Key; readonly data: DataByKey[Key] }
}[DeliveredKey]
