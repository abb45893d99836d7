import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'
import { fail } from '../../kernel/errors'
import { answerError, refuse, send } from './answer'
import { principalOf } from './authenticate'
import { answerPreflight } from './cors'
import { type App, type AppContext, type Exchange, exchangeOf } from './exchange'
import { logAnswer } from './log'
import type { PageFiles } from './page-files'
import { explainPath, fixedFirst, isIn, type Route } from './route'
import { answerOperation } from './steps'

/** A page, whose handler is loaded with the first visit, and answers `null` where there is none. */
export type PageRoute = readonly [
  method: 'get' | 'post',
  path: string,
  load: () => Promise<(exchange: Exchange) => Response | null | Promise<Response>>,
]

interface AppPages {
  readonly pages?: readonly PageRoute[]
  /** What the pages load. */
  readonly files?: Pick<PageFiles<string>, 'answer'>
}

/**
 * The one Hono app of the process. It has no state: the bindings of each request contain its sandbox, so a new sandbox
 * needs no new router.
 */
export const buildApp = (routes: readonly Route[], { pages = [], files }: AppPages = {}): App => {
  // Not strict: a path with a slash at its end is that path without it, for routes and in `req.path`.
  const app: App = new HonoBase({ strict: false, router: new TrieRouter() })
  const notFound = explainNotFound(routes)
  // Browsers request these on their own, without a key. No client called, so they are not in the journal.
  app.get(
    '/favicon.ico',
    () => new Response(null, { status: 204, headers: { 'cache-control': 'max-age=86400' } }),
  )
  app.get('/pages/:name', ({ req }, next) => files?.answer(req.param('name')) ?? next())
  // The control plane is a separate app. Its code is loaded at its first request.
  app.all('/_sandbox/*', ({ req, env }) => env.backend.control.answer(req.raw, env))
  app.options('*', handler(answerPreflight(routes)))
  app.get('/', (context, next) => (wantsDashboard(context) ? leadToDashboard(context) : next()))
  for (const route of fixedFirst(routes)) app.on(route.method, [route.path], handler(answerOperation(route)))
  for (const [method, path, load] of pages)
    app.on(
      method,
      [path],
      handler(async (exchange) => {
        const answer = await load()
        exchange.backend.jobs.catchUp()
        return (await answer(exchange)) ?? notFound(exchange)
      }),
    )
  app.notFound(handler(notFound))
  app.onError((error, context) => answerError(error, exchangeOf(context)))
  return app
}

/** The errors of a handler become answers, and every answer a line in log and journal. */
const handler =
  (handle: (exchange: Exchange) => Response | Promise<Response>) =>
  async (context: AppContext): Promise<Response> => {
    const exchange = exchangeOf(context)
    try {
      return await handle(exchange)
    } catch (error) {
      return answerError(error, exchange)
    } finally {
      logAnswer(exchange)
    }
  }

/** People who open the address of the API in a browser look for the dashboard (contract of the sandbox, section 10). */
const wantsDashboard = ({ req, env }: AppContext): boolean =>
  req.header('accept')?.includes('text/html') === true && env.incoming.host === 'api'

const leadToDashboard = handler((exchange) => {
  exchange.headers.location = '/_sandbox/'
  return send(exchange, 302, '')
})

/** Only clients with a valid key get hints about an unknown path (spec 4.1 rule 6). */
const explainNotFound =
  (routes: readonly Route[]) =>
  (exchange: Exchange): Response => {
    const { req, backend } = exchange
    principalOf(exchange, { key: 'any', host: 'both', path: '' })
    const { profileName } = backend.settings
    const known = routes.filter((route) => isIn(profileName, route))
    const hint = explainPath(req.method, req.path, known)
    if (hint !== null) exchange.warnings.push(hint)
    return refuse(exchange, fail('not_found'), hint)
  }
