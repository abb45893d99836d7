import type { Profile } from '../../options/profiles'
import type { AppContext } from './env'
import type { Route } from './route'
import { fits } from './route'
import { send, setHeader } from './send'

/** The kind of key that an operation accepts. */
export const keyFor = (
  { key, path }: Pick<Route, 'key' | 'path'>,
  { sourceReadKey }: Profile,
): Route['key'] => (path === '/sources/:id' && sourceReadKey === 'any' ? 'any' : key)

/** Allows pages of every site to read the answer (CORS). */
export const letPagesRead = (context: AppContext): void =>
  setHeader(context, 'access-control-allow-origin', '*')

/**
 * Whether web pages may call an operation: those that accept the public key, which a shop shows to its payers. The page
 * of a shop creates tokens at the vault, and sources at the API or at the vault (assumption `sources-for-pages`).
 */
export const isForPages = ({ env }: AppContext, route: Pick<Route, 'key' | 'path'>): boolean => {
  const key = keyFor(route, env.backend.settings.profile)
  return key === 'public' || key === 'any'
}

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
    letPagesRead(context)
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
const knownPrefixes = ['Service', 'Omise']
