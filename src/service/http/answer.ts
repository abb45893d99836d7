import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { catalogue } from '../../kernel/error-catalogue'
import { ApiError } from '../../kernel/errors'
import { listed } from '../../kernel/text'
import { calledHostHeader, omiseUrl } from '../../options/hosts'
import { errorPageFor } from './addresses'
import { asApiError, detailsWarning, readStack, renderError } from './errors'
import type { Exchange, Outcome } from './exchange'
import { bytesOf } from './read-body'

/** Answers with a body, and keeps the outcome for the log and the journal. */
export const send = (
  exchange: Exchange,
  status: number,
  body: string | Uint8Array<ArrayBuffer>,
  { error = null, code = null, hint = null }: Partial<Pick<Outcome, 'error' | 'code' | 'hint'>> = {},
): Response => {
  const { context, req, incoming, headers } = exchange
  exchange.outcome = {
    status,
    error,
    code: error === null ? code : catalogue[error.refusal].code,
    hint,
    text: typeof body === 'string' ? body : null,
  }
  // A socket sets it, but not for HEAD, whose answer has no body.
  if (incoming.connection === undefined || req.method === 'HEAD')
    headers['content-length'] = String(bytesOf(body))
  warnOfProfile(exchange)
  setNotes(exchange)
  // Headers that a middleware has set before wait in the context. Without one, Hono need not make `Headers` of these.
  if (req.routeIndex > 0) return context.body(body, status as ContentfulStatusCode, headers)
  return new Response(body, { status, headers })
}

/** With the first answer of the specification to a client that calls by the names of the real service. */
const warnOfProfile = ({ req, backend, warnings }: Exchange): void => {
  const { settings, warnedOf } = backend
  if (settings.profileName === 'omise' || warnedOf.has('profile')) return
  const named = req.header(calledHostHeader)
  if (!omiseUrl.test(named === undefined ? req.url : `https://${named}`)) return
  warnedOf.add('profile')
  warnings.push(profileWarning)
}

export const profileWarning =
  'this sandbox answers as the specification says (profile spec), not as Omise does: give it the profile with ' +
  "createSandbox({ profile: 'omise' }) or --profile omise"

/** What the two headers with notes hold together: clients refuse an answer whose headers are long. */
const notesLengthMax = 2048

/** Names in headers what the operation does not read and what looks wrong. */
const setNotes = ({ ignored, warnings, headers }: Exchange): void => {
  const names = listed(ignored.map(encodedName), ', ', notesLengthMax / 2)
  if (names !== '') headers['sandbox-ignored-params'] = names
  const texts = listed(warnings.map(headerSafe), '; ', notesLengthMax - names.length)
  if (texts !== '') headers['sandbox-warning'] = texts
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
export const refuse = (exchange: Exchange, error: ApiError, hint: string | null = null): Response => {
  const { status, body } = printError(exchange, error)
  return send(exchange, status, body, { error, hint })
}

/** An error of the service as text. A header has what its form leaves out. */
export const printError = (exchange: Exchange, error: ApiError) => {
  const { fields } = exchange.backend.settings.profile
  const { status, body } = renderError(error, errorPageFor(exchange), fields)
  const warning = fields === 'all' ? null : detailsWarning(error.context)
  if (warning !== null) exchange.warnings.push(warning)
  return { status, body: print(exchange, body), error }
}

/** Answers an ApiError with its status, and every other error with 500. */
export const answerError = (error: unknown, exchange: Exchange): Response => {
  const refusal = asApiError(error)
  if (refusal.refusal === 'authentication_failure') {
    const why = exchange.backend.accounts.explain(exchange.req.header('authorization'))
    exchange.warnings.push(why)
    return refuse(exchange, refusal, why)
  }
  return refuse(exchange, refusal, error instanceof ApiError ? null : readStack(error))
}

/**
 * Ends the connection. Within the process: `Response.error()`, a network error.
 * @param hint why, for the log
 */
export const cut = (exchange: Exchange, hint: string): Response => {
  exchange.outcome = { ...(exchange.outcome ?? { status: 0, error: null, code: null, text: null }), hint }
  return exchange.incoming.connection?.cut() ?? Response.error()
}

/** User agents of people, who get indented JSON (assumption `indented-for-people`). */
const person = /^(curl|httpie|wget)\/|^mozilla\//i

/** An answer as JSON text. */
export const print = ({ req }: Exchange, body: object): string => {
  const agent = req.header('user-agent')
  return agent !== undefined && person.test(agent)
    ? `${JSON.stringify(body, null, 2)}\n`
    : JSON.stringify(body)
}
