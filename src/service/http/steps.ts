import { parseTime } from '../../kernel/calendar'
import { ApiError, fail } from '../../kernel/errors'
import { applyFaults, faultHeader } from '../faults/apply'
import { currentVersion, type Version, versions } from '../versions/history'
import { sinceOf } from '../versions/index'
import { warn } from './answer'
import { allowCors, authenticate, isReadable } from './authenticate'
import type { App, AppContext } from './env'
import { keptLengthMax } from './journal'
import { answering } from './log'
import { execute } from './operation'
import { limitRate } from './rate-limit'
import { readSent } from './read-body'
import { redactAll } from './redact'
import { isIn, type Route } from './route'

/** Serves the operations of the service. */
export const mount = (app: App, routes: readonly Route[]): void => {
  for (const route of fixedFirst(routes)) app.on(route.method, [route.path], answering(handle(route)))
}

/** One request for an operation, step by step. Each step refuses by an ApiError. */
const handle =
  (route: Route) =>
  async (context: AppContext): Promise<Response> => {
    const trace = context.get('trace')
    context.set('route', route)
    trace.route = route
    if (isReadable(context, route)) allowCors(context)
    // Before its key is looked at: while a body comes, a reset may remove the account. Without one nothing waits.
    const isBodyless = context.env.connection?.hasBody === false
    const sent = isBodyless ? '' : await readSent(context).catch(refusalOf)
    authenticate(context)
    if (!isIn(context.env.backend.settings.profileName, route)) throw notInProfile(context, route)
    const { rateLimit } = context.env.backend.settings
    if (rateLimit !== null) limitRate(context, rateLimit)
    chooseVersion(context)
    if (sent instanceof ApiError) throw sent
    // The journal keeps neither files nor long texts, and `null` for no body.
    if (typeof sent !== 'string') trace.sent = redactAll(sent)
    else if (sent !== '' && sent.length <= keptLengthMax) trace.sent = sent
    context.set('sent', sent)
    const world = context.get('world')
    const mayFail =
      world.requestFaults.length > 0 || world.probe !== null || context.req.header(faultHeader) !== undefined
    return mayFail ? applyFaults(context, execute) : execute(context)
  }

/** The operation of another profile, as a path that is not known. */
const notInProfile = (context: AppContext, { method, path, profile }: Route): ApiError => {
  context.get('trace').route = null
  warn(
    context,
    `${method.toUpperCase()} ${path} is only in the profile ${profile}: give the sandbox this profile with ` +
      `createSandbox({ profile: '${profile}' }) or --profile ${profile}`,
  )
  return fail('not_found')
}

const refusalOf = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  throw error
}

interface Placed {
  readonly path: string
}

/** With `/charges/search` before `/charges/:id`, which fits its path too. */
export const fixedFirst = <P extends Placed>(places: readonly P[]): readonly P[] => {
  const keyed = places.map((place) => ({ place, key: place.path.replaceAll(/:\w+/g, '~') }))
  keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
  return keyed.map(({ place }) => place)
}

const known: ReadonlyMap<string, Version> = new Map(versions.map((version) => [version, version]))

/** Chooses the version of the answer: that of the header, or the default of the account. */
const chooseVersion = (context: AppContext): void => {
  warnOfPrefix(context)
  const { versionHeader } = context.env.backend.settings
  const date =
    context.req.header(versionHeader) ?? context.get('principal')?.world.apiVersion ?? currentVersion
  const version = known.get(date) ?? nearVersion(context, date)
  if (version !== currentVersion) checkSupport(version, context.get('route'))
  context.set('version', version)
}

/** The client of another service asks for a version by the header of that service, and gets the version of the account. */
const warnOfPrefix = (context: AppContext): void => {
  const { req, env } = context
  const { headerPrefix, versionHeader } = env.backend.settings
  for (const name of env.connection?.headerNames() ?? req.raw.headers.keys()) {
    const [, word] = /^(.+)-version$/.exec(name) ?? []
    if (word === undefined || name === versionHeader) continue
    if (!/^\d{4}-\d\d-\d\d$/.test(req.header(name) ?? '')) continue
    const prefix = word.replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase())
    const option = prefix === 'Omise' ? '--profile omise or --header-prefix' : '--header-prefix'
    warn(
      context,
      `${prefix}-Version was not read, as this sandbox reads ${headerPrefix}-Version: start it with ${option} ${prefix}`,
    )
  }
}

/** A date between two versions selects the newest one that is not after it, or else the oldest. */
const nearVersion = (context: AppContext, date: string): Version => {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || parseTime(date) === null)
    throw fail('bad_request', {}, `version is not supported: it must be a date such as ${currentVersion}`)
  const version = versions.findLast((candidate) => candidate <= date) ?? versions[0]
  warn(context, `version ${date} is not known, ${version} was used`)
  return version
}

const checkSupport = (version: Version, { path }: Route): void => {
  const since = sinceOf(path)
  if (version < since)
    throw fail(
      'service_not_found',
      {},
      `version ${version} does not support this operation, which came with ${since}: send a newer version header`,
    )
}
