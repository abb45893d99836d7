import { createMiddleware } from 'hono/factory'
import { applyFaults } from '../faults/apply'
import { authenticate } from './authenticate'
import { isReadable, letPagesRead } from './browsers'
import { catchUp } from './catch-up'
import type { App, AppEnv } from './env'
import { answering } from './one-step'
import { runOperation } from './operation'
import { fixedFirst } from './path-router'
import { limitRate } from './rate-limit'
import { readParameters } from './read-parameters'
import type { Route } from './route'
import { chooseVersion } from './version'

/** Serves the operations of the service. */
export const mount = (app: App, routes: readonly Route[]): void => {
  for (const route of fixedFirst(routes))
    app.on(
      route.method,
      [route.path],
      answering(
        begin(route),
        catchUp,
        authenticate,
        limitRate,
        chooseVersion,
        readParameters,
        applyFaults,
        runOperation,
      ),
    )
}

/** Sets the operation of the request, and allows pages to read the answer if the operation is for pages. */
const begin = (route: Route) =>
  createMiddleware<AppEnv>((context, next) => {
    context.set('route', route)
    context.get('trace').route = route
    if (isReadable(context, route)) letPagesRead(context)
    return next()
  })
