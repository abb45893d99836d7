import { collection, type Row } from '../../kernel/collection'
import type { Version } from '../../versions/history'
import { eventObjects } from '../models'
import { webhookDeliveryEvents } from '../webhook-delivery/events'

export type EventKey = keyof typeof eventObjects
/** The word under `object` in what an event of this kind carries. */
export type ObjectOfEvent<K extends EventKey> = (typeof eventObjects)[K]

export const eventKeys = Object.keys(eventObjects) as readonly EventKey[]

/** Events about deliveries: they are recorded and never delivered (assumption `webhook-events`). */
export type DeliveryKey = keyof typeof webhookDeliveryEvents

export const isAboutDelivery = (key: EventKey): key is DeliveryKey =>
  Object.hasOwn(webhookDeliveryEvents, key)

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
