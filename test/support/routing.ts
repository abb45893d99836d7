/** Which route a request reaches, said again: the router of src is not asked. */

import { catalogue } from '../../src/kernel/error-catalogue'
import { noInput } from '../../src/service/http/lists'
import type { Route } from '../../src/service/http/route'
import { errorsOf } from '../../src/service/openapi/operations'
import { routes } from '../../src/service/resources/registry'

/** A route of a test, which answers everybody and asks for nothing. */
export const routeWith = (own: Pick<Route, 'method' | 'path' | 'run'> & Partial<Route>): Route => ({
  key: 'none',
  summary: '',
  spec: 'wire',
  input: noInput,
  returns: noInput,
  errors: [],
  ...own,
})

/** Routes by their method and how many parts their paths have, those with the fewest parameters first. */
const routesByLength = new Map<string, { readonly route: Route; readonly pattern: readonly string[] }[]>()
for (const route of [...routes].sort((a, b) => a.path.split(':').length - b.path.split(':').length)) {
  const pattern = route.path.split('/')
  const key = `${route.method} ${pattern.length}`
  routesByLength.set(key, [...(routesByLength.get(key) ?? []), { route, pattern }])
}

/** The route that a path reaches: the one with the fewest parameters among those that fit. */
export const routeOf = (method: string, path: string): Route | undefined => {
  const parts = path.replace(/(?<=.)\/$/, '').split('/')
  return routesByLength
    .get(`${method.toLowerCase()} ${parts.length}`)
    ?.find(({ pattern }) =>
      pattern.every((part, i) => part === parts[i] || (part.startsWith(':') && parts[i] !== '')),
    )?.route
}

const announced = new Map(
  routes.map((route) => [
    route,
    new Set(errorsOf(route).map((name) => `${catalogue[name].status} ${catalogue[name].code}`)),
  ]),
)

/** Whether a refusal is one that the route announces, as the OpenAPI document repeats. */
export const announces = (route: Route, status: number, code: string): boolean =>
  announced.get(route)?.has(`${status} ${code}`) === true
