import type { EventRow } from '../event/model'
import { type RenderSubject, renderDeliveryOf } from '../event/record'
import type { Shape } from '../record'
import { type Resource, resource } from '../resource'
import type { WebhookDeliveryRow } from './model'
import { makeDue, peekDelivery } from './operations'
import { type WebhookDelivery, webhookDeliveryRecord } from './record'

/** The related row is the event, from which the payload is made. */
const shapeOf = (renderSubject: RenderSubject): Shape<WebhookDeliveryRow, EventRow, WebhookDelivery> => ({
  related: (world, delivery) => {
    const event = world.events.get(delivery.event)
    if (event === undefined) throw new Error(`${delivery.id} outlived its event ${delivery.event}`)
    return event
  },
  render: (delivery, event, scene) => renderDeliveryOf(delivery, event, scene, renderSubject),
  expandable: {},
  schema: webhookDeliveryRecord.schema,
})

/** @param renderSubject shows a record of any kind: its event carries one */
export const webhookDelivery = (renderSubject: RenderSubject): Resource =>
  resource({
    record: {
      object: 'webhook_delivery',
      prefix: 'whdl',
      shape: () => shapeOf(renderSubject),
      rows: (world) => world.webhookDeliveries,
      find: (world, id) => peekDelivery(world, id),
    },
    jobs: { 'webhook.attempt': (world, id) => makeDue(world, id) },
  })
