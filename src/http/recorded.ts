import { ApiError, fail } from '../kernel/errors'
import type { Profile } from '../profiles'
import type { World } from '../world'
import { one, type Reply, type Route } from './route'

/** What of an answer depends on the profile besides its form (contract of the sandbox, section 5.1). */

/** A decline is the error, or the failed charge that it left behind. */
export const declineAs = (reply: Reply | ApiError, world: World, { declines }: Profile): Reply | ApiError => {
  if (declines === 'error' || !(reply instanceof ApiError)) return reply
  const failed = world.charges.get(reply.context.charge_id ?? '')
  return failed === undefined ? reply : one('charge', failed)
}

/** The error that was recorded where the specification has another. */
export const errorAs = (error: ApiError, route: Route, { recaptureError }: Profile): ApiError => {
  const isRecapture = error.refusal === 'invalid_charge_state' && route.path === '/charges/:id/capture'
  return isRecapture && recaptureError === 'failed_capture' ? fail('failed_capture', error.context) : error
}

/** Which key an operation wants. */
export const keyFor = (
  { key, path }: Pick<Route, 'key' | 'path'>,
  { sourceReadKey }: Profile,
): Route['key'] => (path === '/sources/:id' && sourceReadKey === 'any' ? 'any' : key)
