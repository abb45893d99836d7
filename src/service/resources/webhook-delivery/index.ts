import { type RenderSubject, renderDeliveryOf } from '../event/record'
import { type Resource, resource } from '../resource'
import type { WebhookDeliveryRow } from './model'
import { makeDue, peekDelivery } from './operations'
import { webhookDeliveryRecord } from './record'

/** @param renderSubject shows a record of any kind: its event carries one */
export const webhookDelivery = (renderSubject: RenderSubject): Resource =>
  resource({
    record: {
      shape: {
        ...webhookDeliveryRecord,
        /** The event, from which the payload is made. */
        related: (world, delivery: WebhookDeliveryRow) => {
          const event = world.events.get(delivery.event)
          if (event === undefined) throw new Error(`${delivery.id} outlived its event ${delivery.event}`)
          return event
        },
        render: (delivery, event, renderContext) =>
          renderDeliveryOf(delivery, event, renderContext, renderSubject),
      },
      rows: (world) => world.webhookDeliveries,
      find: (world, id) => peekDelivery(world, id),
    },
    jobs: {
      'webhook.attempt': {
        applies: (world, id) => world.dispatches.get(id)?.state === 'waiting',
        run: (world, id) => makeDue(world, id),
      },
    },
  })
