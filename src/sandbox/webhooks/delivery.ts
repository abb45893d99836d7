import * as z from 'zod/mini'
import { flag, int, textOrNull } from '../../kernel/answers'
import { isoOrNull } from '../../kernel/calendar'
import type { UndoLog } from '../../kernel/commit'
import { deepFreeze, once } from '../../kernel/json'
import { about } from '../../kernel/wire'
import type { HttpSettings } from '../../service/http/backend'
import type { EventKey } from '../../service/resources/event/keys'
import type { EventRow } from '../../service/resources/event/model'
import { type Event, renderDeliveryOf } from '../../service/resources/event/record'
import { applyProfile } from '../../service/resources/record'
import { renderSubject } from '../../service/resources/registry'
import type { WebhookDeliveryRow } from '../../service/resources/webhook-delivery/model'
import { webhookDeliveryRecord } from '../../service/resources/webhook-delivery/record'
import { headersOf } from '../../service/webhooks/message'
import { refusalHint } from '../../service/webhooks/refused'
import { addressOf } from '../../service/webhooks/transmit'
import { type World, worldOf } from '../../service/world'

export const deliverySchema = once(() =>
  z.strictObject({
    ...webhookDeliveryRecord.forms(),
    event: about('The event that was sent', z.custom<Event>()),
    attempt: int('Number of the attempt, from 1; a resend begins at 1 again'),
    delivered: flag('Whether the answer was a status from 200 to 299'),
    answer: textOrNull('The first 1,000 characters of the answer to an attempt that failed; null for none'),
    hint: textOrNull(
      'How it was signed, where the receiver may have refused that with 400, 401 or 403; null otherwise',
    ),
    headers: about(
      'The headers that were sent, by their name in lower case',
      z.record(z.string(), z.string()),
    ),
    retry_at: textOrNull('Time of the next attempt, ISO 8601 in UTC; null when there is none'),
  }),
)

/** One attempt to deliver an event: the fields of the API, and more that only the sandbox has. */
export type Delivery = Readonly<z.output<ReturnType<typeof deliverySchema>>>

/** `null` when the event was deleted after 90 days, and the delivery with it. */
export const deliveryOf = (world: World, row: WebhookDeliveryRow, look: Look): Delivery | null => {
  const event = world.events.get(row.event)
  return event === undefined ? null : showDelivery(world, row, event, look)
}

type Look = Pick<HttpSettings, 'headerPrefix' | 'profile' | 'profileForm'>

export const showDelivery = (
  { livemode }: World,
  row: WebhookDeliveryRow,
  event: EventRow,
  { headerPrefix, profile, profileForm }: Look,
): Delivery => {
  const renderContext = { livemode, now: row.createdAt, baseUrl: row.baseUrl, profileForm }
  const shown = applyProfile(renderDeliveryOf(row, event, renderContext, renderSubject), renderContext)
  const { status } = row
  return deepFreeze({
    ...shown,
    event: JSON.parse(shown.payload) as Event,
    attempt: row.attempt,
    delivered: status !== null && status >= 200 && status < 300,
    answer: row.answer,
    hint: refusalHint(row, profile),
    headers: { ...headersOf(row, headerPrefix), ...addressOf(row.uri).headers },
    retry_at: isoOrNull(row.retryAt),
  })
}

/** One attempt to deliver an event, for the log of a server. */
export interface DeliveryEntry {
  readonly id: string
  readonly eventId: string
  readonly key: EventKey
  /** Id of the record that the event is about. */
  readonly object: string
  readonly uri: string
  /** 1 is the first. */
  readonly attempt: number
  /** `null` for no answer. */
  readonly status: number | null
  /** Why it failed; `null` if the status says it all. */
  readonly error: string | null
  /** How it was signed, where the receiver may have refused that. */
  readonly hint: string | null
  /** Epoch milliseconds of the virtual clock; `null` when there is no next attempt. */
  readonly retryAt: number | null
}

/** Calls `log` after each attempt to deliver an event. Returns a function that stops this. */
export const onDeliveries = (
  undo: Pick<UndoLog, 'subscribe'>,
  log: (entry: DeliveryEntry) => void,
): (() => void) =>
  undo.subscribe(({ inserted }) => {
    for (const { target, next } of inserted) {
      if (target.name !== 'webhookDeliveries') continue
      const { id, event, key, uri, attempt, status, error, retryAt } = next as WebhookDeliveryRow
      const world = worldOf(target)
      const object = world?.events.get(event)?.subject.row.id ?? event
      const hint = world === null ? null : refusalHint(next as WebhookDeliveryRow, world.profile)
      log({ id, eventId: event, key, object, uri, attempt, status, error, hint, retryAt })
    }
  })
