import type { Exchange } from '../http/exchange'
import { isLoopback, readHost, readHostName, readOrigin, unknownHostText } from '../kernel/hosts'
import { ControlError } from './errors'
import type { Surroundings } from './route'
import { checkToken } from './token'

/**
 * A web page must not drive somebody's sandbox, nor anybody who can reach a server that is not on loopback (contract
 * of the sandbox, sections 4 and 5). Three questions, each with a refusal of its own: under which host the caller
 * asks, whose page asks, and, off loopback, whether it has the token.
 *
 * @returns headers of the answer, by which a browser lets a page of --allow-origin read it
 */
export const guard = (exchange: Exchange, asksForPage: boolean, here: Surroundings): Headers => {
  checkHost(exchange, here)
  const origin = exchange.header('origin')
  const isAllowed = origin !== undefined && here.allowOrigins.has(origin)
  const sender = isAllowed ? 'allowed' : findSender(exchange, here)
  const readers: Headers = isAllowed ? { 'access-control-allow-origin': origin, vary: 'Origin' } : {}
  for (const [name, value] of Object.entries(readers)) exchange.setHeader(name, value)
  if (sender === 'foreign' && !(asksForPage && isVisit(exchange)))
    throw new ControlError(403, foreignText(exchange))
  // A browser asks with OPTIONS whether it may send the token. Its cookie it also sends for pages of other ports.
  if (exchange.method !== 'OPTIONS')
    checkToken(exchange, { inAddress: asksForPage, inCookie: asksForPage || sender === 'own' })
  return readers
}

type Headers = Readonly<Record<string, string>>

const checkHost = (exchange: Exchange, here: Surroundings): void => {
  const host = hostOf(exchange)
  const name = readHostName(host) ?? ''
  const isOwn =
    exchange.access?.allows(host, 'control') ?? (isLoopback(name) || here.ownHosts().includes(host))
  if (!isOwn) throw new ControlError(403, unknownHostText(name.slice(0, 100) || '<name>'))
}

/** The `Host` header, or what the request's own address says. */
const hostOf = (exchange: Exchange): string => exchange.header('host') ?? exchange.url.host

/** Whose page a request is from; `unknown` for what no browser sent, or none that says so. */
type Sender = 'own' | 'foreign' | 'unknown'

/** Browsers alone set these headers: no page can change them, though some browsers leave them out. */
const findSender = (exchange: Exchange, here: Surroundings): Sender => {
  const origin = exchange.header('origin')
  const site = exchange.header('sec-fetch-site')
  if (origin !== undefined && !isOwnOrigin(origin, exchange, here)) return 'foreign'
  // `none` is a person who typed an address, or followed a bookmark.
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'foreign'
  const from = origin ?? refererOf(exchange)
  if (from === undefined) return 'unknown'
  return isOwnOrigin(from, exchange, here) ? 'own' : 'foreign'
}

const refererOf = (exchange: Exchange): string | undefined => {
  const referer = exchange.header('referer')
  return referer === undefined || !URL.canParse(referer) ? undefined : new URL(referer).origin
}

/** That of the address that was asked for, or of --base-url. Never judged by its name: any site can have an address. */
const isOwnOrigin = (text: string, exchange: Exchange, here: Surroundings): boolean => {
  const origin = readOrigin(text)
  if (origin === null) return false
  const { baseUrl } = here.settings()
  return (
    origin.host === readHost(hostOf(exchange), origin.protocol)?.host ||
    origin.origin === new URL(baseUrl).origin
  )
}

/** A person who follows a link from elsewhere to one of the pages: no page can see what is shown then. */
const isVisit = (exchange: Exchange): boolean => {
  const isNavigation =
    exchange.header('sec-fetch-mode') === 'navigate' && exchange.header('sec-fetch-dest') === 'document'
  const isAhead = exchange.header('sec-purpose') !== undefined || exchange.header('purpose') !== undefined
  return exchange.header('origin') === undefined && isNavigation && !isAhead
}

const foreignText = (exchange: Exchange): string => {
  const origin = readOrigin(exchange.header('origin') ?? refererOf(exchange) ?? '')?.origin ?? '<origin>'
  return `the control plane does not answer to pages of other sites, and another port is another site: start the sandbox with --allow-origin ${origin.slice(0, 200)} to let its pages in`
}
