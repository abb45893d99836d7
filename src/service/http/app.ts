import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'
import type { H } from 'hono/types'
import { fail } from '../../kernel/errors'
import { answerError, refuse, send, setHeader, warn } from './answer'
import { admit, answerPreflight } from './authenticate'
import type { App, AppContext, AppEnv } from './env'
import { answering } from './log'
import type { PageFiles } from './page-files'
import type { Route } from './route'
import { explainPath, isIn } from './route'
import { mount } from './steps'

/** A page, whose handler is loaded with the first visit. */
export type PageRoute = readonly [
  method: 'get' | 'post',
  path: string,
  load: () => Promise<(context: AppContext) => Response | Promise<Response>>,
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
  const app: App = new HonoBase({ strict: false, router: new TrieRouter() })
  // Browsers request these on their own, without a key. No client called, so they are not in the journal.
  app.get(
    '/favicon.ico',
    () => new Response(null, { status: 204, headers: { 'cache-control': 'max-age=86400' } }),
  )
  app.get('/pages/:name', ({ req }, next) => files?.answer(req.param('name')) ?? next())
  // The control plane is a separate app. Its code is loaded at its first request.
  app.all('/_sandbox/*', ({ req, env }) => env.backend.control.answer(req.raw, env))
  app.options('*', answering(answerPreflight(routes)))
  app.get('/', answering(showDashboard))
  mount(app, routes)
  for (const [method, path, load] of pages)
    app.on(
      method,
      [path],
      answering(async (context) => {
        const handle = await load()
        context.env.backend.jobs.catchUp()
        return handle(context)
      }),
    )
  const explain = answering(explainNotFound(routes))
  app.notFound((context) => explain(context, () => Promise.resolve()) as Response)
  app.onError(answerError)
  return app
}

/** People who open the address of the API in a browser look for the dashboard (contract of the sandbox, section 10). */
const showDashboard: H<AppEnv> = (context, next) => {
  const wantsPage = context.req.header('accept')?.includes('text/html') === true
  if (!wantsPage || context.env.host === 'vault') return next()
  setHeader(context, 'location', '/_sandbox/')
  return send(context, 302, '')
}

/** Only clients with a valid key get hints about an unknown path (spec 4.1 rule 6). */
const explainNotFound = (routes: readonly Route[]) => (context: AppContext) => {
  try {
    admit(context, { key: 'any', host: 'both', path: '' })
  } catch (error) {
    return answerError(error, context)
  }
  const { profileName } = context.env.backend.settings
  const known = routes.filter((route) => isIn(profileName, route))
  const hint = explainPath(context.req.method, context.req.path, known)
  if (hint !== null) warn(context, hint)
  return refuse(context, fail('not_found'), hint)
}
