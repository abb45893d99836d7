import { collection, type Row } from '../../../kernel/collection'
import { SandboxError } from '../../../kernel/sandbox-error'
import { fits, nearest } from '../../../kernel/text'
import type { Version } from '../../versions/history'
import { eventObjects, webhookDeliveryEvents } from '../models'

export type EventKey = keyof typeof eventObjects
/** The word under `object` in what an event of this kind carries. */
export type ObjectOfEvent<K extends EventKey> = (typeof eventObjects)[K]

export const eventKeys = Object.keys(eventObjects) as readonly EventKey[]

/** Events about deliveries: they are recorded and never delivered (assumption `webhook-events`). */
export type DeliveryKey = keyof typeof webhookDeliveryEvents

export const isAboutDelivery = (key: EventKey): key is DeliveryKey =>
  Object.hasOwn(webhookDeliveryEvents, key)

export const deliveredKeys: readonly EventKey[] = eventKeys.filter((key) => !isAboutDelivery(key))

/** The end of a message about an unknown key, or a pattern such as `charge.*` that matches none. */
export const meantKeys = (given: string, keys: readonly EventKey[]): string => {
  const groups = new Set(given.includes('*') ? keys.map((key) => key.replace(/\w+$/, '*')) : [])
  const [near] = nearest(given, [...keys, ...groups], 1)
  return near === undefined ? `there are ${keys.join(', ')}` : `did you mean ${near}?`
}

export const unknownEvent = (given: unknown): SandboxError => {
  const text = String(given).slice(0, 80)
  return new SandboxError('not_found', `there is no event ${text}: ${meantKeys(text, eventKeys)}`)
}

/** @throws SandboxError `not_found` for a key or pattern that fits no event, with the nearest */
export const checkPattern = (pattern: unknown): void => {
  if (typeof pattern !== 'string' || !eventKeys.some((key) => fits(pattern, key))) throw unknownEvent(pattern)
}

/**
 * A record as it is at one moment: its frozen row and the frozen rows that its JSON also shows. An event keeps
 * these pointers instead of a rendering, so `data` stays as it was and costs next to nothing.
 */
export interface EventSubject {
  readonly object: string
  readonly row: Row
  readonly related: unknown
}

export interface EventRow extends Row {
  readonly key: EventKey
  readonly subject: EventSubject
  /** The account's default version when it was made: `data` keeps that form. */
  readonly apiVersion: Version
  /** The charge it is about, for GET /charges/:id/events (assumption `charge-events`). */
  readonly charge: string | null
}

export const events = collection<EventRow, 'charge' | 'source'>({
  name: 'events',
  by: {
    charge: (event) => event.charge,
    /** The one that says that a source was made: no charge is known then. */
    source: ({ key, subject }) => (key === 'source.create' ? subject.row.id : null),
  },
})
