import * as z from 'zod'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { isoTime } from '../../kernel/wire'
import { showNear } from '../../versions/index'
import { applyProfile, type Scene } from '../shape'
import type { WebhookDeliveryRow } from '../webhook-delivery/model'
import {
  renderWebhookDelivery,
  type WebhookDelivery,
  webhookDeliverySchema,
} from '../webhook-delivery/serialize'
import { type EventKey, type EventRow, eventKeys, type Subject } from './model'

/** An event (spec 2.6): `data` is the object as it was when the event was made. */
export const eventSchema = once(() =>
  z.strictObject({
    object: z.literal('event'),
    id: z.string(),
    livemode: z.boolean(),
    location: z.string(),
    webhook_deliveries: z.array(webhookDeliverySchema()),
    data: z.looseObject({ object: z.string() }),
    key: z.enum(eventKeys),
    created_at: isoTime(),
  }),
)

export interface Event {
  readonly object: 'event'
  readonly id: string
  readonly livemode: boolean
  /** Path `/events/<id>`. */
  readonly location: string
  /** The attempts to deliver it, oldest first. Always empty in a webhook. */
  readonly webhook_deliveries: readonly WebhookDelivery[]
  readonly data: { readonly object: string; readonly [field: string]: unknown }
  readonly key: EventKey
  readonly created_at: string
}

/** Renders the object of an event; the registry of resources provides it. */
export type RenderSubject = (subject: Subject, scene: Scene) => Event['data']

const renderBare = (event: EventRow, scene: Scene, renderSubject: RenderSubject): Event => ({
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
): Event => {
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
