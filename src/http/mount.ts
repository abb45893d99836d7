import type { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { applyFaults } from '../faults/apply'
import { sinceOf } from '../versions/index'
import { authenticate } from './authenticate'
import { openOperation } from './browsers'
import { catchUp } from './catch-up'
import type { AppEnv } from './env'
import { runOperation } from './operation'
import { limitRate } from './rate-limit'
import { readParameters } from './read-parameters'
import type { Route } from './route'
import { chooseVersion } from './version'

/** Serves a table of operations: each row is one path with its middleware, in the order in which they run. */
export const mount = (app: Hono<AppEnv>, routes: readonly Route[]): void => {
  // Static paths win over parameters: /disputes/open is not the dispute `open`.
  const ordered = [...routes].sort((a, b) => a.path.split(':').length - b.path.split(':').length)
  for (const route of ordered)
    app.on(
      route.method.toUpperCase(),
      route.path,
      begin(route),
      openOperation,
      catchUp,
      authenticate,
      limitRate,
      chooseVersion(sinceOf(route.path)),
      readParameters,
      applyFaults,
      runOperation,
    )
}

/** Tells the middleware that follows which operation it is about. */
const begin = (route: Route) =>
  createMiddleware<AppEnv>((context, next) => {
    context.set('route', route)
    context.get('trace').route = route
    return next()
  })
