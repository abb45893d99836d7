import * as z from 'zod'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { isoTime } from '../../kernel/wire'
import { showNear } from '../../versions/index'
import type { Scene } from '../shape'
import { type EventKey, type EventRow, eventKeys, type Subject } from './model'

/** An event (spec 2.6): `data` is the object as it was when the event was made. */
export const eventSchema = once(() =>
  z.strictObject({
    object: z.literal('event'),
    id: z.string(),
    livemode: z.boolean(),
    location: z.string(),
    webhook_deliveries: z.array(z.never()),
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
  readonly webhook_deliveries: readonly never[]
  readonly data: { readonly object: string; readonly [field: string]: unknown }
  readonly key: EventKey
  readonly created_at: string
}

export const renderEvent = (
  event: EventRow,
  scene: Scene,
  renderSubject: (subject: Subject, scene: Scene) => Event['data'],
): Event => ({
  object: 'event',
  id: event.id,
  livemode: scene.livemode,
  location: `/events/${event.id}`,
  webhook_deliveries: [],
  // What depends on the moment (can_perform_void) is shown as it was then too.
  data: showNear(event.apiVersion, renderSubject(event.subject, { ...scene, now: event.createdAt })),
  key: event.key,
  created_at: iso(event.createdAt),
})
