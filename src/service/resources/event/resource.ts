import { type Resource, resource } from '../resource'
import type { Shape, ShownRecord } from '../shape'
import type { WebhookDeliveryRow } from '../webhook-delivery/model'
import { deliveriesOf } from '../webhook-delivery/operations'
import type { EventRow } from './model'
import { keptEventRows } from './operations'
import { eventRecord, type RenderSubject, renderEvent } from './record'
import { eventRoutes } from './routes'

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
    routes: eventRoutes,
  })
