import type { WebhookDeliveryRow } from '../../../service/resources/webhook-delivery/model'
import { repeatOf } from '../../../service/resources/webhook-delivery/operations'
import type { View } from '../frame/view'

const repeats = { resend: 'sent again', copy: 'a copy made by a fault' } as const

/** Why the event was sent once more; `null` for the first time. */
export const repeatText = ({ world }: View, row: WebhookDeliveryRow): string | null => {
  const repeat = repeatOf(world, row)
  return repeat === null ? null : repeats[repeat]
}

/** Which attempt it is, where it is not the first: `attempt 2`, or `attempt 2, sent again` after a resend. */
export const attemptText = (view: View, row: WebhookDeliveryRow): string => {
  const number = row.attempt === 1 ? null : `attempt ${row.attempt}`
  return [number, repeatText(view, row)].filter((text) => text !== null).join(', ')
}
