import { type ApiError, type ErrorContext, type ErrorName, fail } from '../../kernel/errors'
import type { Profile } from '../../options/profiles'
import type { Reply, Route } from './route'

/** The parts of an answer that depend on the profile, besides its form (contract of the sandbox, section 5.1). */

/** The 402 error of a declined charge, if the profile answers with it instead of the charge. */
export const declineIn = (reply: Reply, { declines }: Profile): ApiError | null =>
  reply.kind === 'one' && declines === 'error' ? reply.decline : null

/** Replaces an error of the specification by the recorded one, if the profile says so. */
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

/** Also when there are other problems. */
const isAmountMissing = ({ validation_errors: problems = [] }: ErrorContext): boolean =>
  problems.some(({ field, code }) => field === 'amount' && code === 'required')

/** The kind of key that an operation accepts. */
export const keyFor = (
  { key, path }: Pick<Route, 'key' | 'path'>,
  { sourceReadKey }: Profile,
): Route['key'] => (path === '/sources/:id' && sourceReadKey === 'any' ? 'any' : key)
