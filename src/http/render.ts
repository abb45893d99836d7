import { ApiError, catalogue, fail } from '../kernel/errors'

/** The only place that prints errors (spec 2.9). */
export interface RenderedError {
  readonly status: number
  readonly body: object
}

const docs = 'https://docs.payment-sandbox.test/errors#'

export const renderError = (error: ApiError): RenderedError => {
  const { status, code } = catalogue[error.refusal]
  return {
    status,
    body: {
      object: 'error',
      location: `${docs}${code.replaceAll('_', '-')}`,
      code,
      message: error.message,
      ...error.context,
    },
  }
}

/** Anything but a refusal is a fault of ours: 500, and the log has the stack. */
export const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : fail('internal_error')
