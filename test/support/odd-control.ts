/** Malformed requests to the control plane, mixed with nearly valid ones. */
import fc from 'fast-check'
import { controlRoutes } from '../../src/pages/routes'
import { junkParams, textOf } from './arbitraries'
import type { KnownIds } from './odd-requests'

interface OddControlRequest {
  readonly method: string
  /** Below /_sandbox, with its query. */
  readonly path: string
  readonly body: string | null
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const queries = [
  '',
  '',
  '',
  '?account=acct_none',
  '?livemode=maybe',
  '?format=yaml',
  '?limit=-1',
  '?%zz=%ff',
  '?__proto__=1',
]
const brokenBodies = [
  '{',
  '[]',
  'null',
  '1',
  '"x"',
  '['.repeat(20_000),
  '{"__proto__":{"a":1}}',
  '{"amount":1e999}',
]

export const oddControlRequests = ({ byFolder, otherIds }: KnownIds): fc.Arbitrary<OddControlRequest> => {
  // A stream has no end, and what waits for the network is another test's.
  const table = controlRoutes().filter((route) => route.text?.type !== 'text/event-stream')
  const parts = [...Object.values(byFolder).flat(), ...otherIds, 'charges', 'none', '__proto__', '%zz']
  return fc.constantFrom(...table).chain((route) => {
    const good = JSON.stringify(route.example ?? {})
    return fc
      .record({
        method: fc.oneof(
          { weight: 12, arbitrary: fc.constant(route.method.toUpperCase()) },
          fc.constantFrom(...methods),
        ),
        path: fc
          .tuple(fc.constantFrom(...parts), fc.constantFrom(...queries))
          .map(([part, query]) => route.path.replace(/:\w+/g, part) + query),
        body: fc.oneof(
          { weight: 3, arbitrary: fc.constant(good) },
          {
            weight: 3,
            arbitrary: junkParams.map((junk) => JSON.stringify({ ...junk, ...JSON.parse(good) })),
          },
          { weight: 2, arbitrary: junkParams.map((junk) => JSON.stringify(junk)) },
          fc.constantFrom(...brokenBodies),
          textOf(40),
        ),
      })
      .map((odd) => (odd.method === 'GET' ? { ...odd, body: null } : odd))
  })
}
