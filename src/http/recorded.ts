import { ApiError, type ErrorContext, type ErrorName, fail } from '../kernel/errors'
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
export const errorAs = (error: ApiError, { method, path }: Route, profile: Profile): ApiError => {
  const { refusal, context, message } = error
  const operation = `${method} ${path}`
  const isRecapture = operation === 'post /charges/:id/capture' && refusal === 'invalid_charge_state'
  if (isRecapture && profile.recaptureError === 'failed_capture') return fail('failed_capture', context)
  const isRefund = operation === 'post /charges/:id/refunds' && refusalsOfRefund.has(refusal)
  if (isRefund && profile.refundError === 'failed_refund') return fail('failed_refund', context, message)
  const lacksAmount =
    operation === 'post /charges' && refusal === 'invalid_charge' && isAmountMissing(context)
  if (lacksAmount && profile.amountError === 'invalid_amount') return fail('invalid_amount', context, message)
  return error
}

const refusalsOfRefund: ReadonlySet<ErrorName> = new Set(['not_refundable', 'insufficient_refundable_amount'])

/** Whatever else is wrong. */
const isAmountMissing = ({ validation_errors: problems = [] }: ErrorContext): boolean =>
  problems.some(({ field, code }) => field === 'amount' && code === 'required')

/** Which key an operation wants. */
export const keyFor = (
  { key, path }: Pick<Route, 'key' | 'path'>,
  { sourceReadKey }: Profile,
): Route['key'] => (path === '/sources/:id' && sourceReadKey === 'any' ? 'any' : key)
