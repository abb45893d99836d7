import { catalogue } from '../../kernel/error-catalogue'
import { ApiError, type ErrorContext, fail } from '../../kernel/errors'
import { isNotKept } from '../../kernel/sandbox-error'
import type { Profile } from '../../options/profiles'
import type { HttpSettings } from './backend'
import { redactText } from './redact'

export interface RenderedError {
  readonly status: number
  readonly body: object
}

/** The address of an error's page without its code: below the sandbox itself, or an anchor on the page of `docsUrl`. */
export const errorPageOf = ({ baseUrl, docsUrl }: Pick<HttpSettings, 'baseUrl' | 'docsUrl'>): string =>
  docsUrl === undefined ? ownErrorPage(baseUrl) : `${docsUrl}#`

/** The page about errors of a sandbox that can be called at this address. */
export const ownErrorPage = (baseUrl: string): string => `${baseUrl}/_sandbox/docs/errors/`

/**
 * The body of an error (spec 2.9).
 * @param page the address of the error's page without its code
 * @param fields `recorded` leaves out what only the specification has
 */
export const renderError = (
  error: ApiError,
  page: string,
  fields: Profile['fields'] = 'all',
): RenderedError => {
  const { status, code } = catalogue[error.refusal]
  const details = fields === 'all' ? error.context : {}
  return { status, body: { ...errorObject(code, redactText(error.message), page), ...details } }
}

const leftOut = 'the answer leaves out '

/** Whether a warning only repeats what the form of an error leaves out. */
export const isAboutDetails = (warning: string): boolean => warning.startsWith(leftOut)

/** Problems that are named; an error rarely has more. */
const shownMax = 10

/** What the four fields of an error do not tell, for the header `Sandbox-Warning`; `null` when that is nothing. */
export const detailsWarning = ({ charge_id, customer_id, validation_errors = [] }: ErrorContext) => {
  const problems = validation_errors.map(({ field, code }) => `${field.slice(0, 40)} ${code}`)
  const more = problems.length > shownMax ? ` and ${problems.length - shownMax} more` : ''
  const parts = [
    charge_id && `charge_id ${charge_id}`,
    customer_id && `customer_id ${customer_id}`,
    problems.length > 0 && `validation_errors ${problems.slice(0, shownMax).join(', ')}${more}`,
  ].filter(Boolean)
  return parts.length === 0 ? null : `${leftOut}${parts.join('; ')}`
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
