import { describe, expect, test } from 'vitest'
import { buildApp } from '../../src/service/http/app'
import type { AppEnv } from '../../src/service/http/exchange'
import { plain, type Route } from '../../src/service/http/route'
import { routes } from '../../src/service/resources/registry'
import { makeBackend } from '../support/backend'
import { routeOf, routeWith } from '../support/routing'

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string => `${method.toUpperCase()} ${path}`

/** The route, which answers everybody with its own name alone. */
const probe = ({ method, path }: Pick<Route, 'method' | 'path'>): Route => {
  const reached = nameOf({ method, path })
  return routeWith({ method, path, host: 'both', run: ({ id, subId }) => plain({ reached, id, subId }) })
}

/** What a path reaches when these routes are mounted. */
const reacherOf = (declared: readonly Pick<Route, 'method' | 'path'>[]) => {
  const app = buildApp(declared.map(probe))
  const env: AppEnv['Bindings'] = { backend: makeBackend(), incoming: { host: 'api' } }
  return async (method: string, path: string): Promise<Record<string, string>> => {
    const request = new Request(`http://api.test${path}`, { method: method.toUpperCase() })
    return (await app.fetch(request, env)).json()
  }
}

describe('spec 4: a declared path reaches its own route', () => {
  const reach = reacherOf(routes)

  test.each(routes.map((route) => ({ route, name: nameOf(route) })))('$name', async ({ route, name }) => {
    const path = route.path.replace(':id', 'x_1').replace(':sub_id', 'y_2')
    const ids = {
      id: route.path.includes(':id') ? 'x_1' : '',
      subId: route.path.includes(':sub_id') ? 'y_2' : '',
    }
    expect(await reach(route.method, path)).toEqual({ reached: name, ...ids })
    if (path !== '/') expect(await reach(route.method, `${path}/`)).toEqual({ reached: name, ...ids })
    expect(routeOf(route.method, path)).toBe(route)
  })

  test('no method and path is declared twice', () => {
    expect(new Set(routes.map(nameOf)).size).toBe(routes.length)
  })
})

describe('a static path wins over a parameter, whichever was declared first', () => {
  const pair = [
    { method: 'get', path: '/disputes/:id' },
    { method: 'get', path: '/disputes/open' },
    { method: 'get', path: '/disputes/:id/documents' },
    { method: 'get', path: '/disputes/open/documents' },
  ] as const
  const paths = [
    ['/disputes/open', 'GET /disputes/open'],
    ['/disputes/opened', 'GET /disputes/:id'],
    ['/disputes/open/documents', 'GET /disputes/open/documents'],
    ['/disputes/dspt_1/documents', 'GET /disputes/:id/documents'],
  ] as const

  test.each(
    [pair, [...pair].reverse()].flatMap((declared, turn) =>
      paths.map(([path, reached]) => ({ declared, path, reached, turn })),
    ),
  )('$path reaches $reached (order $turn)', async ({ declared, path, reached }) => {
    expect(await reacherOf(declared)('get', path)).toMatchObject({ reached })
  })
})
