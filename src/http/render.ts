import { ApiError, catalogue, fail } from '../kernel/errors'
import { isNotKept } from '../kernel/sandbox-error'
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

/** Anything but a refusal is a 500: where the state cannot be kept it says why, else the log has the stack. */
export const asApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  return fail('internal_error', {}, isNotKept(error) ? error.message : undefined)
}

/** What the log says about a fault of ours, in full. */
export const readStack = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
