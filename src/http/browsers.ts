import { type Exchange, readableByPages } from './exchange'
import { keyFor } from './recorded'
import type { Route } from './route'
import { fits } from './unknown-path'

/**
 * What web pages may ask for: whatever takes the public key, which a shop shows to its payers. The page of a shop
 * makes tokens at the vault, and sources at the API or at the vault (assumption `sources-for-pages`).
 */
export const isForPages = (route: Pick<Route, 'key' | 'path'>, { backend }: Exchange): boolean => {
  const key = keyFor(route, backend.settings.profile)
  return key === 'public' || key === 'any'
}

/** On the API; all that the vault answers can be read by pages. */
const isReadable = (route: Route, exchange: Exchange): boolean =>
  exchange.host === 'api' && route.host !== 'vault' && isForPages(route, exchange)

export const letPagesRead = (route: Route, exchange: Exchange): void => {
  if (isReadable(route, exchange)) exchange.setHeader(...readableByPages)
}

/** Browsers ask before they send a key. */
export const answerPreflight = (exchange: Exchange, routes: readonly Route[]): Response => {
  const isOpen = routes.some((route) => isReadable(route, exchange) && fits(route.path, exchange.path))
  if (exchange.host === 'api' && !isOpen) return exchange.send(200, '{}')
  exchange.setHeader(...readableByPages)
  const { headerPrefix } = exchange.backend.settings
  const versions = new Set([headerPrefix, ...knownPrefixes].map((prefix) => `${prefix}-Version`))
  exchange.setHeader('access-control-allow-methods', 'GET, POST')
  exchange.setHeader(
    'access-control-allow-headers',
    ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Requested-With', ...versions].join(', '),
  )
  exchange.setHeader('access-control-max-age', '86400')
  return exchange.send(200, '{}')
}

/** What version headers begin with: in the specification, and on the wire of the published browser library. */
const knownPrefixes = ['Service', 'Omise']
