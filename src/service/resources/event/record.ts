import * as z from 'zod/mini'
import { showNear } from '../../versions/index'
import * as field from '../field'
import { applyProfile, type RenderContext, record, type Shown, type ShownRecord } from '../record'
import type { ShownRecords } from '../shown'
import type { WebhookDeliveryRow } from '../webhook-delivery/model'
import { type WebhookDelivery, webhookDeliveryRecord } from '../webhook-delivery/record'
import { type EventKey, eventKeys, type ObjectOfEvent } from './keys'
import type { EventRow, EventSubject } from './model'

/** What an event shows besides its row, as it is shown. */
interface EventRelated {
  readonly deliveries: WebhookDelivery[]
  readonly data: ShownRecord
}

/** An event (spec 2.6): `data` is the object as it was when the event was made. */
export const eventRecord = record<EventRow, EventRelated>()({
  object: field.always('event'),
  id: field.id('evnt'),
  livemode: field.livemode,
  location: field.location('/events/<id>'),
  webhook_deliveries: field.of(() => z.array(webhookDeliveryRecord.schema()))(
    'The attempts to deliver it, oldest first; always empty in a webhook',
    (_, { deliveries }) => deliveries,
  ),
  data: field.of(() =>
    z.looseObject({ object: z.string().check(z.describe('Kind of the object, such as `charge`')) }),
  )('The object as it was when the event happened', (_, { data }) => data),
  key: field.oneOf(eventKeys)('What happened, such as `charge.complete`; it decides what `data` is'),
  created_at: field.createdAt,
})

export type EventFields = Shown<typeof eventRecord>

/** The record that an event of this kind carries. */
type DataOf<K extends EventKey> = Extract<
  ShownRecords[keyof ShownRecords] | WebhookDelivery,
  { readonly object: ObjectOfEvent<K> }
>

/**
 * An event. Its `key` determines the type of its `data`: the record as it was when the event happened, in the form of
 * the newest API version.
 *
 * @example
 * if (event.key === 'charge.complete') console.log(event.data.amount)
 */
export type Event<K extends EventKey = EventKey> = {
  [Key in K]: Readonly<Omit<EventFields, 'key' | 'data'>> & {
    /** What happened, such as `charge.complete`; it decides what `data` is. */
    readonly key: Key
    /** The object as it was when the event happened. */
    readonly data: DataOf<Key>
  }
}[K]

/** `charge.complete`, `charge.*` or `*`. */
export type EventPattern = EventKey | (string & {})

type KeysFor<P extends EventPattern> = P extends EventKey
  ? P
  : P extends `${infer Start}*`
    ? Extract<EventKey, `${Start}${string}`>
    : never

/** The events whose keys fit a pattern; any event when the pattern is not known to the compiler. */
export type EventFor<P extends EventPattern> = [KeysFor<P>] extends [never] ? Event : Event<KeysFor<P>>

/** Renders the object of an event; the registry of resources provides it. */
export type RenderSubject = (subject: EventSubject, renderContext: RenderContext) => ShownRecord

/** An event with the attempts to deliver it. */
export const renderEvent = (
  event: EventRow,
  deliveries: readonly WebhookDeliveryRow[],
  renderContext: RenderContext,
  renderSubject: RenderSubject,
): EventFields => {
  // Fields that depend on the time (can_perform_void) keep the value of that time too.
  const then = { ...renderContext, now: event.createdAt }
  const data = showNear(
    event.apiVersion,
    applyProfile(renderSubject(event.subject, then), renderContext),
    event.createdAt,
  )
  const shown = deliveries.map((delivery) => renderDeliveryOf(delivery, event, renderContext, renderSubject))
  return eventRecord.render(event, { data, deliveries: shown }, renderContext)
}

/** An event in the version that the account had when it was made, whatever the version of the call (spec 9 rule 3). */
export const inOwnVersion = (
  event: EventRow,
  shown: ShownRecord,
  renderContext: RenderContext,
): ShownRecord => showNear(event.apiVersion, applyProfile(shown, renderContext), event.createdAt)

/** The body of a webhook (spec 6 rule 1): the same text whenever it is made. */
export const renderBody = (
  event: EventRow,
  renderContext: RenderContext,
  renderSubject: RenderSubject,
): string =>
  JSON.stringify(inOwnVersion(event, renderEvent(event, [], renderContext, renderSubject), renderContext))

/** An attempt, with the body as it was sent then. */
export const renderDeliveryOf = (
  delivery: WebhookDeliveryRow,
  event: EventRow,
  renderContext: RenderContext,
  renderSubject: RenderSubject,
): WebhookDelivery => {
  const sent = { ...renderContext, baseUrl: delivery.baseUrl, isWhole: false }
  const payload = renderBody(event, sent, renderSubject)
  return webhookDeliveryRecord.render(delivery, payload, renderContext)
}
