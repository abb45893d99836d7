import * as z from 'zod/mini'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { showNear } from '../../versions/index'
import { field } from '../fields'
import { applyProfile, type Scene, type ShownRecord } from '../shape'
import type { ShownRecords } from '../shown'
import type { WebhookDeliveryRow } from '../webhook-delivery/model'
import {
  renderWebhookDelivery,
  type WebhookDelivery,
  webhookDeliverySchema,
} from '../webhook-delivery/serialize'
import { type EventKey, type EventRow, type EventSubject, eventKeys, type ObjectOfEvent } from './model'

/** An event (spec 2.6): `data` is the object as it was when the event was made. */
export const eventSchema = once(() =>
  z.strictObject({
    object: field.always('event'),
    id: field.id('evnt'),
    livemode: field.livemode(),
    location: field.location('/events/<id>'),
    webhook_deliveries: z
      .array(webhookDeliverySchema())
      .check(z.describe('The attempts to deliver it, oldest first; always empty in a webhook')),
    data: z
      .looseObject({ object: field.text('Kind of the object, such as `charge`') })
      .check(z.describe('The object as it was when the event happened')),
    key: z
      .enum(eventKeys)
      .check(z.describe('What happened, such as `charge.complete`; it decides what `data` is')),
    created_at: field.createdAt(),
  }),
)

export type EventFields = z.infer<ReturnType<typeof eventSchema>>

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
    readonly key: Key
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
export type RenderSubject = (subject: EventSubject, scene: Scene) => ShownRecord

/** An event whose data the compiler does not know, as only its row does. */
type RenderedEvent = Readonly<Omit<EventFields, 'data'>> & { readonly data: ShownRecord }

const renderBare = (event: EventRow, scene: Scene, renderSubject: RenderSubject): RenderedEvent => ({
  object: 'event',
  id: event.id,
  livemode: scene.livemode,
  location: `/events/${event.id}`,
  webhook_deliveries: [],
  // Fields that depend on the time (can_perform_void) keep the value of that time too.
  data: showNear(
    event.apiVersion,
    applyProfile(renderSubject(event.subject, { ...scene, now: event.createdAt }), scene),
    event.createdAt,
  ),
  key: event.key,
  created_at: iso(event.createdAt),
})

/** An event with the attempts to deliver it. */
export const renderEvent = (
  event: EventRow,
  deliveries: readonly WebhookDeliveryRow[],
  scene: Scene,
  renderSubject: RenderSubject,
): RenderedEvent => {
  const bare = renderBare(event, scene, renderSubject)
  if (deliveries.length === 0) return bare
  const shown = deliveries.map((delivery) => renderDeliveryOf(delivery, event, scene, renderSubject))
  return { ...bare, webhook_deliveries: shown }
}

/** The body of a webhook (spec 6 rule 1), in the account's version: the same text whenever it is made. */
export const renderBody = (event: EventRow, scene: Scene, renderSubject: RenderSubject): string =>
  JSON.stringify(
    showNear(
      event.apiVersion,
      applyProfile({ ...renderBare(event, scene, renderSubject) }, scene),
      event.createdAt,
    ),
  )

/** An attempt, with the body as it was sent then. */
export const renderDeliveryOf = (
  delivery: WebhookDeliveryRow,
  event: EventRow,
  scene: Scene,
  renderSubject: RenderSubject,
): WebhookDelivery =>
  renderWebhookDelivery(delivery, renderBody(event, { ...scene, baseUrl: delivery.baseUrl }, renderSubject))
