import * as z from 'zod/mini'
import { once } from '../../../kernel/json'
import * as field from '../field'
import { record, type Shown } from '../record'
import type { WebhookSecretRow } from './model'

/**
 * A secret that signs webhooks (spec 2.10), without its value: that is shown
 * once, when it is made (assumption `webhook-secret-fields`).
 */
export const hiddenSecretRecord = record<WebhookSecretRow>()({
  object: field.always('webhook_secret'),
  id: field.id('whsec'),
  livemode: field.livemode,
  created_at: field.createdAt,
  metadata: field.metadata,
})

/** The answer that makes one, with its value: base64 text of 32 bytes. */
export const webhookSecretRecord = record<WebhookSecretRow>()({
  ...hiddenSecretRecord.fields,
  secret: field.text('The signing key, base64 of 32 bytes; shown once'),
})
export type WebhookSecret = Shown<typeof webhookSecretRecord>

export const deletedSecretRecord = record<WebhookSecretRow>()({
  ...hiddenSecretRecord.fields,
  deleted: field.always(true, 'Always true'),
})

/** In any form that the API shows again. */
export const anySecretRecord = {
  ...hiddenSecretRecord,
  render: (...[row, ...rest]: Parameters<typeof hiddenSecretRecord.render>) =>
    (row.deleted ? deletedSecretRecord : hiddenSecretRecord).render(row, ...rest),
  // Made at its first use, as those that it unites.
  schema: once(() => z.union([hiddenSecretRecord.schema(), deletedSecretRecord.schema()])),
}
