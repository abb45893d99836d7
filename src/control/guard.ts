import { isSameSecret } from '../kernel/digest'
import { isLoopback, readHost, readHostName, readOrigin, unknownHostText } from '../kernel/hosts'
import type { SandboxParts } from '../sandbox/parts'
import { send, setHeader } from '../service/http/answer'
import type { AppContext } from '../service/http/env'
import { bearerIn, tokenCookie, tokenInCookies } from '../service/http/incoming'
import { readQuery } from '../service/http/read-body'
import { ControlError } from './errors'

/**
 * Rejects requests from pages of other sites and from other machines (contract of the sandbox, sections 4 and 5).
 * Three checks, each with its own error: the host name of the request, the site of the page that sends it and, off
 * loopback, the token.
 */
export const guard = (context: AppContext, asksForPage: boolean, here: SandboxParts): CheckedCaller => {
  checkHost(context, here)
  const origin = context.req.header('origin')
  const isAllowed = origin !== undefined && here.options.allowOrigins?.includes(origin) === true
  const sender = isAllowed ? 'allowed' : findSender(context, here)
  const corsHeaders: PageHeaders = isAllowed ? { 'access-control-allow-origin': origin, vary: 'Origin' } : {}
  for (const [name, value] of Object.entries(corsHeaders)) setHeader(context, name, value)
  if (sender === 'foreign' && !(asksForPage && isVisit(context)))
    throw new ControlError(403, foreignText(context))
  // A browser sends OPTIONS first, without the token. It sends cookies for pages of other ports too.
  const accepted = { inAddress: asksForPage, inCookie: asksForPage || sender === 'own' }
  const flaw = context.req.method === 'OPTIONS' ? null : tokenFlaw(context, accepted)
  if (flaw === null) return { corsHeaders, isKnown: true }
  if (isHealthCheck(context)) return { corsHeaders, isKnown: false }
  setHeader(context, 'www-authenticate', 'Bearer')
  throw new ControlError(401, flaw)
}

/** Whether it is up is no secret: load balancers ask without a token, and get nothing else. */
const isHealthCheck = ({ req }: AppContext): boolean =>
  (req.method === 'GET' || req.method === 'HEAD') && /^\/_sandbox\/health\/?$/.test(req.path)

interface CheckedCaller {
  /** Headers of the answer that allow a page of --allow-origin to read it. */
  readonly corsHeaders: PageHeaders
  /** Whether it has the token, where one is asked for. */
  readonly isKnown: boolean
}

type PageHeaders = Readonly<Record<string, string>>

const checkHost = (context: AppContext, here: SandboxParts): void => {
  const host = hostOf(context)
  const name = readHostName(host) ?? ''
  const isOwn =
    context.env.access?.allows(host, 'control') ??
    (isLoopback(name) || here.servers.hosts(here.settings.baseUrl).includes(host))
  if (isOwn) return
  if (context.env.access?.allows(host, 'service') === true)
    throw new ControlError(403, `the control plane is not at ${name}, only at ${here.settings.baseUrl}`)
  throw new ControlError(403, unknownHostText(host))
}

/** The `Host` header, or the host in the URL of the request. */
const hostOf = (context: AppContext): string => context.req.header('host') ?? new URL(context.req.url).host

/** Whether a page of the sandbox or of another site sends a request; `unknown` without the headers of a browser. */
type RequestOrigin = 'own' | 'foreign' | 'unknown'

/** Only the browser sets these headers, and scripts cannot change them. Some browsers omit some of them. */
const findSender = (context: AppContext, here: SandboxParts): RequestOrigin => {
  const origin = context.req.header('origin')
  const site = context.req.header('sec-fetch-site')
  if (origin !== undefined && !isOwnOrigin(origin, context, here)) return 'foreign'
  // `none` means that the user typed the address or opened a bookmark.
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'foreign'
  const from = origin ?? refererOf(context)
  if (from === undefined) return 'unknown'
  return isOwnOrigin(from, context, here) ? 'own' : 'foreign'
}

const refererOf = (context: AppContext): string | undefined => {
  const referer = context.req.header('referer')
  return referer === undefined || !URL.canParse(referer) ? undefined : new URL(referer).origin
}

/** Compares the text with the origin of the request and of --base-url. A loopback name alone proves nothing. */
const isOwnOrigin = (text: string, context: AppContext, here: SandboxParts): boolean => {
  const origin = readOrigin(text)
  if (origin === null) return false
  const { baseUrl } = here.settings
  return (
    origin.host === readHost(hostOf(context), origin.protocol)?.host ||
    origin.origin === new URL(baseUrl).origin
  )
}

/** Whether a user opens a page by a link of another site, which cannot read the page. */
const isVisit = (context: AppContext): boolean => {
  const isNavigation =
    context.req.header('sec-fetch-mode') === 'navigate' && context.req.header('sec-fetch-dest') === 'document'
  const isPrefetch =
    context.req.header('sec-purpose') !== undefined || context.req.header('purpose') !== undefined
  return context.req.header('origin') === undefined && isNavigation && !isPrefetch
}

const foreignText = (context: AppContext): string => {
  const origin = readOrigin(context.req.header('origin') ?? refererOf(context) ?? '')?.origin ?? '<origin>'
  return `the control plane does not answer to pages of other sites, and another port is another site: start the sandbox with --allow-origin ${origin.slice(0, 200)} (allowOrigins in code) to allow its pages`
}

/**
 * The token that the control plane requires off loopback: a bearer token, or a cookie that a page sets from `?token=`.
 */
const parameter = 'token'

interface TokenPlaces {
  readonly inAddress: boolean
  readonly inCookie: boolean
}

/**
 * Why the token of a request is not accepted; `null` when it is, or none is asked for.
 * @param accepted the places, besides the header, where a token is accepted
 */
const tokenFlaw = (context: AppContext, accepted: TokenPlaces): string | null => {
  const wanted = context.env.access?.controlToken ?? null
  if (wanted === null) return null
  const cookie = tokenInCookies(context.req.header('cookie') ?? '', hostOf(context))
  const given =
    bearerIn(context.req.header('authorization')) ??
    (accepted.inAddress ? queryToken(context) : undefined) ??
    (accepted.inCookie ? cookie : undefined)
  if (given !== undefined && isSameSecret(given, wanted)) return null
  if (given === undefined && cookie !== undefined) return cookieAlone
  return (
    `${given === undefined ? 'the control plane requires a token here' : 'this is not the token of the control plane'}: ` +
    'open the dashboard at the address that was printed at the start, send "Authorization: Bearer <token>", ' +
    'or run commands with --control-token <token>'
  )
}

const cookieAlone =
  'the token in the cookie counts only for pages of the sandbox, whose requests carry Origin, Referer or ' +
  'Sec-Fetch-Site: send "Authorization: Bearer <token>" instead'

/** Moves the token from the URL of a page, where others could read it, into a cookie; `null` if the URL has none. */
export const moveTokenToCookie = (context: AppContext): Response | null => {
  if (queryToken(context) === undefined) return null
  const url = new URL(context.req.url)
  const { pathname, searchParams } = url
  searchParams.delete(parameter)
  const token = context.env.access?.controlToken ?? null
  if (token !== null)
    setHeader(context, 'set-cookie', tokenCookie(token, { host: hostOf(context), protocol: url.protocol }))
  setHeader(context, 'location', `${pathname}${searchParams.size === 0 ? '' : `?${searchParams}`}`)
  setHeader(context, 'referrer-policy', 'no-referrer')
  return send(context, 303, '')
}

const queryToken = (context: AppContext): string | undefined =>
  new URLSearchParams(readQuery(context)).get(parameter) ?? undefined
