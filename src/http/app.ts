import { Hono } from 'hono'
import { fail } from '../kernel/errors'
import { routes } from '../resources/registry'
import { answerPreflight } from './browsers'
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
  app.options('*', (context) => answerPreflight(new Exchange(context), routes))
  // Browsers ask for it by themselves, without a key. It is no call of a client, so that no journal has it.
  app.get(
    '/favicon.ico',
    () => new Response(null, { status: 204, headers: { 'cache-control': 'max-age=86400' } }),
  )
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
