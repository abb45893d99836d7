import type { Profile } from '../../options/profiles'
import type { WebhookDeliveryRow } from '../resources/webhook-delivery/model'
import { isFaultOfSandbox } from './attempt-faults'
import { signatureHeaderNames } from './scheme'

/** What a receiver answers that cannot verify a signature. */
const refusals: readonly (number | null)[] = [400, 401, 403]

/**
 * What a receiver has to read and to compute where it may have refused the signature: the names of the two headers, and
 * how the secret becomes the key. `null` where its answer says nothing about that.
 */
export const refusalHint = (
  { status, error, signature }: Pick<WebhookDeliveryRow, 'status' | 'error' | 'signature'>,
  { headerPrefix, secretEncoding }: Profile,
): string | null => {
  if (!refusals.includes(status) || isFaultOfSandbox(error)) return null
  if (signature === null) return 'it was sent without a signature'
  const names = signatureHeaderNames(headerPrefix)
  const key = secretEncoding === 'base64' ? 'the secret decoded from base64' : 'the text of the secret'
  const isOmise = headerPrefix === 'Omise' && secretEncoding === 'base64'
  const other = isOmise ? '' : '; a receiver for Omise needs the profile omise'
  return `signed in ${names.signature} and ${names.timestamp}, the key is ${key}; the option webhookSecret (--webhook-secret) sets it${other}`
}
