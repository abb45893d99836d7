import { catalogue } from '../../kernel/error-catalogue'
import {
  type ApiError,
  type ErrorContext,
  type ErrorName,
  fail,
  failInvalid,
  type Problem,
} from '../../kernel/errors'
import { fractionText } from '../../kernel/wire'
import type { Profile } from '../../options/profiles'
import type { Route } from './route'

/** Replaces an error of the specification by the recorded one, if the profile says so. */
export const errorAs = (error: ApiError, { method, path }: Route, profile: Profile): ApiError => {
  const { refusal, context, message } = error
  const operation = `${method} ${path}`
  const isRecapture = operation === 'post /charges/:id/capture' && refusal === 'invalid_charge_state'
  if (isRecapture && profile.recaptureError === 'failed_capture')
    return fail('failed_capture', context, message)
  const isRefund = operation === 'post /charges/:id/refunds' && refusalsOfRefund.has(refusal)
  if (isRefund && profile.refundError === 'failed_refund')
    return fail('failed_refund', context, profile.name === 'omise' ? refundTextOf(message) : message)
  const lacksAmount =
    operation === 'post /charges' && refusal === 'invalid_charge' && isAmountMissing(context)
  if (lacksAmount && profile.amountError === 'invalid_amount') return fail('invalid_amount', context, message)
  const { validation_errors: problems = [] } = context
  const hasFraction = operation === 'post /charges' && problems.some(isFraction)
  if (hasFraction && profile.amountError === 'invalid_amount')
    return failInvalid(
      'invalid_charge',
      problems.map((one) => (isFraction(one) ? { ...one, message: 'amount must be an integer' } : one)),
    )
  return error
}

const isFraction = ({ field, message }: Problem): boolean =>
  field === 'amount' && message === `amount ${fractionText}`

/** As recorded, where there is no better reason. */
const refundTextOf = (message: string): string =>
  message === catalogue.not_refundable.message ? "charge can't be refunded" : message

const refusalsOfRefund: ReadonlySet<ErrorName> = new Set(['not_refundable', 'insufficient_refundable_amount'])

/** Also when there are other problems. */
const isAmountMissing = ({ validation_errors: problems = [] }: ErrorContext): boolean =>
  problems.some(({ field, code }) => field === 'amount' && code === 'required')
