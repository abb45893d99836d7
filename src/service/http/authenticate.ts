import { fail } from '../../kernel/errors'
import { type Profile, profileNames, profileRows } from '../../options/profiles'
import type { Principal } from '../accounts'
import { ownAddress } from './addresses'
import { send, setHeader, warn } from './answer'
import type { AppContext } from './env'
import { fits, type Route } from './route'

/** Who may call an operation: the holder of a key, or any web page. */

/**
 * Runs the due jobs, and finds the world of the key of a request (spec 5, 4.1). Again after the request has waited:
 * meanwhile a restore may have removed the account, or a test may have locked it.
 * @throws ApiError for a wrong key
 */
export const authenticate = (context: AppContext): void => {
  const { jobs, accounts } = context.env.backend
  jobs.catchUp()
  const trace = context.get('trace')
  trace.world = null
  trace.key = null
  const route = context.get('route')
  const principal = route.key === 'none' ? null : admit(context, route)
  const world = principal?.world ?? accounts.anyWorld
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
    warn(context, `this is the vault: ${route.path} is at ${ownAddress(context)}`)
    throw fail('not_found')
  }
  if (env.host === 'api' && route.host === 'vault') throw fail('invalid_domain')
  const wanted = keyFor(route, settings.profile)
  if (wanted !== 'any' && wanted !== principal.kind) throw fail('authentication_failure')
  if (principal.readOnly && req.method !== 'GET') throw fail('not_authorized')
  return principal
}

/** The kind of key that an operation accepts. */
const keyFor = ({ key, path }: Pick<Route, 'key' | 'path'>, { sourceReadKey }: Profile): Route['key'] =>
  path === '/sources/:id' && sourceReadKey === 'any' ? 'any' : key

/** Allows pages of every site to read the answer (CORS). */
export const allowCors = (context: AppContext): void => setHeader(context, 'access-control-allow-origin', '*')

/**
 * Whether web pages may call an operation: those that accept the public key, which a shop shows to its payers. The page
 * of a shop creates tokens at the vault, and sources at the API or at the vault (assumption `sources-for-pages`).
 */
const isForPages = ({ env }: AppContext, route: Pick<Route, 'key' | 'path'>): boolean =>
  ['public', 'any'].includes(keyFor(route, env.backend.settings.profile))

/** Whether pages may read the answers of an operation of the API. They may read all answers of the vault. */
export const isReadable = (context: AppContext, route: Route): boolean =>
  context.env.host === 'api' && route.host !== 'vault' && isForPages(context, route)

/** Answers a preflight request, which browsers send without a key. */
export const answerPreflight =
  (routes: readonly Route[]) =>
  (context: AppContext): Response => {
    const { host, backend } = context.env
    const isOpen = routes.some((route) => isReadable(context, route) && fits(route.path, context.req.path))
    if (host === 'api' && !isOpen) return send(context, 200, '{}')
    allowCors(context)
    const versions = new Set(
      [backend.settings.headerPrefix, ...knownPrefixes].map((prefix) => `${prefix}-Version`),
    )
    setHeader(context, 'access-control-allow-methods', 'GET, POST')
    setHeader(
      context,
      'access-control-allow-headers',
      ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Requested-With', ...versions].join(', '),
    )
    setHeader(context, 'access-control-max-age', '86400')
    return send(context, 200, '{}')
  }

/** The prefixes of version headers: of the specification, and of the published browser library. */
const knownPrefixes = profileNames.map((name) => profileRows.headerPrefix[name])
