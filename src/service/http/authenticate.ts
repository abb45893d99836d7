import { fail } from '../../kernel/errors'
import type { Principal } from '../accounts'
import { isForPages, keyFor } from './browsers'
import type { AppContext } from './env'
import type { Route } from './route'
import { warn } from './send'

/** After a request has waited: jobs may be due, a restore may have removed the account, a test may have locked it. */
export const authenticateAgain = (context: AppContext): void => {
  context.env.backend.catchUp()
  const trace = context.get('trace')
  trace.world = null
  trace.key = null
  authenticate(context)
}

/** Finds the world of the key of a request, and refuses a wrong key (spec 5, 4.1). */
export const authenticate = (context: AppContext): void => {
  const route = context.get('route')
  const principal = route.key === 'none' ? null : admit(context, route)
  const world = principal?.world ?? context.env.backend.accounts.anyWorld
  const trace = context.get('trace')
  trace.world = world
  trace.key = principal?.kind ?? null
  context.set('world', world)
  context.set('principal', principal)
}

/** @throws ApiError for a key that this operation does not accept, and for the wrong server */
export const admit = (context: AppContext, route: Pick<Route, 'key' | 'host' | 'path'>): Principal => {
  const { req, env } = context
  const { accounts, settings } = env.backend
  const principal = accounts.authenticate(req.header('authorization'))
  const isOfPage = principal.kind === 'public' && isForPages(context, route)
  if (env.host === 'vault' && route.host === undefined && !isOfPage) {
    warn(context, `this is the vault: ${route.path} is at ${settings.baseUrl}`)
    throw fail('not_found')
  }
  if (env.host === 'api' && route.host === 'vault') throw fail('invalid_domain')
  const wanted = keyFor(route, settings.profile)
  if (wanted !== 'any' && wanted !== principal.kind) throw fail('authentication_failure')
  if (principal.readOnly && req.method !== 'GET') throw fail('not_authorized')
  return principal
}
