import type { WebhookDeliveryRow } from '../../resources/webhook-delivery/model'
import { isSentAgain } from '../../resources/webhook-delivery/operations'
import type { View } from '../frame/view'

/** Which attempt it is, where it is not the first: `attempt 2`, or `attempt 2, sent again` after a resend. */
export const attemptText = ({ world }: View, row: WebhookDeliveryRow): string => {
  const number = row.attempt === 1 ? [] : [`attempt ${row.attempt}`]
  return [...number, ...(isSentAgain(world, row) ? ['sent again'] : [])].join(', ')
}
