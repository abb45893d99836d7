import type { Env, Handler, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { applyFaults } from '../faults/apply'
import { sinceOf } from '../versions/index'
import { authenticate } from './authenticate'
import { isReadable, letPagesRead } from './browsers'
import { catchUp } from './catch-up'
import type { AppEnv } from './env'
import { runOperation } from './operation'
import { limitRate } from './rate-limit'
import { readParameters } from './read-parameters'
import type { Route } from './route'
import { chooseVersion } from './version'

interface Row {
  readonly method: string
  /** With `:name` for each variable segment. */
  readonly path: string
}

/** Registers a table of operations: each row is a method and path, with its handlers in their order. */
export const mountTable = <E extends Env, R extends Row>(
  app: Hono<E>,
  rows: readonly R[],
  handlersOf: (row: R) => Handler<E>[],
): void => {
  // Static paths win over parameters: /disputes/open is not the dispute `open`.
  const ordered = [...rows].sort((a, b) => a.path.split(':').length - b.path.split(':').length)
  for (const row of ordered) app.on(row.method.toUpperCase(), [row.path], ...handlersOf(row))
}

/** Serves the operations of the service. */
export const mount = (app: Hono<AppEnv>, routes: readonly Route[]): void =>
  mountTable(app, routes, (route) => [
    begin(route),
    catchUp,
    authenticate,
    limitRate,
    chooseVersion(sinceOf(route.path)),
    readParameters,
    applyFaults,
    runOperation,
  ])

/** Sets the operation of the request, and allows pages to read the answer if the operation is for pages. */
const begin = (route: Route) =>
  createMiddleware<AppEnv>((context, next) => {
    context.set('route', route)
    context.get('trace').route = route
    if (isReadable(context, route)) letPagesRead(context)
    return next()
  })
