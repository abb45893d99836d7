import type { Context, Hono } from 'hono'
import type { Principal } from '../accounts'
import { underFaults } from '../faults/apply'
import type { Row } from '../kernel/collection'
import { ApiError, fail } from '../kernel/errors'
import { once } from '../kernel/json'
import { kindOf, renderById, renderSubject } from '../resources/registry'
import { dressed, type Scene } from '../resources/shape'
import { currentVersion, type Version } from '../versions/history'
import { showIn, sinceOf } from '../versions/index'
import type { World } from '../world'
import { proveAudited } from './audited'
import { allParameters, checkEncoding, type Parameters } from './body'
import { isForPages, letPagesRead } from './browsers'
import { type AppEnv, Exchange } from './exchange'
import { checkKey, operationOf, recall, remember } from './idempotency'
import { inOrder, type ListInput } from './inputs'
import { keptLengthMax, madeSince, markOf } from './journal'
import { whenKept } from './kept'
import { pageOf } from './list'
import { isMultipart, readMultipart } from './multipart'
import { emptied, ignoredParams, parseInput, tryInput } from './parse'
import { limitRate } from './rate-limit'
import { declineIn, errorAs, keyFor } from './recorded'
import { redactAll } from './redact'
import { asApiError, renderError } from './render'
import type { Reply, Route } from './route'
import { chooseVersion } from './version'

/** Route table -> handlers: admit, read, and then one synchronous step until the answer exists. */
export const mount = (app: Hono<AppEnv>, routes: readonly Route[]): void => {
  // Static paths win over parameters: /disputes/open is not the dispute `open`.
  const ordered = [...routes].sort((a, b) => a.path.split(':').length - b.path.split(':').length)
  for (const route of ordered) {
    const since = sinceOf(route.path)
    app.on(route.method.toUpperCase(), route.path, (context) => serve(route, since, context))
  }
}

const serve = (route: Route, since: Version, context: Context<AppEnv>): Response | Promise<Response> => {
  const exchange = new Exchange(context)
  exchange.route = route
  letPagesRead(route, exchange)
  try {
    exchange.backend.catchUp()
    const principal = route.key === 'none' ? null : admit(route, exchange)
    const world = principal?.world ?? exchange.backend.accounts.anyWorld
    exchange.trace.world = world
    exchange.trace.key = principal?.kind ?? null
    const { rateLimit } = exchange.backend.settings
    if (rateLimit !== null && principal !== null) limitRate(exchange, principal, rateLimit)
    const version = chooseVersion(
      exchange.header(`${exchange.backend.settings.headerPrefix}-version`),
      principal?.world.apiVersion ?? currentVersion,
    )
    if (version.warning !== null) exchange.warn(version.warning)
    if (version.version < since) throw tooOld(since, version.version)
    const body = isMultipart(exchange) ? readMultipart(exchange, route.files === true) : exchange.readBody()
    const finish = (sent: Sent) => {
      exchange.trace.sent = keptOf(sent)
      // Read once, whoever asks first: a fault that looks for parameters, or the operation.
      const input = once(() => parametersOf(exchange, sent))
      const ask = { world, version: version.version, input }
      return underFaults(exchange, world, input, () =>
        exchange.backend.atOneMoment(() => answer(route, exchange, ask)),
      )
    }
    const response = body === undefined ? finish('') : body.then(finish)
    return response instanceof Promise ? response.catch((error) => refuse(exchange, error)) : response
  } catch (error) {
    return refuse(exchange, error)
  }
}

const tooOld = (since: Version, version: Version): ApiError =>
  fail(
    'service_not_found',
    {},
    `version ${version} does not support this operation, which came with ${since}: send a newer version header`,
  )

export const refuse = (exchange: Exchange, error: unknown): Response => {
  const refusal = asApiError(error)
  const unknownKey = refusal.refusal === 'authentication_failure'
  const hint = unknownKey
    ? exchange.backend.accounts.explain(exchange.header('authorization'))
    : stackOf(error)
  return exchange.refuse(refusal, hint)
}

/** Faults of ours are for the log, in full; refusals explain themselves. */
const stackOf = (error: unknown): string | null => {
  if (error instanceof ApiError) return null
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Right key, right server (spec 5, 4.1). */
export const admit = (route: Pick<Route, 'key' | 'host' | 'path'>, exchange: Exchange): Principal => {
  const principal = exchange.backend.accounts.authenticate(exchange.header('authorization'))
  const isOfPage = principal.kind === 'public' && isForPages(route, exchange)
  if (exchange.host === 'vault' && route.host === undefined && !isOfPage) {
    exchange.warn(`this is the vault: ${route.path} is at ${exchange.backend.settings.baseUrl}`)
    throw fail('not_found')
  }
  if (exchange.host === 'api' && route.host === 'vault') throw fail('invalid_domain')
  const wanted = keyFor(route, exchange.backend.settings.profile)
  if (wanted !== 'any' && wanted !== principal.kind) throw fail('authentication_failure')
  if (principal.readOnly && exchange.method !== 'GET') throw fail('not_authorized')
  return principal
}

/** The text of a body, or what a multipart body holds. */
type Sent = string | Parameters

/** From here on nothing waits: look-up, operation and remembered answer are one step. */
const answer = (
  route: Route,
  exchange: Exchange,
  { world, version, input: read }: Asking,
): Response | Promise<Response> => {
  const input = read()
  const key =
    route.method === 'post' || route.method === 'patch'
      ? (exchange.header('idempotency-key') ?? keyIn(route, input))
      : undefined
  if (key !== undefined) checkKey(key)
  const operation = key === undefined || key === '' ? null : operationOf(exchange.method, exchange.path, key)
  const parsed = operation === null ? undefined : tryInput(route.input(), givenTo(route, input))
  const replay = operation === null ? null : recall(world, operation, parsed)
  if (replay !== null) {
    exchange.trace.isReplay = true
    exchange.setHeader('idempotent-replayed', 'true')
    if (replay.differs) exchange.warn('this idempotency key was used with other parameters before')
    if (replay.status < 400) exchange.setHeader(`${exchange.backend.settings.headerPrefix}-version`, version)
    return whenKept(exchange, () => exchange.send(replay.status, replay.body))
  }
  const run = (): Outcome & { readonly text: string } => {
    const outcome = operate(route, exchange, { world, version, input })
    const text = exchange.print(outcome.body)
    if (operation !== null) remember(world, operation, parsed, { status: outcome.status, body: text })
    return { ...outcome, text }
  }
  const mark = exchange.backend.journal === null ? null : markOf(world)
  // What was done and that it was done are kept together, or a retry after a crash would do it again.
  const outcome = operation === null ? run() : world.commit(run)
  if (mark !== null) exchange.trace.made = madeSince(world, mark)
  if (outcome.error === null) exchange.setHeader(`${exchange.backend.settings.headerPrefix}-version`, version)
  return whenKept(exchange, () => exchange.send(outcome.status, outcome.text, outcome))
}

const givenTo = ({ removable }: Route, input: Parameters): Parameters =>
  removable === undefined ? input : emptied(input, removable)

/** The idempotency key as a parameter, where clients send it so. */
const keyIn = (route: Route, input: Parameters): string | undefined => {
  const key = route.keyParam === undefined ? undefined : input[route.keyParam]
  return typeof key === 'string' ? key : undefined
}

/** What the journal keeps of it: neither files nor what is too long. */
const keptOf = (sent: Sent): string | object | null => {
  if (typeof sent !== 'string') return redactAll(sent)
  return sent.length <= keptLengthMax ? sent : null
}

const parametersOf = (exchange: Exchange, sent: Sent): Parameters => {
  if (typeof sent === 'string' && sent !== '') checkEncoding(exchange.header('content-encoding'))
  return allParameters(exchange.query, sent, exchange.header('content-type') ?? '')
}

interface Outcome {
  readonly status: number
  readonly body: object
  readonly error: ApiError | null
}

interface Ask {
  readonly world: World
  readonly version: Version
  readonly input: Parameters
}

interface Asking extends Omit<Ask, 'input'> {
  readonly input: () => Parameters
}

const operate = (route: Route, exchange: Exchange, { world, version, input }: Ask): Outcome => {
  const { settings } = exchange.backend
  const scene: Scene = {
    livemode: world.livemode,
    now: exchange.backend.now(),
    baseUrl: settings.baseUrl,
    dress: settings.dress,
  }
  try {
    const schema = route.input()
    const ignored = ignoredParams(schema, input)
    exchange.trace.ignored = ignored
    if (ignored.length > 0) exchange.setHeader('sandbox-ignored-params', headerText(ignored))
    const parsed: unknown = inOrder(
      parseInput(schema, givenTo(route, input), route.invalid ?? 'bad_request'),
      schema,
      settings.profile,
    )
    const call = {
      world,
      id: exchange.param('id'),
      subId: exchange.param('sub_id'),
      input: parsed as never,
      scene,
      version,
    }
    // Shown within the commit: what the version has no form for must not have happened.
    const body = world.commit(() => {
      const mark = settings.audit ? markOf(world) : null
      const reply = route.run(call)
      if (mark !== null && route.method !== 'get') proveAudited(world, mark)
      const decline = declineIn(reply, settings.profile)
      if (decline !== null) return decline
      if (reply.kind === 'found') for (const text of reply.found.warnings) exchange.warn(text)
      const shown = show(reply, world, scene, parsed as ListInput, exchange.path)
      return showIn(version, dressed(shown, scene, (parsed as ListInput).expand === true), scene.now)
    })
    if (body instanceof ApiError) return { ...renderError(body), error: body }
    return { status: 200, body, error: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const told = errorAs(error, route, settings.profile)
    return { ...renderError(told), error: told }
  }
}

/** Names of parameters are the sender's own: a header can only carry some characters. */
const headerText = (names: readonly string[]): string =>
  names
    .slice(0, 20)
    .map((name) =>
      encodeURIComponent(wellFormed(name)).replaceAll('%5B', '[').replaceAll('%5D', ']').slice(0, 80),
    )
    .join(', ')

/** Half of a surrogate pair, which JSON can carry, has no encoding. */
const wellFormed = (text: string): string =>
  text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')

const show = (reply: Reply, world: World, scene: Scene, input: ListInput, path: string): object => {
  if (reply.kind === 'plain') return reply.body
  const render = (object: string, row: Row): object => {
    const kind = kindOf(object)
    const shown = renderSubject({ object, row, related: kind.related(world, row) }, scene)
    return input.expand === true ? expand(shown, kind.expandable, world, scene) : shown
  }
  if (reply.kind === 'one') return render(reply.object, reply.row)
  const location = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
  if (reply.kind === 'found') {
    const { hits, frame } = reply.found
    const shown = {
      object: 'search',
      data: hits.map(({ object, row }) => render(object, row)),
      ...frame,
      location,
    }
    return input.expand === true ? expand(shown, ['export'], world, scene) : shown
  }
  const { rows, ...page } = pageOf(reply.rows, input, scene.now)
  return {
    object: 'list',
    data: rows.map((row) => render(reply.object, row)),
    limit: page.limit,
    offset: page.offset,
    total: page.total,
    location,
    order: page.order,
    from: page.from,
    to: page.to,
  }
}

/** Ids of a record's expandable fields become the records, one level deep. */
const expand = (
  shown: { readonly [field: string]: unknown },
  fields: readonly string[],
  world: World,
  scene: Scene,
): object => {
  const expanded: Record<string, unknown> = { ...shown }
  for (const field of fields) {
    const id = shown[field]
    if (typeof id === 'string') expanded[field] = renderById(world, id, scene) ?? id
  }
  return expanded
}
