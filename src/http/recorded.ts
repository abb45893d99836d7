import { type ApiError, type ErrorContext, type ErrorName, fail } from '../kernel/errors'
import type { Profile } from '../profiles'
import type { Reply, Route } from './route'

/** What of an answer depends on the profile besides its form (contract of the sandbox, section 5.1). */

/** The error that answers instead of the record: a declined charge is answered with its 402 or as a charge. */
export const declineIn = (reply: Reply, { declines }: Profile): ApiError | null =>
  reply.kind === 'one' && declines === 'error' ? reply.decline : null

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
