import type { DeliveryKey, EventKey } from '../resources/event/model'
import type { Event } from '../resources/event/record'

/** Events about a delivery are recorded, but never delivered. */
type DeliveredKey = Exclude<EventKey, DeliveryKey>

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
export type WebhookEvent = Event<DeliveredKey>
