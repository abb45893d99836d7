import * as z from 'zod'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { isoTime } from '../../kernel/wire'
import { eventKeys } from '../event/model'
import type { WebhookDeliveryRow } from './model'

/** One attempt to deliver an event (spec 6 rule 2): `status` is null when nothing answered, `error` then says why. */
export const webhookDeliverySchema = once(() =>
  z.strictObject({
    object: z.literal('webhook_delivery'),
    id: z.string(),
    uri: z.string(),
    status: z.int().nullable(),
    key: z.enum(eventKeys),
    error: z.string().nullable(),
    payload: z.string(),
    created_at: isoTime(),
  }),
)
export type WebhookDelivery = z.infer<ReturnType<typeof webhookDeliverySchema>>

/** @param payload the body as it was sent */
export const renderWebhookDelivery = (row: WebhookDeliveryRow, payload: string): WebhookDelivery => ({
  object: 'webhook_delivery',
  id: row.id,
  uri: row.uri,
  status: row.status,
  key: row.key,
  error: row.error,
  payload,
  created_at: iso(row.createdAt),
})
