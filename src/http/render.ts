import { ApiError, catalogue, fail } from '../kernel/errors'
import { redactText } from './redact'

/** The only place that prints errors (spec 2.9). */
export interface RenderedError {
  readonly status: number
  readonly body: object
}

const docs = 'https://docs.payment-sandbox.test/errors#'

export const renderError = (error: ApiError): RenderedError => {
  const { status, code } = catalogue[error.refusal]
  return { status, body: { ...errorObject(code, redactText(error.message)), ...error.context } }
}

/** An error object, also of a code that the catalogue does not have. */
export const errorObject = (code: string, message: string) => ({
  object: 'error',
  location: `${docs}${code.replaceAll('_', '-')}`,
  code,
  message,
})

/** Anything but a refusal is a fault of ours: 500, and the log has the stack. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : fail('internal_error')
