import type { Context, Env, Handler, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { applyFaults } from '../faults/apply'
import { authenticate } from './authenticate'
import { isReadable, letPagesRead } from './browsers'
import { catchUp } from './catch-up'
import type { AppEnv } from './env'
import { answering } from './one-step'
import { runOperation } from './operation'
import { limitRate } from './rate-limit'
import { readParameters } from './read-parameters'
import type { Route } from './route'
import { chooseVersion } from './version'

interface MountedRow {
  readonly method: string
  /** With `:name` for each variable segment. */
  readonly path: string
}

/** Finds the row that a request is for; `undefined` where only the pattern fits. */
export type RowAt<R extends MountedRow> = (context: Context) => R | undefined

/**
 * Registers a table of operations: each pattern with its handlers in their order. A fixed segment beside a variable
 * one, as in `/charges/search` and `/charges/:id`, is served by the pattern of the variable one. With a pattern for
 * each, Hono would leave its RegExpRouter for one that takes ten times as long.
 *
 * @param base the base path of the app
 */
export const mountTable = <E extends Env, R extends MountedRow>(
  app: Hono<E>,
  rows: readonly R[],
  handlersOf: (rowAt: RowAt<R>) => Handler<E>[],
  base = '',
): void => {
  const patternOf = patternsOf(rows)
  const byPattern = new Map<string, Map<string, R>>()
  for (const row of rows) {
    const pattern = patternOf(row)
    const byPath = byPattern.get(pattern) ?? new Map<string, R>()
    byPattern.set(pattern, byPath.set(`${base}${row.path}`, row))
  }
  for (const [pattern, byPath] of byPattern) {
    const [method = '', path = ''] = pattern.split(' ')
    const general = byPath.get(`${base}${path}`)
    app.on(method, [path], ...handlersOf(({ req }) => byPath.get(req.path) ?? general))
  }
}

/** Gives the method and pattern of a row: variable where any row of the method is variable after the same segments. */
const patternsOf = (rows: readonly MountedRow[]): ((row: MountedRow) => string) => {
  const start = ({ method }: MountedRow): string => `${method.toUpperCase()} `
  const variables = new Map<string, string>()
  for (const row of rows)
    for (const { 0: segment, index } of row.path.matchAll(/\/:\w+/g))
      variables.set(start(row) + row.path.slice(0, index), segment)
  return (row) =>
    (row.path.match(/\/[^/]*/g) ?? []).reduce(
      (pattern, segment) => pattern + (variables.get(pattern) ?? segment),
      start(row),
    )
}

/** Serves the operations of the service. */
export const mount = (app: Hono<AppEnv>, routes: readonly Route[]): void =>
  mountTable(app, routes, (routeAt) => [
    answering(
      begin(routeAt),
      catchUp,
      authenticate,
      limitRate,
      chooseVersion,
      readParameters,
      applyFaults,
      runOperation,
    ),
  ])

/** Sets the operation of the request, and allows pages to read the answer if the operation is for pages. */
const begin = (routeAt: RowAt<Route>) =>
  createMiddleware<AppEnv>((context, next) => {
    const route = routeAt(context)
    if (route === undefined) return Promise.resolve(context.notFound())
    context.set('route', route)
    context.get('trace').route = route
    if (isReadable(context, route)) letPagesRead(context)
    return next()
  })
