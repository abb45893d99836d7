import * as z from 'zod/mini'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { eventKeys } from '../event/model'
import { field } from '../fields'
import type { WebhookDeliveryRow } from './model'

/** One attempt to deliver an event (spec 6 rule 2): `status` is null when nothing answered, `error` then says why. */
export const webhookDeliverySchema = once(() =>
  z.strictObject({
    object: field.always('webhook_delivery'),
    id: field.id('whdl'),
    uri: field.text('Address that it was sent to'),
    status: z.nullable(z.int()).check(z.describe('HTTP status of the answer; null when nothing answered')),
    key: z.enum(eventKeys).check(z.describe('Key of the event')),
    error: field.textOrNull('Why it failed; null when it was answered with 2xx'),
    payload: field.text('The body as it was sent'),
    created_at: field.time('When it was sent, ISO 8601 in UTC'),
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
