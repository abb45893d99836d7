import type * as z from 'zod'
import { isDeeper, whyNotJson } from '../http/body'
import type { AppContext } from '../http/env'
import { readBytes, readQuery } from '../http/read-request'
import { readStack } from '../http/render'
import { print, send } from '../http/send'
import { isObject } from '../kernel/json'
import { limits } from '../kernel/limits'
import type { Account } from '../library/account/account'
import { Feed, type FeedPorts } from '../library/feed/feed'
import type { Sandbox } from '../library/surface'
import { ControlError, invalidBody, issuesOf, renderRefusal } from './errors'
import { guard } from './guard'
import type { ControlRoute, Surroundings } from './route'
import { controlRoutes } from './routes'
import { Shelf } from './shelf'
import { keepToken } from './token'

const prefix = '/_sandbox'

/** The control plane of one sandbox: table -> answers. Loaded when somebody first asks for it. */
export class Control {
  readonly #sandbox: Sandbox
  readonly #surroundings: Surroundings
  readonly #shelf = new Shelf()
  readonly #feed: Feed

  constructor(sandbox: Sandbox, surroundings: Surroundings, ports: FeedPorts) {
    this.#sandbox = sandbox
    this.#surroundings = surroundings
    this.#feed = new Feed(ports)
  }

  /** Ends what goes on until it is told. */
  close(): void {
    this.#feed.close()
  }

  async serve(context: AppContext): Promise<Response> {
    let about: string | undefined
    try {
      const path = context.req.path.slice(prefix.length).replace(/\/$/, '') || '/'
      const asksForPage = isPage(context.req.method, path)
      const readers = guard(context, asksForPage, this.#surroundings)
      if (context.req.method === 'OPTIONS') return allowPages(context)
      if (context.env.host === 'vault') throw new ControlError(404, 'the control plane is on the API server')
      const led = asksForPage ? keepToken(context) : null
      if (led !== null) return led
      const { route, params } = find(context.req.method, path)
      const query = new URLSearchParams(readQuery(context))
      const input = parse(route, await inputOf(route, context, query))
      about = route.about?.find((part) => isObject(input) && input[part] !== undefined)
      if (route.still !== true) context.env.backend.catchUp()
      const answer = await route.run({
        sandbox: this.#sandbox,
        surroundings: this.#surroundings,
        shelf: this.#shelf,
        feed: this.#feed,
        context,
        params,
        input: input as never,
        routes: controlRoutes(),
        alone: query.has('account'),
        account: () => accountOf(this.#sandbox, query),
        livemode: () => livemodeIn(query),
        mode: () => accountOf(this.#sandbox, query)[livemodeIn(query) === true ? 'live' : 'test'],
      })
      if (!(answer instanceof Response)) return send(context, 200, print(context, answer))
      for (const [name, value] of Object.entries(readers)) answer.headers.set(name, value)
      return answer
    } catch (error) {
      const { status, body } = renderRefusal(error, about)
      return send(context, status, print(context, body), { hint: status === 500 ? readStack(error) : null })
    }
  }
}

interface Found {
  readonly route: ControlRoute
  readonly params: Readonly<Record<string, string>>
}

/** The `:name` parts of a path that fits the pattern; `null` when it does not. */
const match = (pattern: string, path: string): Record<string, string> | null => {
  const parts = path.split('/')
  const wanted = pattern.split('/')
  if (parts.length !== wanted.length) return null
  const params: Record<string, string> = {}
  for (const [i, want] of wanted.entries()) {
    const part = parts[i] ?? ''
    if (want.startsWith(':') && part !== '') params[want.slice(1)] = decode(part)
    else if (want !== part) return null
  }
  return params
}

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    // A lone % is no id of anything; as it stands it will not be found.
    return part
  }
}

const fittingOf = (path: string): readonly Found[] =>
  controlRoutes().flatMap((route) => {
    const params = match(route.path, path)
    return params === null ? [] : [{ route, params }]
  })

/** HEAD asks for what GET would get; a stream has no end that it could be told. */
const answers = ({ method, text }: ControlRoute, asked: string): boolean =>
  method === asked.toLowerCase() ||
  (asked === 'HEAD' && method === 'get' && text?.type !== 'text/event-stream')

/** What a person looks at in a browser. */
const isPage = (asked: string, path: string): boolean =>
  fittingOf(path).some(({ route }) => route.page === true && answers(route, asked))

/** What a browser asks before it sends a request of another site's page: guard.ts has said whose pages may. */
const allowPages = (context: AppContext): Response => {
  context.header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
  context.header(
    'access-control-allow-headers',
    'Authorization, Content-Type, Last-Event-ID, X-Requested-With',
  )
  context.header('access-control-max-age', '600')
  return send(context, 200, '{}')
}

const find = (method: string, path: string): Found => {
  const fitting = fittingOf(path)
  const found = fitting.find(({ route }) => answers(route, method))
  if (found !== undefined) return found
  if (fitting.length > 0)
    throw new ControlError(
      405,
      `${prefix}${path} takes ${fitting.map(({ route }) => route.method.toUpperCase()).join(' and ')}, not ${method}`,
    )
  throw new ControlError(
    404,
    `there is no ${prefix}${path.slice(0, 100)}; there are ${near(path).join(', ')}`,
  )
}

/** Those that begin as the path does, or else all of them. */
const near = (path: string): readonly string[] => {
  const all = [...new Set(controlRoutes().map((route) => `${prefix}${route.path}`))]
  for (let length = path.length; length > 1; length -= 1) {
    const alike = all.filter((other) => other.startsWith(`${prefix}${path.slice(0, length)}`))
    if (alike.length > 0) return alike
  }
  return all
}

/** GET and DELETE say in the query what they want, the others in a JSON body. */
const inputOf = async (
  route: ControlRoute,
  context: AppContext,
  query: URLSearchParams,
): Promise<unknown> => {
  if (route.method !== 'get' && route.method !== 'delete') return await bodyOf(context)
  const given = [...query].filter(([name]) => name !== 'account' && name !== 'livemode')
  return Object.fromEntries(given)
}

const utf8 = new TextDecoder()

/** Read as JSON, whatever its type says: `curl -d '{…}'` calls everything a form. */
const bodyOf = async (context: AppContext): Promise<unknown> => {
  const bytes = await readBytes(context, limits.controlBodyBytesMax)
  const text = bytes === undefined ? '' : utf8.decode(bytes)
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

const parse = (route: ControlRoute, given: unknown): unknown => {
  const schema: z.ZodType = route.input()
  const result = schema.safeParse(given)
  if (result.success) return result.data
  throw invalidBody(issuesOf(result.error))
}

const accountOf = (sandbox: Sandbox, query: URLSearchParams): Account => {
  const id = query.get('account')
  const account = id === null ? sandbox.accounts[0] : sandbox.account(id)
  if (account === undefined) throw new ControlError(404, `there is no account ${id ?? ''}`)
  return account
}

const modes: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false }

const livemodeIn = (query: URLSearchParams): boolean | null => {
  const given = query.get('livemode')
  if (given === null) return null
  const live = modes[given]
  if (live === undefined) throw invalidBody([{ path: 'livemode', message: 'must be true or false' }])
  return live
}
