import * as z from 'zod/mini'
import { iso } from '../../kernel/calendar'
import { once } from '../../kernel/json'
import { field } from '../fields'
import type { Scene, Shape } from '../shape'
import type { WebhookSecretRow } from './model'

const fields = once(() => ({
  object: field.always('webhook_secret'),
  id: field.id('whsec'),
  livemode: field.livemode(),
  created_at: field.createdAt(),
  metadata: field.metadata(),
}))

/**
 * A secret that signs webhooks (spec 2.10), without its value: that is shown
 * once, when it is made (assumption `webhook-secret-fields`).
 */
export const webhookSecretSchema = once(() => z.strictObject(fields()))
type HiddenWebhookSecret = z.infer<ReturnType<typeof webhookSecretSchema>>

/** The answer that makes one, with its value: base64 text of 32 bytes. */
export const newWebhookSecretSchema = once(() =>
  z.strictObject({
    ...fields(),
    secret: field.text('The signing key, base64 of 32 bytes; shown once'),
  }),
)
export type WebhookSecret = z.infer<ReturnType<typeof newWebhookSecretSchema>>

export const deletedWebhookSecretSchema = once(() =>
  z.strictObject({ ...fields(), deleted: z.literal(true).check(z.describe('Always true')) }),
)

const anyForm = once(() => z.union([webhookSecretSchema(), deletedWebhookSecretSchema()]))

const renderHidden = (row: WebhookSecretRow, scene: Scene): HiddenWebhookSecret => ({
  object: 'webhook_secret',
  id: row.id,
  livemode: scene.livemode,
  created_at: iso(row.createdAt),
  metadata: row.metadata,
})

export const renderWithSecret = (row: WebhookSecretRow, scene: Scene): WebhookSecret => ({
  ...renderHidden(row, scene),
  secret: row.secret,
})

export const webhookSecretShape: Shape<WebhookSecretRow, null, HiddenWebhookSecret> = {
  related: () => null,
  render: (row, _, scene) =>
    row.deleted ? { ...renderHidden(row, scene), deleted: true } : renderHidden(row, scene),
  expandable: {},
  schema: anyForm,
}
