import { iso } from '../../../kernel/calendar'
import type { WebhookDeliveryRow } from '../../../service/resources/webhook-delivery/model'
import { deliveriesOf, repeatOf } from '../../../service/resources/webhook-delivery/operations'
import type { World } from '../../../service/world'
import type { View } from '../frame/view'
import { isFailed } from './taken'
import { Moment } from './time'

const ways = { retry: 'retried', resend: 'sent again', copy: 'copied by a fault' } as const

/** The first attempt after a failed one that brought its event to the same address; `undefined` while there is none. */
const laterSuccess = (world: World, failed: WebhookDeliveryRow): WebhookDeliveryRow | undefined => {
  const all = deliveriesOf(world, failed.event)
  return all.slice(all.indexOf(failed) + 1).find((row) => row.uri === failed.uri && !isFailed(row))
}

/** When the event of a failed attempt was taken after all; nothing for another attempt. */
export const LaterSuccess = ({ view, id }: { readonly view: View; readonly id: string }) => {
  const row = view.world.webhookDeliveries.get(id)
  const later = row === undefined || !isFailed(row) ? undefined : laterSuccess(view.world, row)
  if (later === undefined) return null
  return (
    <span class="good">
      {ways[repeatOf(view.world, later) ?? 'retry']}, succeeded at{' '}
      <Moment at={iso(later.createdAt)} now={view.sandbox.clock.now()} />
    </span>
  )
}
