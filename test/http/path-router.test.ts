/** Our router beside that of the framework: the same handler with the same parameters for every path. */
import fc from 'fast-check'
import type { Result } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'
import { describe, expect, it } from 'vitest'
import { PathRouter } from '../../src/http/path-router'
import { app } from '../../src/library/composition/app'

const { routes } = app()

const ours = new PathRouter<string>()
const theirs = new TrieRouter<string>()
for (const { method, path } of routes)
  for (const router of [ours, theirs]) router.add(method, path, `${method} ${path}`)

/** The first handler, which is the one that answers, with its parameters by name. */
const meaning = ([handlers, stash]: Result<string>) => {
  const [handler, params = {}] = handlers[0] ?? []
  const named = Object.entries(params).map(([name, value]) => [
    name,
    stash === undefined ? value : stash[Number(value)],
  ])
  return { handler, params: Object.fromEntries(named) }
}

const parts = [...new Set(routes.flatMap(({ path }) => path.split('/')))].filter(
  (part) => !/^[:*]|^$/.test(part),
)
const methods = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS']

describe('the router of paths', () => {
  it.each(routes.map(({ method, path }) => [method, path] as const))(
    'finds %s %s as Hono does',
    (method, path) => {
      const asked = path.replaceAll(/:\w+/g, 'x_1').replace('*', 'a/b')
      const found = meaning(ours.match(method === 'ALL' ? 'GET' : method, asked))
      expect(found.handler).toBe(`${method} ${path}`)
      expect(found).toEqual(meaning(theirs.match(method === 'ALL' ? 'GET' : method, asked)))
    },
  )

  it('finds what Hono finds, and nothing where it finds nothing, for any path of known and unknown parts', () => {
    const part = fc.oneof(
      fc.constantFrom(...parts),
      fc.constantFrom('x_1', 'open', '%2F', ':id', '*', 'constructor'),
    )
    fc.assert(
      fc.property(fc.constantFrom(...methods), fc.array(part, { maxLength: 6 }), (method, path) => {
        const asked = `/${path.join('/')}`
        expect(meaning(ours.match(method, asked))).toEqual(meaning(theirs.match(method, asked)))
      }),
      { numRuns: 2000, examples: [['OPTIONS', ['_sandbox', 'clock']]] },
    )
  })

  it.each(['//charges', '/charges//x', '/charges/x//refunds', '//'])(
    'finds nothing below an empty part: %s',
    (path) => {
      expect(ours.match('GET', path)).toEqual([[]])
    },
  )
})
