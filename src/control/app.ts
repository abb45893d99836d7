import { accepts } from 'hono/accepts'
import { compress } from 'hono/compress'
import { createMiddleware } from 'hono/factory'
import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'
import { isObject } from '../kernel/json'
import { limits } from '../kernel/limits'
import { checkValue } from '../kernel/schema'
import { defaultAccount } from '../service/accounts'
import { print, send } from '../service/http/answer'
import { readStack } from '../service/http/errors'
import { type App, type AppContext, type AppEnv, type Exchange, exchangeOf } from '../service/http/exchange'
import { logAnswer } from '../service/http/log'
import { isDeeper, queryOf, whyNotJson } from '../service/http/parameters'
import { bytesOf, readText } from '../service/http/read-body'
import { fits, fixedFirst } from '../service/http/route'
import { ControlError, invalidBody, issuesOf, renderRefusal, TokenError } from './errors'
import { guard, moveTokenToCookie } from './guard'
import { accountOf, type ControlCall, type Controlled, type ControlRoute } from './route'

const prefix = '/_sandbox'

/** The control plane of one sandbox as a Hono app. */
export const buildControlApp = (controlled: Controlled): App => {
  const { routes } = controlled
  const whole: App = new HonoBase({ strict: false, router: new TrieRouter() })
  const app = whole.basePath(prefix)
  app.use(logRequests, protect(controlled))
  app.options('*', allowPages)
  app.use(refuseVault, takeToken(routes), compress({ contentTypeFilter: /^text\/(?:html|css|javascript)/ }))
  for (const route of fixedFirst(routes)) app.on(route.method, [route.path], runRoute(route, controlled))
  app.notFound((context) => {
    const exchange = exchangeOf(context)
    const error = explainNotFound(routes, exchange)
    const { missing } = controlled
    if (missing === undefined || !isVisit(routes, exchange)) return refuse(error, exchange)
    const query = new URLSearchParams(queryOf(exchange))
    return missing(callOf(controlled, exchange, query, {}), error)
  })
  app.onError((error, context) => {
    const exchange = exchangeOf(context)
    const asks = error instanceof TokenError && exchange.req.method === 'GET' && prefersHtml(exchange)
    return asks && controlled.askForToken !== undefined
      ? controlled.askForToken(exchange)
      : refuse(error, exchange)
  })
  return app
}

/** @param about the part of the input that the refusal is about, where it names none */
const refuse = (error: unknown, exchange: Exchange, about?: string): Response => {
  const { status, body } = renderRefusal(error, about)
  return send(exchange, status, print(exchange, body), { hint: status === 500 ? readStack(error) : null })
}

/** The path below `/_sandbox`. */
const controlPath = ({ req }: Exchange): string => req.path.slice(prefix.length).replace(/\/$/, '') || '/'

/** Whether the request is for a page, be it one that does not exist. */
const asksForPage = (routes: readonly ControlRoute[], exchange: Exchange): boolean =>
  isVisit(routes, exchange) ||
  routes.some(
    (route) =>
      answers(route, exchange.req.method) &&
      fits(route.path, controlPath(exchange)) &&
      showsPage(route, exchange),
  )

const showsPage = ({ page }: ControlRoute, exchange: Exchange): boolean =>
  page === true || (page !== undefined && prefersHtml(exchange))

const prefersHtml = ({ context, req }: Exchange): boolean => {
  // The address of the dashboard, for a client that takes anything. Hono leaves the last slash out of the path.
  const isDashboard = new URL(req.url).pathname === `${prefix}/`
  const accepted = accepts(context, {
    header: 'Accept',
    supports: ['text/html', 'application/json'],
    default: isDashboard ? 'text/html' : 'application/json',
  })
  return accepted === 'text/html'
}

/** Whether a browser opens an address that answers no GET. */
const isVisit = (routes: readonly ControlRoute[], exchange: Exchange): boolean =>
  exchange.req.method === 'GET' &&
  prefersHtml(exchange) &&
  !routes.some((route) => route.method === 'get' && fits(route.path, controlPath(exchange)))

/** HEAD asks for the headers of GET; a stream would never end for it. */
const answers = ({ method, text }: ControlRoute, asked: string): boolean =>
  method === asked.toLowerCase() ||
  (asked === 'HEAD' && method === 'get' && text?.type !== 'text/event-stream')

const logRequests = createMiddleware<AppEnv>(async (context, next) => {
  const exchange = exchangeOf(context)
  await next()
  logAnswer(exchange)
})

/** Refuses callers that may not use the control plane, and allows pages of --allow-origin to read every answer. */
const protect = (controlled: Controlled) =>
  createMiddleware<AppEnv>(async (context, next) => {
    const exchange = exchangeOf(context)
    const asks = asksForPage(controlled.routes, exchange)
    const { corsHeaders, isKnown } = guard(exchange, asks, controlled.parts)
    if (!isKnown) return send(exchange, 200, print(exchange, { status: 'ok' }))
    await next()
    for (const [name, value] of Object.entries(corsHeaders)) context.res.headers.set(name, value)
    return undefined
  })

/** A browser asks before it sends a request of another site's page; `protect` has refused those that may not. */
const allowPages = (context: AppContext): Response => {
  const exchange = exchangeOf(context)
  const { headers } = exchange
  headers['access-control-allow-methods'] = 'GET, POST, PUT, PATCH, DELETE'
  headers['access-control-allow-headers'] = 'Authorization, Content-Type, Last-Event-ID, X-Requested-With'
  headers['access-control-max-age'] = '600'
  return send(exchange, 200, '{}')
}

const refuseVault = createMiddleware<AppEnv>((context, next) => {
  if (context.env.incoming.host === 'vault')
    throw new ControlError(404, 'the control plane is on the API server')
  return next()
})

/** Moves the token from the address of a page to a cookie. */
const takeToken = (routes: readonly ControlRoute[]) =>
  createMiddleware<AppEnv>(async (context, next) => {
    const exchange = exchangeOf(context)
    const redirect = asksForPage(routes, exchange) ? moveTokenToCookie(exchange) : null
    if (redirect !== null) return redirect
    await next()
    return undefined
  })

/** The handler of one row of the table. */
const runRoute = (route: ControlRoute, controlled: Controlled) => async (context: AppContext) => {
  const exchange = exchangeOf(context)
  const { backend, req } = exchange
  if (!answers(route, req.method)) throw explainNotFound(controlled.routes, exchange)
  const query = new URLSearchParams(queryOf(exchange))
  if (typeof route.page === 'function' && prefersHtml(exchange)) {
    backend.jobs.catchUp()
    return route.page(callOf(controlled, exchange, query, {}))
  }
  const input = checkInput(route, await readInput(route, exchange, query))
  if (route.runsNoJobs !== true) backend.jobs.catchUp()
  try {
    const answer = await route.run(callOf(controlled, exchange, query, input))
    return answer instanceof Response ? answer : send(exchange, 200, printed(exchange, answer))
  } catch (error) {
    const about = route.about?.find((part) => isObject(input) && input[part] !== undefined)
    return refuse(error, exchange, about)
  }
}

/**
 * What is given is taken back: a state has one limit in both directions.
 * @throws ControlError 422 for a state that is larger
 */
const printed = (exchange: Exchange, answer: object): string => {
  try {
    const text = print(exchange, answer)
    // A character has three bytes at most.
    const isSmall = text.length * 3 <= limits.controlBodyBytesMax
    if (isSmall || bytesOf(text) <= limits.controlBodyBytesMax) return text
  } catch (error) {
    // Longer than a text can be.
    if (!(error instanceof RangeError)) throw error
  }
  const max = Math.floor(limits.controlBodyBytesMax / 1_000_000)
  throw new ControlError(
    422,
    `the answer is larger than ${max} MB, which no sandbox takes back at once: the option --state <file> keeps states of any size`,
  )
}

/** @param input checked by the schema of its route */
const callOf = (
  controlled: Controlled,
  exchange: Exchange,
  query: URLSearchParams,
  input: unknown,
): ControlCall<never> => {
  const { sandbox, parts } = controlled
  const account = () => accountOf(sandbox, query.get('account') ?? defaultAccount)
  const livemode = () => livemodeIn(query)
  return {
    ...controlled,
    exchange,
    params: exchange.req.param(),
    input: input as never,
    alone: query.has('account'),
    account,
    livemode,
    mode: () => account()[livemode() === true ? 'live' : 'test'],
    world: () => parts.accounts.world(account().id, livemode() === true),
  }
}

const explainNotFound = (routes: readonly ControlRoute[], exchange: Exchange): ControlError => {
  const path = controlPath(exchange)
  const fitting = routes.filter((route) => fits(route.path, path))
  const methods = [...new Set(fitting.map((route) => route.method.toUpperCase()))]
  if (methods.length > 0)
    return new ControlError(
      405,
      `${prefix}${path} takes ${methods.join(' and ')}, not ${exchange.req.method}`,
    )
  return new ControlError(
    404,
    `there is no ${prefix}${path.slice(0, 100)}; there are ${near(routes, path).join(', ')}`,
  )
}

/** The paths with the longest common prefix, or else all paths. */
const near = (routes: readonly ControlRoute[], path: string): readonly string[] => {
  const all = [...new Set(routes.map((route) => `${prefix}${route.path}`))]
  for (let length = path.length; length > 1; length -= 1) {
    const alike = all.filter((other) => other.startsWith(`${prefix}${path.slice(0, length)}`))
    if (alike.length > 0) return alike
  }
  return all
}

/** The input of an operation before it is checked: GET and DELETE have it in the query, the others in a JSON body. */
export const readInput = async (
  { method }: ControlRoute,
  exchange: Exchange,
  query: URLSearchParams,
): Promise<unknown> => {
  if (method !== 'get' && method !== 'delete') return await readJson(exchange)
  const given = [...query].filter(([name]) => name !== 'account' && name !== 'livemode')
  return Object.fromEntries(given)
}

/** Reads the body as JSON, with any content type: `curl -d '{…}'` sends the type of a form. */
const readJson = async (exchange: Exchange): Promise<unknown> => {
  const text = await readText(exchange, limits.controlBodyBytesMax)
  if (text.trim() === '') return {}
  const body = parseJson(text)
  if (isDeeper(body, limits.controlNestingMax))
    throw invalidBody([
      { path: '', message: `is nested too deep (maximum is ${limits.controlNestingMax} levels)` },
    ])
  return body
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) ?? {}
  } catch (error) {
    throw invalidBody([{ path: '', message: `is not valid JSON${whyNotJson(error)}` }])
  }
}

/** @throws ControlError 422 that names every part of the input that its schema refuses */
export const checkInput = (route: ControlRoute, given: unknown): unknown => {
  const result = checkValue(route.input(), given)
  if (result.success) return result.data
  throw invalidBody(issuesOf(result.error))
}

const modes: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false }

/** The value of `?livemode=`; `null` without it. @throws ControlError 422 */
const livemodeIn = (query: URLSearchParams): boolean | null => {
  const given = query.get('livemode')
  if (given === null) return null
  const live = modes[given]
  if (live === undefined) throw invalidBody([{ path: 'livemode', message: 'must be true or false' }])
  return live
}
