import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { catalogue } from '../../kernel/error-catalogue'
import { ApiError } from '../../kernel/errors'
import { listed } from '../../kernel/text'
import { calledHostHeader, omiseUrl } from '../../options/hosts'
import { errorPageFor } from './addresses'
import type { AppContext } from './env'
import { asApiError, detailsWarning, readStack, renderError } from './errors'
import { bytesOf } from './read-body'

interface About {
  readonly error?: ApiError | null
  /** The code of an error that is not in the catalogue of the service. */
  readonly code?: string | null
  readonly hint?: string | null
}

/** Sets a header of the answer that `send` makes. The name is in lower case. */
export const setHeader = (context: AppContext, name: string, value: string): void => {
  context.get('headers')[name] = value
}

/** Answers with a body, and records it for the log and the journal. */
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
  trace.reason = error?.message ?? null
  trace.details = error?.context ?? null
  trace.hint = hint
  trace.answer = typeof body === 'string' ? body : null
  // A socket sets it, but not for HEAD, whose answer has no body.
  if (context.env.connection === undefined || context.req.method === 'HEAD')
    setHeader(context, 'content-length', String(bytesOf(body)))
  const aboutProfile = profileWarningFor(context)
  if (aboutProfile !== null) trace.warnings.push(aboutProfile)
  setNotes(context)
  const headers = context.get('headers')
  // Headers that a middleware has set before wait in the context. Without one, Hono need not make `Headers` of these.
  if (context.req.routeIndex > 0) return context.body(body, status as ContentfulStatusCode, headers)
  return new Response(body, { status, headers })
}

/** For the first answer of the specification to a client that calls by the names of the real service; `null` for others. */
const profileWarningFor = (context: AppContext): string | null => {
  const { req, env } = context
  const { backend } = env
  if (backend.settings.profileName === 'omise' || backend.isProfileTold) return null
  const named = req.header(calledHostHeader)
  if (!omiseUrl.test(named === undefined ? req.url : `https://${named}`)) return null
  backend.isProfileTold = true
  return profileWarning
}

export const profileWarning =
  'this sandbox answers as the specification says (profile spec), not as Omise does: give it the profile with ' +
  "createSandbox({ profile: 'omise' }) or --profile omise"

/** What the two headers with notes hold together: clients refuse an answer whose headers are long. */
const notesLengthMax = 2048

/** Names in headers what the operation does not read and what looks wrong. */
const setNotes = (context: AppContext): void => {
  const { ignored, warnings } = context.get('trace')
  const names = listed(ignored.map(encodedName), ', ', notesLengthMax / 2)
  if (names !== '') setHeader(context, 'sandbox-ignored-params', names)
  const texts = listed(warnings.map(headerSafe), '; ', notesLengthMax - names.length)
  if (texts !== '') setHeader(context, 'sandbox-warning', texts)
}

/** The client chooses the names of parameters: a header allows only some characters. */
const encodedName = (name: string): string =>
  encodeURIComponent(wellFormed(name)).replaceAll('%5B', '[').replaceAll('%5D', ']')

/** Replaces each half of a surrogate pair, which JSON can contain, because it has no URI encoding. */
const wellFormed = (text: string): string =>
  text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')

/** A warning may repeat what the client sent, and a header holds only some characters. */
const headerSafe = (text: string): string => text.replaceAll('…', '...').replace(/[^ -~]/g, '?')

/** Answers with an error of the service (spec 2.9). */
export const refuse = (context: AppContext, error: ApiError, hint: string | null = null): Response => {
  const { status, body } = printError(context, error)
  return send(context, status, body, { error, hint })
}

/** An error of the service as text. A header has what its form leaves out. */
export const printError = (context: AppContext, error: ApiError): { status: number; body: string } => {
  const { fields } = context.env.backend.settings.profile
  const { status, body } = renderError(error, errorPageFor(context), fields)
  const warning = fields === 'all' ? null : detailsWarning(error.context)
  if (warning !== null) warn(context, warning)
  return { status, body: print(context, body) }
}

/** `app.onError`: answers an ApiError with its status, and every other error with 500. */
export const answerError = (error: unknown, context: AppContext): Response => {
  const refusal = asApiError(error)
  const unknownKey = refusal.refusal === 'authentication_failure'
  const { accounts } = context.env.backend
  const hint = unknownKey
    ? accounts.explain(context.req.header('authorization'))
    : error instanceof ApiError
      ? null
      : readStack(error)
  if (unknownKey && hint !== null) warn(context, hint)
  return refuse(context, refusal, hint)
}

/** Ends the connection. Within the process: `Response.error()`, a network error. */
export const cut = (context: AppContext): Response => context.env.connection?.cut() ?? Response.error()

/** Adds a text to the header `Sandbox-Warning`. */
export const warn = (context: AppContext, text: string): void => void context.get('trace').warnings.push(text)

/** User agents of people, who get indented JSON (assumption `indented-for-people`). */
const person = /^(curl|httpie|wget)\/|^mozilla\//i

/** An answer as JSON text. */
export const print = (context: AppContext, body: object): string => {
  const agent = context.req.header('user-agent')
  return agent !== undefined && person.test(agent)
    ? `${JSON.stringify(body, null, 2)}\n`
    : JSON.stringify(body)
}
