/** The router of the service finds what the routers of Hono find. */
import { TrieRouter } from 'hono/router/trie-router'
import { expect, test } from 'vitest'
import { fixedFirst, PathRouter } from '../../../src/service/http/path-router'
import { routes } from '../../../src/service/resources/registry'

const patterns = [
  ['GET', '/favicon.ico'],
  ['ALL', '/_sandbox/*'],
  ['ALL', '/*'],
  ['OPTIONS', '/*'],
  ['GET', '/'],
  ...fixedFirst(routes).map(({ method, path }) => [method.toUpperCase(), path] as const),
  ['GET', '/charges/:id/documents/:document/downloads/:token'],
  ['POST', '/charges/:id/*'],
] as const

const routers = [new PathRouter<string>(), new TrieRouter<string>()]
for (const [method, path] of patterns)
  for (const router of routers) router.add(method, path, `${method} ${path}`)

const paths = [
  ...patterns.map(([, path]) => path.replaceAll(/:\w+/g, 'chrg_1').replace('*', 'a/b')),
  ...[
    '/charges/search',
    '/charges/',
    '/charges//refunds',
    '//',
    '/_sandbox',
    '/charges/a/b/c/d/e',
    '/CHARGES',
  ],
]

test.each(['GET', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PUT'])(
  '%s has the same handlers, in order',
  (method) => {
    const [ours, theirs] = routers.map((router) => paths.map((path) => [path, router.match(method, path)[0]]))
    expect(ours).toEqual(theirs)
  },
)

test('a fixed path comes before the variable one that fits it, and operations of one path keep their order', () => {
  const places = ['/a/:id', '/a/b', '/a/:id/c', '/a/b/c', '/a/:id'].map((path, at) => ({ path, at }))
  expect(fixedFirst(places).map(({ at }) => at)).toEqual([1, 3, 0, 4, 2])
})
