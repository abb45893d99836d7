import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { ApiError, catalogue } from '../kernel/errors'
import type { AppContext } from './env'
import { asApiError, readStack, renderError } from './render'

interface About {
  readonly error?: ApiError | null
  /** The code of an error that is not one of the service's own. */
  readonly code?: string | null
  readonly hint?: string | null
}

/** Answers with a body, and writes down what the log and the journal say about it. */
export const send = (
  context: AppContext,
  status: number,
  body: string | Uint8Array<ArrayBuffer>,
  { error = null, code = null, hint = null }: About = {},
): Response => {
  const trace = context.get('trace')
  trace.status = status
  trace.error = error?.refusal ?? code
  trace.code = error === null ? code : catalogue[error.refusal].code
  trace.hint = hint
  trace.answer = typeof body === 'string' ? body : null
  // The answer to HEAD has no body to take its length from.
  if (context.req.method === 'HEAD') context.header('content-length', String(bytesOf(body)))
  if (trace.warnings.length > 0) context.header('sandbox-warning', trace.warnings.join('; '))
  return context.body(body, status as ContentfulStatusCode)
}

const utf8 = new TextEncoder()

const bytesOf = (body: string | Uint8Array): number =>
  typeof body === 'string' ? utf8.encode(body).byteLength : body.byteLength

/** Answers with an error of the service (spec 2.9). */
export const refuse = (context: AppContext, error: ApiError, hint: string | null = null): Response => {
  const { status, body } = renderError(error)
  return send(context, status, print(context, body), { error, hint })
}

/** `app.onError`: a refusal is answered as it says, anything else with 500. */
export const answerError = (error: unknown, context: AppContext): Response => {
  const refusal = asApiError(error)
  const unknownKey = refusal.refusal === 'authentication_failure'
  const { accounts } = context.env.backend
  const hint = unknownKey
    ? accounts.explain(context.req.header('authorization'))
    : error instanceof ApiError
      ? null
      : readStack(error)
  return refuse(context, refusal, hint)
}

/** Ends the connection. In one process: the web's own response for an answer that never came. */
export const cut = (context: AppContext): Response => context.env.connection?.cut() ?? Response.error()

/** Adds a text to the header `Sandbox-Warning`. */
export const warn = (context: AppContext, text: string): void => void context.get('trace').warnings.push(text)

/** Indented for people at a terminal or browser (assumption `indented-for-people`). */
const person = /^(curl|httpie|wget)\/|^mozilla\//i

/** An answer as JSON text. */
export const print = (context: AppContext, body: object): string =>
  person.test(context.req.header('user-agent') ?? '')
    ? `${JSON.stringify(body, null, 2)}\n`
    : JSON.stringify(body)
