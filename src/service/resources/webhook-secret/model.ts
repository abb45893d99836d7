import { collection, type Row } from '../../../kernel/collection'
import type { JsonObject } from '../../../kernel/json'

/** A secret that signs what is sent to webhooks (spec 2.10, 5.1). Its row stays when it is deleted. */
export interface WebhookSecretRow extends Row {
  /** Base64 text of 32 bytes, or the text of the option `webhookSecret`. */
  readonly secret: string
  readonly metadata: JsonObject
  readonly deleted: boolean
}

export const webhookSecrets = collection<WebhookSecretRow>({ name: 'webhookSecrets', by: {} })
