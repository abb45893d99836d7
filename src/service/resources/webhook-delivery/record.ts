import { eventKeys } from '../event/keys'
import * as field from '../field'
import { record, type Shown } from '../record'
import type { WebhookDeliveryRow } from './model'

/**
 * One attempt to deliver an event (spec 6 rule 2): `status` is null when nothing answered, `error` then says why. The
 * related value is the body as it was sent.
 */
export const webhookDeliveryRecord = record<WebhookDeliveryRow, string>()({
  object: field.always('webhook_delivery'),
  id: field.id('whdl'),
  uri: field.text('Address that it was sent to'),
  status: field.intOrNull('HTTP status of the answer; null when nothing answered'),
  key: field.oneOf(eventKeys)('Key of the event'),
  error: field.textOrNull('Why it failed; null when it was answered with 2xx'),
  payload: field.text('The body as it was sent', (_, payload) => payload),
  created_at: field.time('When it was sent, ISO 8601 in UTC'),
})
export type WebhookDelivery = Shown<typeof webhookDeliveryRecord>
