import { collection, type Row } from '../../kernel/collection'
import type { Version } from '../../versions/history'

/** Every kind of event (spec 6). */
export const eventKeys = [
  'charge.create',
  'charge.complete',
  'charge.update',
  'refund.create',
  'customer.create',
  'customer.update',
  'customer.destroy',
  'transfer.create',
  'transfer.update',
  'transfer.destroy',
  'charge.dispute.create',
  'charge.dispute.update',
  'charge.dispute.close',
  'source.create',
  'source.update',
  'source.failed',
  'source.successful',
  'link.create',
  'link.payment.create',
  'link.payment.complete',
  'recipient.create',
  'recipient.update',
  'recipient.verify',
  'recipient.destroy',
  'schedule.create',
  'schedule.suspend',
  'schedule.activate',
  'schedule.destroy',
  'schedule.occurrence.scheduled',
  'schedule.occurrence.successful',
  'schedule.occurrence.failed',
  'webhooks.deliver',
  'webhooks.retry',
] as const
export type EventKey = (typeof eventKeys)[number]

/** What tells of a delivery is recorded and never delivered (assumption `webhook-events`). */
export const isAboutDelivery = (key: EventKey): boolean => key.startsWith('webhooks.')

/**
 * A record as it is at one moment: its frozen row and the frozen rows that its JSON also shows. An event keeps
 * these pointers instead of a rendering, so `data` stays as it was and costs next to nothing.
 */
export interface Subject {
  readonly object: string
  readonly row: Row
  readonly related: unknown
}

export interface EventRow extends Row {
  readonly key: EventKey
  readonly subject: Subject
  /** The account's default version when it was made: `data` keeps that form. */
  readonly apiVersion: Version
  /** The charge it is about, for GET /charges/:id/events (assumption `charge-events`). */
  readonly charge: string | null
}

export const events = collection<EventRow, 'charge'>({
  name: 'events',
  by: { charge: (event) => event.charge },
})
