import { catalogue, type ErrorName } from './error-catalogue'

export type { ErrorName }

/** One problem with one parameter, as in `validation_errors`. */
export interface Problem {
  /** The parameter in the notation of forms: `amount`, `card[number]`. */
  readonly field: string
  /** `required`, `invalid`, `too_small`, `too_large`, `too_long` or `not_supported`. */
  readonly code: string
  /** The whole sentence: `amount is not a number`. */
  readonly message: string
}

export interface ErrorContext {
  readonly charge_id?: string
  readonly customer_id?: string
  readonly validation_errors?: readonly Problem[]
}

/** A refusal of the service. A request that throws it changes nothing. */
export class ApiError extends Error {
  readonly refusal: ErrorName
  readonly context: ErrorContext

  constructor(refusal: ErrorName, context: ErrorContext, message: string | undefined) {
    super(message ?? catalogue[refusal].message)
    this.name = 'ApiError'
    this.refusal = refusal
    this.context = context
  }
}

/** Makes a refusal: `throw fail(…)`. */
export const fail = (refusal: ErrorName, context: ErrorContext = {}, message?: string): ApiError =>
  new ApiError(refusal, context, message)

/** `a and b`; `a, b, and c`. */
export const sentence = (parts: readonly string[]): string =>
  parts.length < 3
    ? parts.join(' and ')
    : `${parts.slice(0, -1).join(', ')}, and ${parts[parts.length - 1] ?? ''}`

/** What is wrong with a parameter. The message begins with its own name: `number …` for `card[number]`. */
export const problemWith = (field: string, text: string, code = 'invalid'): Problem => ({
  field,
  code,
  message: `${/\[([a-z_]+)\]$/.exec(field)?.[1] ?? field} ${text}`,
})

/** Several wrong parameters: one message, and one entry for each. */
export const failInvalid = (refusal: ErrorName, problems: readonly Problem[]): ApiError =>
  fail(refusal, { validation_errors: problems }, sentence(problems.map((problem) => problem.message)))

/** `charge chrg_test_x was not found` (spec 7.1). */
export const failNotFound = (object: string, id: string): ApiError =>
  fail('not_found', {}, `${object} ${id} was not found`)

/** The row with this id. @throws ApiError 404 */
export const existing = <R>(row: R | undefined, object: string, id: string): R => {
  if (row === undefined) throw failNotFound(object, id)
  return row
}
