import { catalogue } from '../../kernel/error-catalogue'
import { ApiError, fail } from '../../kernel/errors'
import { isNotKept } from '../../kernel/sandbox-error'
import type { HttpSettings } from './env'
import { redactText } from './redact'

/** The only place that prints errors (spec 2.9). */
export interface RenderedError {
  readonly status: number
  readonly body: object
}

/** The address of an error's page without its code: below the sandbox itself, or an anchor on the page of `docsUrl`. */
export const errorPageOf = ({ baseUrl, docsUrl }: Pick<HttpSettings, 'baseUrl' | 'docsUrl'>): string =>
  docsUrl === undefined ? ownErrorPage(baseUrl) : `${docsUrl}#`

/** The page about errors of a sandbox that can be called at this address. */
export const ownErrorPage = (baseUrl: string): string => `${baseUrl}/_sandbox/docs/errors/`

/** @param page the address of the error's page without its code */
export const renderError = (error: ApiError, page: string): RenderedError => {
  const { status, code } = catalogue[error.refusal]
  return { status, body: { ...errorObject(code, redactText(error.message), page), ...error.context } }
}

/** An error object, also for a code that is not in the catalogue. */
export const errorObject = (code: string, message: string, page: string) => ({
  object: 'error',
  location: `${page}${code}`,
  code,
  message,
})

/** Every other error is a 500. Only its log has the stack; if the state cannot be saved, its message says why. */
export const asApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  return fail('internal_error', {}, isNotKept(error) ? error.message : undefined)
}

/** The log text of an internal error: its stack. */
export const readStack = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
