import { isSameSecret } from '../kernel/digest'
import { isLoopback, readHost, readHostName, readOrigin, unknownHostText } from '../kernel/hosts'
import type { SandboxParts } from '../sandbox/parts'
import { send } from '../service/http/answer'
import { bearerIn, tokenCookie, tokenInCookies } from '../service/http/control-token'
import type { Exchange } from '../service/http/exchange'
import { queryOf } from '../service/http/parameters'
import { ControlError, TokenError } from './errors'

/**
 * Rejects requests from pages of other sites and from other machines (contract of the sandbox, sections 4 and 5).
 * Three checks, each with its own error: the host name of the request, the site of the page that sends it and, off
 * loopback, the token.
 */
export const guard = (exchange: Exchange, asksForPage: boolean, here: SandboxParts): CheckedCaller => {
  checkHost(exchange, here)
  const origin = exchange.req.header('origin')
  const isAllowed = origin !== undefined && here.options.allowOrigins?.includes(origin) === true
  const sender = isAllowed ? 'allowed' : findSender(exchange, here)
  const corsHeaders: PageHeaders = isAllowed ? { 'access-control-allow-origin': origin, vary: 'Origin' } : {}
  for (const [name, value] of Object.entries(corsHeaders)) exchange.headers[name] = value
  if (sender === 'foreign' && !(asksForPage && isVisit(exchange)))
    throw new ControlError(403, foreignText(exchange))
  // A browser sends OPTIONS first, without the token. It sends cookies for pages of other ports too.
  const accepted = { inAddress: asksForPage, inCookie: asksForPage || sender === 'own' }
  const flaw = exchange.req.method === 'OPTIONS' ? null : tokenFlaw(exchange, accepted)
  if (flaw === null) return { corsHeaders, isKnown: true }
  if (isHealthCheck(exchange)) return { corsHeaders, isKnown: false }
  exchange.headers['www-authenticate'] = 'Bearer'
  throw new TokenError(flaw)
}

/** Whether it is up is no secret: load balancers ask without a token, and get nothing else. */
const isHealthCheck = ({ req }: Exchange): boolean =>
  (req.method === 'GET' || req.method === 'HEAD') && /^\/_sandbox\/health\/?$/.test(req.path)

interface CheckedCaller {
  /** Headers of the answer that allow a page of --allow-origin to read it. */
  readonly corsHeaders: PageHeaders
  /** Whether it has the token, where one is asked for. */
  readonly isKnown: boolean
}

type PageHeaders = Readonly<Record<string, string>>

const checkHost = (exchange: Exchange, here: SandboxParts): void => {
  const host = hostOf(exchange)
  const name = readHostName(host) ?? ''
  const isOwn =
    exchange.incoming.access?.allows(host, 'control') ??
    (isLoopback(name) || here.servers.hosts(here.settings.baseUrl).includes(host))
  if (isOwn) return
  if (exchange.incoming.access?.allows(host, 'service') === true)
    throw new ControlError(403, `the control plane is not at ${name}, only at ${here.settings.baseUrl}`)
  throw new ControlError(403, unknownHostText(host))
}

/** The `Host` header, or the host in the URL of the request. */
const hostOf = (exchange: Exchange): string => exchange.req.header('host') ?? new URL(exchange.req.url).host

/**
 * Whether a page of the sandbox or of another site sends a request; `unknown` without the headers of a browser. Only the
 * browser sets these headers, and scripts cannot change them. Some browsers omit some of them.
 */
const findSender = (exchange: Exchange, here: SandboxParts): 'own' | 'foreign' | 'unknown' => {
  const origin = exchange.req.header('origin')
  const site = exchange.req.header('sec-fetch-site')
  if (origin !== undefined && !isOwnOrigin(origin, exchange, here)) return 'foreign'
  // `none` means that the user typed the address or opened a bookmark.
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'foreign'
  const from = origin ?? refererOf(exchange)
  if (from === undefined) return 'unknown'
  return isOwnOrigin(from, exchange, here) ? 'own' : 'foreign'
}

const refererOf = (exchange: Exchange): string | undefined => {
  const referer = exchange.req.header('referer')
  return referer === undefined || !URL.canParse(referer) ? undefined : new URL(referer).origin
}

/** Compares the text with the origin of the request and of --base-url. A loopback name alone proves nothing. */
const isOwnOrigin = (text: string, exchange: Exchange, here: SandboxParts): boolean => {
  const origin = readOrigin(text)
  if (origin === null) return false
  const { baseUrl } = here.settings
  return (
    origin.host === readHost(hostOf(exchange), origin.protocol)?.host ||
    origin.origin === new URL(baseUrl).origin
  )
}

/** Whether a user opens a page by a link of another site, which cannot read the page. */
const isVisit = (exchange: Exchange): boolean => {
  const isNavigation =
    exchange.req.header('sec-fetch-mode') === 'navigate' &&
    exchange.req.header('sec-fetch-dest') === 'document'
  const isPrefetch =
    exchange.req.header('sec-purpose') !== undefined || exchange.req.header('purpose') !== undefined
  return exchange.req.header('origin') === undefined && isNavigation && !isPrefetch
}

const foreignText = (exchange: Exchange): string => {
  const origin = readOrigin(exchange.req.header('origin') ?? refererOf(exchange) ?? '')?.origin ?? '<origin>'
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
const tokenFlaw = (exchange: Exchange, accepted: TokenPlaces): string | null => {
  const wanted = exchange.incoming.access?.controlToken ?? null
  if (wanted === null) return null
  const cookie = tokenInCookies(exchange.req.header('cookie') ?? '', hostOf(exchange))
  const given =
    bearerIn(exchange.req.header('authorization')) ??
    (accepted.inAddress ? queryToken(exchange) : undefined) ??
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
export const moveTokenToCookie = (exchange: Exchange): Response | null => {
  if (queryToken(exchange) === undefined) return null
  const url = new URL(exchange.req.url)
  const { pathname, searchParams } = url
  searchParams.delete(parameter)
  const token = exchange.incoming.access?.controlToken ?? null
  if (token !== null)
    exchange.headers['set-cookie'] = tokenCookie(token, { host: hostOf(exchange), protocol: url.protocol })
  exchange.headers.location = `${pathname}${searchParams.size === 0 ? '' : `?${searchParams}`}`
  exchange.headers['referrer-policy'] = 'no-referrer'
  return send(exchange, 303, '')
}

const queryToken = (exchange: Exchange): string | undefined =>
  new URLSearchParams(queryOf(exchange)).get(parameter) ?? undefined
