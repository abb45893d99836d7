import type { HttpSettings } from '../../http/exchange'
import { iso, isoOrNull } from '../../kernel/calendar'
import { rowsOf } from '../../kernel/collection'
import { deepFreeze } from '../../kernel/json'
import { type EventRow, isAboutDelivery } from '../../resources/event/model'
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

/** So many kinds of each are named in a message. */
const namedMax = 10

/** What was recorded, delivered and is still to come, for messages about something that did not come. */
export const shownOf = (world: World): string => {
  const events = rowsOf(world.events).filter(({ key }) => !isAboutDelivery(key))
  const deliveries = rowsOf(world.webhookDeliveries)
  const queued = rowsOf(world.dispatches)
  const due = queued.filter(({ state }) => state === 'due')
  const waiting = queued.filter(({ state }) => state === 'waiting')
  const ways = (rows: typeof queued): string[] =>
    rows.map(({ event, uri }) => `${world.events.get(event)?.key ?? event} to ${uri}`)
  const keys = events.map(({ key }) => key)
  const attempts = deliveries.map(({ key, uri, status, error }) => `${key} to ${uri} (${status ?? error})`)
  return [
    named('events', keys),
    named('deliveries', attempts),
    ...(due.length === 0 ? [] : [named('unanswered', ways(due))]),
    ...(waiting.length === 0 ? [] : [named('waiting for the clock', ways(waiting))]),
    `the clock shows ${iso(world.now())}`,
  ].join('\n  ')
}

const named = (what: string, all: readonly string[]): string => {
  if (all.length === 0) return `${what}: none`
  const counts = new Map<string, number>()
  for (const text of all) counts.set(text, (counts.get(text) ?? 0) + 1)
  const texts = [...counts].map(([text, count]) => (count === 1 ? text : `${text}, ${count} times`))
  const more = texts.length > namedMax ? `${texts.length - namedMax} others; ` : ''
  return `${what}: ${more}${texts.slice(-namedMax).join('; ')}`
}
