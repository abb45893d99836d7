import type { Profile } from '../../options/profiles'
import type { WebhookDeliveryRow } from '../resources/webhook-delivery/model'
import { isFaultOfSandbox } from './attempt-faults'
import { signatureHeaderNames } from './scheme'

/** Whether a receiver answers so that cannot verify a signature. */
export const isRefusal = (status: number | null): boolean =>
  status !== null && [400, 401, 403].includes(status)

/**
 * What a receiver has to read and to compute where it may have refused the signature: the names of the two headers, and
 * how the secret becomes the key. `null` where its answer says nothing about that.
 */
export const refusalHint = (
  { status, error }: Pick<WebhookDeliveryRow, 'status' | 'error'>,
  { headerPrefix, secretEncoding }: Profile,
): string | null => {
  if (!isRefusal(status) || isFaultOfSandbox(error)) return null
  const names = signatureHeaderNames(headerPrefix)
  const key = secretEncoding === 'base64' ? 'the secret decoded from base64' : 'the text of the secret'
  const isOmise = headerPrefix === 'Omise' && secretEncoding === 'base64'
  const other = isOmise ? '' : '; a receiver for Omise needs the profile omise'
  return `signed in ${names.signature} and ${names.timestamp}, the key is ${key}; the option webhookSecret (--webhook-secret) sets it${other}`
}
