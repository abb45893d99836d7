import { rowsOf } from '../../../kernel/collection'
import type { World } from '../../world'
import type { DispatchRow, WebhookDeliveryRow } from './model'

const none: readonly WebhookDeliveryRow[] = []

/** The attempts to deliver an event, oldest first. */
export const deliveriesOf = (world: World, event: string): readonly WebhookDeliveryRow[] =>
  world.webhookDeliveries.length === 0 ? none : rowsOf(world.webhookDeliveries.by('event', event))

/** Retries can outlive their event, and cannot be shown without it. */
export const peekDelivery = (world: World, id: string): WebhookDeliveryRow | undefined => {
  const delivery = world.webhookDeliveries.get(id)
  return delivery === undefined || world.events.get(delivery.event) === undefined ? undefined : delivery
}

/** The id of an attempt follows from its dispatch, and from its number there. */
export const attemptIdOf = (world: World, dispatch: string, attempt: number): string =>
  world.idFrom('whdl', `${dispatch} ${attempt}`)

/** The dispatch that made an attempt: the attempts of one are numbered, and a resend begins another. */
export const dispatchOf = (
  world: World,
  { id, event, attempt }: WebhookDeliveryRow,
): DispatchRow | undefined =>
  rowsOf(world.dispatches.by('event', event)).find(
    (dispatch) => attemptIdOf(world, dispatch.id, attempt) === id,
  )

/** Why an address was sent an event once more: by a resend, or as a copy that a fault made; `null` for the first time. */
export const repeatOf = (world: World, row: WebhookDeliveryRow): 'resend' | 'copy' | null => {
  // Most events have one attempt, which needs no look at the dispatches.
  if (world.webhookDeliveries.by('event', row.event).length < 2) return null
  const sent = rowsOf(world.dispatches.by('event', row.event)).filter(({ uri }) => uri === row.uri)
  const repeat = sent.slice(1).find(({ id }) => attemptIdOf(world, id, row.attempt) === row.id)
  if (repeat === undefined) return null
  return repeat.isCopy ? 'copy' : 'resend'
}

/** The job of a retry or a delay: the attempt is due. */
export const makeDue = (world: World, id: string): void => {
  const dispatch = world.dispatches.get(id)
  if (dispatch?.state === 'waiting') world.dispatches.update(dispatch, { state: 'due' })
}
