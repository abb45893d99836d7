import type * as z from 'zod/mini'
import { catalogue } from '../kernel/error-catalogue'
import { ApiError } from '../kernel/errors'
import { issuesShownMax, moreMistakes, SandboxError, type SandboxErrorCode } from '../kernel/sandbox-error'
import { flawsIn } from '../kernel/schema'

/** A problem of one part of a body, such as `accounts[0].email`. */
export interface Issue {
  readonly path: string
  readonly message: string
}

/** An error of the control plane. It does not have the form of the error objects of the service. */
export class ControlError extends Error {
  readonly status: number
  readonly issues: readonly Issue[]
  /** The number of the issues that are not named. */
  readonly more: number

  constructor(status: number, message: string, issues: readonly Issue[] = [], more = 0) {
    super(message)
    this.name = 'ControlError'
    this.status = status
    this.issues = issues
    this.more = more
  }
}

/** The request lacks the token of the control plane, or has another one. */
export class TokenError extends ControlError {
  constructor(message: string) {
    super(401, message)
  }
}

export const invalidBody = (issues: readonly Issue[]): ControlError => {
  const first = issues.slice(0, issuesShownMax)
  const more = issues.length - first.length
  const texts = first.map(({ path, message }) => `${path || 'body'}: ${message}`)
  const message = [...texts, ...(more === 0 ? [] : [moreMistakes(more)])].join('; ')
  return new ControlError(422, message, first, more)
}

/** `accounts[0].email`, as a programmer would write it. */
const issuePath = (path: readonly PropertyKey[]): string =>
  path
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i === 0 ? '' : '.'}${String(part)}`))
    .join('')

export const issuesOf = (error: z.core.$ZodError): Issue[] =>
  flawsIn(error).map(({ path, message }) => ({ path: issuePath(path), message }))

/** The status of each SandboxError. Default: 422. */
const statuses: { readonly [C in SandboxErrorCode]?: number } = {
  not_found: 404,
  stopped: 409,
  cannot_write: 503,
  closed: 503,
}

/**
 * The answer to anything that was thrown; an unforeseen error is a fault of the sandbox. A 422 always has issues:
 * one that names no part of the body is about `about`, or about the body as a whole.
 */
export const renderRefusal = (thrown: unknown, about = '') => {
  const { status, issues, ...error } = refusalOf(thrown)
  const shown = status === 422 && issues.length === 0 ? [{ path: about, message: error.message }] : issues
  return { status, body: { error: { ...error, ...(shown.length === 0 ? {} : { issues: shown }) } } }
}

interface ControlRefusal {
  readonly status: number
  readonly message: string
  readonly code?: string
  readonly issues: readonly Issue[]
  readonly more?: number
}

const refusalOf = (error: unknown): ControlRefusal => {
  if (error instanceof ControlError) {
    const { status, message, issues, more } = error
    return { status, message, issues, ...(more > 0 && { more }) }
  }
  if (error instanceof SandboxError) {
    if (error.cause instanceof ApiError) return { ...refusalOf(error.cause), message: error.message }
    const { message, code, issues } = error
    return { status: statuses[code] ?? 422, message, code, issues }
  }
  if (error instanceof ApiError) {
    const { status, code } = catalogue[error.refusal]
    const problems = error.context.validation_errors ?? []
    const issues = problems.map(({ field, message }) => ({ path: field, message }))
    return { status, message: error.message, code, issues }
  }
  return { status: 500, message: 'a fault of payment-sandbox; its log says where', issues: [] }
}
