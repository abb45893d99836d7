import type { UndoLog } from '../../kernel/commit'
import type { EventKey } from '../../service/resources/event/model'
import type { WebhookDeliveryRow } from '../../service/resources/webhook-delivery/model'
import { worldOf } from '../../service/world'

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
  /** Why it failed; `null` where the status says it all. */
  readonly error: string | null
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
      const object = worldOf(target)?.events.get(event)?.subject.row.id ?? event
      log({ id, eventId: event, key, object, uri, attempt, status, error, retryAt })
    }
  })
