import { listInput, readInput } from '../../http/inputs'
import { list, one, route } from '../../http/route'
import { findCharge } from '../charge/operations'
import { listSchema } from '../list'
import { type Resource, resource } from '../resource'
import type { Shape, ShownRecord } from '../shape'
import type { WebhookDeliveryRow } from '../webhook-delivery/model'
import { deliveriesOf } from '../webhook-delivery/operations'
import type { EventRow } from './model'
import { findEvent, keptEventRows, keptEvents } from './operations'
import { eventRecord, type RenderSubject, renderEvent } from './record'

const events = () => listSchema(eventRecord.schema())

const shapeOf = (
  renderSubject: RenderSubject,
): Shape<EventRow, readonly WebhookDeliveryRow[], ShownRecord> => ({
  related: (world, event) => deliveriesOf(world, event.id),
  render: (event, deliveries, scene) => ({ ...renderEvent(event, deliveries, scene, renderSubject) }),
  expandable: {},
  schema: eventRecord.schema,
})

/** @param renderSubject shows a record of any kind: an event carries one */
export const event = (renderSubject: RenderSubject): Resource =>
  resource({
    record: {
      object: 'event',
      prefix: 'evnt',
      shape: () => shapeOf(renderSubject),
      rows: (world) => world.events,
      reader: { name: 'events', rows: (world) => keptEventRows(world) },
    },
    routes: [
      route({
        method: 'get',
        path: '/events',
        summary: 'List events of the last 90 days',
        spec: '4.7',
        input: listInput,
        returns: events,
        run: ({ world }) => list('event', keptEvents(world)),
      }),
      route({
        method: 'get',
        path: '/events/:id',
        summary: 'Retrieve an event',
        spec: '4.7',
        input: readInput,
        returns: () => eventRecord.schema(),
        errors: ['not_found'],
        run: ({ world, id }) => one('event', findEvent(world, id)),
      }),
      route({
        method: 'get',
        path: '/charges/:id/events',
        summary: 'List the events of a charge, its refunds, disputes and source',
        spec: '4.7',
        input: listInput,
        returns: events,
        errors: ['not_found'],
        run: ({ world, id }) => list('event', keptEvents(world, findCharge(world, id))),
      }),
    ],
  })
