import type { HttpSettings } from '../../http/env'
import { isoOrNull } from '../../kernel/calendar'
import { deepFreeze } from '../../kernel/json'
import type { EventRow } from '../../resources/event/model'
import { type Event, renderDeliveryOf } from '../../resources/event/serialize'
import { renderSubject } from '../../resources/registry'
import { dressed } from '../../resources/shape'
import type { WebhookDeliveryRow } from '../../resources/webhook-delivery/model'
import type { WebhookDelivery } from '../../resources/webhook-delivery/serialize'
import { addressOf } from '../../webhooks/address'
import { headersOf } from '../../webhooks/message'
import type { World } from '../../world'

/** One attempt to deliver an event: as the API shows it in the event, and what only the sandbox knows. */
export interface Delivery extends Readonly<WebhookDelivery> {
  /** The event as it was sent. */
  readonly event: Event
  /** 1 is the first. */
  readonly attempt: number
  /** It was answered with a status from 200 to 299. */
  readonly delivered: boolean
  /** The headers as they were sent, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** When it is tried again, in ISO 8601; `null` when it was delivered or is given up. */
  readonly retry_at: string | null
}

/** `null` when the event is gone (they are kept for 90 days), and the delivery with it. */
export const deliveryOf = (world: World, row: WebhookDeliveryRow, look: Look): Delivery | null => {
  const event = world.events.get(row.event)
  return event === undefined ? null : showDelivery({ livemode: world.livemode, row, event }, look)
}

type Look = Pick<HttpSettings, 'headerPrefix' | 'dress'>

interface Attempted {
  readonly livemode: boolean
  readonly row: WebhookDeliveryRow
  readonly event: EventRow
}

export const showDelivery = (
  { livemode, row, event }: Attempted,
  { headerPrefix, dress }: Look,
): Delivery => {
  const scene = { livemode, now: row.createdAt, baseUrl: row.baseUrl, dress }
  const shown = dressed(renderDeliveryOf(row, event, scene, renderSubject), scene)
  const { status } = row
  return deepFreeze({
    ...shown,
    event: JSON.parse(shown.payload) as Event,
    attempt: row.attempt,
    delivered: status !== null && status >= 200 && status < 300,
    headers: { ...headersOf(row, headerPrefix), ...addressOf(row.uri).headers },
    retry_at: isoOrNull(row.retryAt),
  })
}
