import { Hono } from 'hono'
import { fail } from '../kernel/errors'
import { routes } from '../resources/registry'
import { type AppEnv, Exchange } from './exchange'
import { admit, mount, refuse } from './mount'
import { PathRouter } from './path-router'
import { explainPath } from './unknown-path'

/**
 * The one Hono app of the process. It holds no state: each request brings its sandbox along, so that making a
 * sandbox costs no router. Order of a request: transport, due jobs, key, version, body, then one step (mount.ts).
 */
export const buildApp = (pages: readonly ((app: Hono<AppEnv>) => void)[]): Hono<AppEnv> => {
  const app = new Hono<AppEnv>({ strict: false, router: new PathRouter() })
  app.all('/_sandbox/*', (context) => {
    const exchange = new Exchange(context)
    return exchange.backend.control(exchange)
  })
  app.options('*', (context) => preflight(new Exchange(context)))
  mount(app, routes)
  for (const mountPage of pages) mountPage(app)
  // An unknown path is only told to those with a key (spec 4.1 rule 6).
  app.notFound((context) => {
    const exchange = new Exchange(context)
    try {
      admit({ key: 'any', host: 'both', path: '' }, exchange)
      const hint = explainPath(exchange.method, exchange.path, routes)
      if (hint !== null) exchange.warn(hint)
      return exchange.refuse(fail('not_found'), hint)
    } catch (error) {
      return refuse(exchange, error)
    }
  })
  // Only a fault of ours gets here: routes answer for themselves.
  app.onError((error, context) => refuse(new Exchange(context), error))
  return app
}

/** A browser asks before it sends a key; only the vault allows it. */
const preflight = (exchange: Exchange): Response => {
  if (exchange.host === 'vault') {
    exchange.setHeader('access-control-allow-methods', 'GET, POST')
    exchange.setHeader(
      'access-control-allow-headers',
      `Authorization, Content-Type, Idempotency-Key, ${exchange.backend.settings.headerPrefix}-Version`,
    )
    exchange.setHeader('access-control-max-age', '86400')
  }
  return exchange.send(200, '{}')
}
