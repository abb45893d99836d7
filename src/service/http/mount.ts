import { applyFaults } from '../faults/apply'
import { authenticate, authenticateAgain } from './authenticate'
import { isReadable, letPagesRead } from './browsers'
import type { App, AppContext } from './env'
import { runOperation } from './operation'
import { limitRate } from './rate-limit'
import { readSent, setParameters } from './read-parameters'
import { answering } from './request-log'
import type { Route } from './route'
import { chooseVersion } from './version'

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
