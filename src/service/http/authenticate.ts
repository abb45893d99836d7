import { fail } from '../../kernel/errors'
import type { Principal } from '../accounts'
import { ownAddress } from './addresses'
import { isForPages, keyFor } from './cors'
import type { Exchange } from './exchange'
import type { Route } from './route'

/**
 * Finds the account of the key of a request (spec 5, 4.1). Again after the request has waited: meanwhile a restore may
 * have removed the account, or a test may have locked it.
 * @throws ApiError for a wrong key
 */
export const authenticate = (exchange: Exchange, route: Route): void => {
  exchange.world = null
  exchange.principal = null
  if (route.key !== 'none') exchange.principal = principalOf(exchange, route)
  exchange.world = exchange.principal?.world ?? exchange.backend.accounts.anyWorld
}

/** @throws ApiError for a key that this operation does not accept, and for the wrong server */
export const principalOf = (exchange: Exchange, route: Pick<Route, 'key' | 'host' | 'path'>): Principal => {
  const { req, backend, incoming, warnings } = exchange
  const { accounts, settings } = backend
  const principal = accounts.authenticate(req.header('authorization'))
  const isOfPage = principal.kind === 'public' && isForPages(route, settings.profile)
  if (incoming.host === 'vault' && route.host === undefined && !isOfPage) {
    warnings.push(`this is the vault: ${route.path} is at ${ownAddress(exchange)}`)
    throw fail('not_found')
  }
  if (incoming.host === 'api' && route.host === 'vault') throw fail('invalid_domain')
  const wanted = keyFor(route, settings.profile)
  if (wanted !== 'any' && wanted !== principal.kind) throw fail('authentication_failure')
  if (principal.readOnly && req.method !== 'GET') throw fail('not_authorized')
  return principal
}
