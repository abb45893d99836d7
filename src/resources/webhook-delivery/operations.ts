import { rowsOf } from '../../kernel/collection'
import type { World } from '../../world'
import type { WebhookDeliveryRow } from './model'

const none: readonly WebhookDeliveryRow[] = []

/** The attempts to deliver an event, oldest first. */
export const deliveriesOf = (world: World, event: string): readonly WebhookDeliveryRow[] =>
  world.webhookDeliveries.length === 0 ? none : rowsOf(world.webhookDeliveries.by('event', event))

/** Retries can outlive their event, and cannot be shown without it. */
export const peekDelivery = (world: World, id: string): WebhookDeliveryRow | undefined => {
  const delivery = world.webhookDeliveries.get(id)
  return delivery === undefined || world.events.get(delivery.event) === undefined ? undefined : delivery
}

/** The job of a retry or a delay: the attempt is due. */
export const makeDue = (world: World, id: string): void => {
  const dispatch = world.dispatches.get(id)
  if (dispatch?.state === 'waiting') world.dispatches.update(dispatch, { state: 'due' })
}
