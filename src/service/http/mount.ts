import { parseTime } from '../../kernel/calendar'
import { fail } from '../../kernel/errors'
import { applyFaults } from '../faults/apply'
import { currentVersion, type Version, versions } from '../versions/history'
import { sinceOf } from '../versions/index'
import { authenticate, authenticateAgain } from './authenticate'
import { isReadable, letPagesRead } from './browsers'
import type { App, AppContext } from './env'
import { runOperation } from './operation'
import { limitRate } from './rate-limit'
import { readSent, setParameters } from './read-parameters'
import { answering } from './request-log'
import type { Route } from './route'
import { warn } from './send'

/** Serves the operations of the service. */
export const mount = (app: App, routes: readonly Route[]): void => {
  for (const route of fixedFirst(routes))
    app.on(
      route.method,
      [route.path],
      answering((context) => serve(route, context)),
    )
}

/** One request for an operation, step by step. Each step refuses by an ApiError. */
const serve = (route: Route, context: AppContext): Response | Promise<Response> => {
  context.set('route', route)
  context.get('trace').route = route
  if (isReadable(context, route)) letPagesRead(context)
  context.env.backend.catchUp()
  authenticate(context)
  limitRate(context)
  chooseVersion(context)
  const run = () => applyFaults(context, () => runOperation(context))
  const sent = readSent(context)
  if (sent instanceof Promise)
    return sent.then((read) => {
      authenticateAgain(context)
      setParameters(context, read)
      return run()
    })
  setParameters(context, sent)
  return run()
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

/** Chooses the version of the answer: that of the header, or the default of the account. */
const chooseVersion = (context: AppContext): void => {
  const { version, warning } = readVersion(
    context.req.header(context.env.backend.settings.versionHeader),
    context.get('principal')?.world.apiVersion ?? currentVersion,
  )
  if (warning !== null) warn(context, warning)
  if (version !== currentVersion) checkSupport(version, context.get('route'))
  context.set('version', version)
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

interface ChosenVersion {
  readonly version: Version
  /** For the header `Sandbox-Warning`. */
  readonly warning: string | null
}

const known = new Map(versions.map((version) => [version as string, { version, warning: null }]))

/** A date between two versions selects the newest one that is not after it, or else the oldest. */
const readVersion = (header: string | undefined, byDefault: Version): ChosenVersion => {
  const found = known.get(header ?? byDefault)
  if (found !== undefined) return found
  const date = header ?? byDefault
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || parseTime(date) === null)
    throw fail('bad_request', {}, `version is not supported: it must be a date such as ${currentVersion}`)
  const version = versions.findLast((candidate) => candidate <= date) ?? versions[0]
  return { version, warning: `version ${date} is not known, ${version} was used` }
}
