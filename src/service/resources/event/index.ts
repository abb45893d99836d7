import { routesOf } from '../../http/route'
import { findCharge } from '../charge/operations'
import { type Resource, resource } from '../resource'
import { deliveriesOf } from '../webhook-delivery/operations'
import type { EventRow } from './model'
import { findEvent, keptEventRows, keptEvents } from './operations'
import { eventRecord, type RenderSubject, renderEvent } from './record'

const events = routesOf(eventRecord)

/** @param renderSubject shows a record of any kind: an event carries one */
export const event = (renderSubject: RenderSubject): Resource =>
  resource({
    record: {
      shape: {
        ...eventRecord,
        related: (world, event: EventRow) => deliveriesOf(world, event.id),
        render: (event, deliveries, renderContext) =>
          renderEvent(event, deliveries, renderContext, renderSubject),
      },
      rows: (world) => world.events,
      reader: { name: 'events', rows: (world) => keptEventRows(world) },
    },
    routes: [
      events.list('/events', '4.7', 'List events of the last 90 days', ({ world }) => keptEvents(world)),
      events.get('/events/:id', '4.7', 'Retrieve an event', ({ world, id }) => findEvent(world, id)),
      events.list(
        '/charges/:id/events',
        '4.7',
        'List the events of a charge, its refunds, disputes and source',
        ({ world, id }) => keptEvents(world, findCharge(world, id)),
      ),
    ],
  })
