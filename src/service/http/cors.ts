import { type Profile, profileNames, profileRows } from '../../options/profiles'
import { send } from './answer'
import { allowAnyPage, type Exchange } from './exchange'
import { fits, type Route } from './route'

/** Which operations web pages may call: those that accept the public key, which a shop shows to its payers. */

/** The kind of key that an operation accepts. */
export const keyFor = (
  { key, path }: Pick<Route, 'key' | 'path'>,
  { sourceReadKey }: Profile,
): Route['key'] => (path === '/sources/:id' && sourceReadKey === 'any' ? 'any' : key)

/**
 * Whether web pages may call an operation. The page of a shop creates tokens at the vault, and sources at the API or at
 * the vault (assumption `sources-for-pages`).
 */
export const isForPages = (route: Pick<Route, 'key' | 'path'>, profile: Profile): boolean =>
  ['public', 'any'].includes(keyFor(route, profile))

/** Whether pages may read the answers of an operation of the API. They may read all answers of the vault. */
export const isReadable = ({ backend, incoming }: Exchange, route: Route): boolean =>
  incoming.host === 'api' && route.host !== 'vault' && isForPages(route, backend.settings.profile)

/** Answers a preflight request, which browsers send without a key. */
export const answerPreflight =
  (routes: readonly Route[]) =>
  (exchange: Exchange): Response => {
    const { req, backend, incoming, headers } = exchange
    const isOpen = routes.some((route) => isReadable(exchange, route) && fits(route.path, req.path))
    if (incoming.host === 'api' && !isOpen) return send(exchange, 200, '{}')
    allowAnyPage(exchange)
    const versions = new Set(
      [backend.settings.headerPrefix, ...knownPrefixes].map((prefix) => `${prefix}-Version`),
    )
    const allowed = ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Requested-With', ...versions]
    headers['access-control-allow-methods'] = 'GET, POST'
    headers['access-control-allow-headers'] = allowed.join(', ')
    headers['access-control-max-age'] = '86400'
    return send(exchange, 200, '{}')
  }

/** The prefixes of version headers: of the specification, and of the published browser library. */
const knownPrefixes = profileNames.map((name) => profileRows.headerPrefix[name])
