import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError } from '../../../src/kernel/errors'
import { createCustomer } from '../../../src/service/resources/customer/operations'
import { scopes } from '../../../src/service/resources/registry'
import { search } from '../../../src/service/search/engine'
import { planSearch, type Request } from '../../../src/service/search/plan'
import type { World } from '../../../src/service/world'
import { cases, junk, patience, seeded, textOf } from '../../support/arbitraries'
import { emptyWorld } from '../../support/books'

/** `SEARCH_FUZZ=100000` for the whole of it. */
const inputs = Number(process.env.SEARCH_FUZZ ?? cases(6000))

const now = Date.parse('2026-01-15T09:00:00Z')

const customers = [
  { description: 'Coffee "dark" roast: beans', metadata: { a: 'b', 'c.d': '"e"', '': 'f', __proto__x: 'g' } },
  { description: 'ร้านกาแฟ 1..2', metadata: { Crème: { brûlée: [1, true, 'x'] } } },
  { description: '💳 \ud800 ß ẞ ﬁ İ', metadata: {} },
]

const worldOf = (): World => {
  const world = emptyWorld({ now })
  world.commit(() => {
    for (const customer of customers) createCustomer(world, customer)
  })
  return world
}

const attributes = [...new Set(scopes().flatMap(({ filters }) => Object.keys(filters)))]
const fields = [...new Set(scopes().flatMap(({ queries }) => Object.keys(queries)))]

const wordsOf = (text: string) => fc.constantFrom(...text.split(' '))
const piece = fc.oneof(
  wordsOf('" "" : :: . .. * ? \\ \' ( ) - + & | :// , \t \n metadata. metadata." metadata.a __proto__:'),
  fc.constantFrom(' ', ...fields),
  wordsOf('coffee DARK AND OR NOT null e กาแฟ crème CRE\u0300ME 💳 \ud800 \u0000 ß İ'),
  textOf(6),
)
const query = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

const end = fc.oneof(
  wordsOf(` 0 -1 100 100.50 1e3 1,000 .5 5. 00 ９ ${'9'.repeat(30)} -0 yes NO on Off true false maybe thb`),
  wordsOf(
    'today Yesterday this_week tomorrow 2026-01-15 2026-02-30 0000-00-00 2026-1-5 2026-01-15T00:00:00Z',
  ),
  textOf(5),
)
const range = fc.tuple(end, fc.constantFrom('..', '...', ' .. '), end).map((parts) => parts.join(''))
const filters = fc.dictionary(fc.constantFrom(...attributes, 'metadata', ''), fc.oneof(end, range, junk), {
  maxKeys: 1,
})

const request: fc.Arbitrary<Request> = fc.record({
  scope: fc.constantFrom(undefined, undefined, 'nothing', ...scopes().map(({ name }) => name)),
  query: fc.oneof(
    fc.constant(''),
    query,
    query,
    fc.tuple(piece, fc.nat({ max: 400 })).map(([text, times]) => text.repeat(times)),
  ),
  filters: fc.oneof(fc.constant({}), filters),
  from: fc.constantFrom(undefined, undefined, now),
  to: fc.constantFrom(undefined, undefined, now),
})

test(
  `spec 4.10: of ${inputs} odd searches each finds something or nothing, or is refused with a reason`,
  () => {
    const world = worldOf()
    const answers = { found: 0, nothing: 0, refused: 0 }
    fc.assert(
      fc.property(request, (asked) => {
        try {
          const plan = planSearch(asked, scopes(), now)
          const hits = search(world, plan)
          const ids = hits.take(0, hits.total, true).map(({ row }) => row.id)
          expect(new Set(ids).size).toBe(hits.total)
          expect(new Set(hits.take(0, hits.total, false).map(({ row }) => row.id))).toEqual(new Set(ids))
          for (const warning of plan.warnings)
            expect(warning).toMatch(/^query: .+ is not a queryable attribute/)
          answers[hits.total > 0 ? 'found' : 'nothing'] += 1
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          expect(['invalid_scope', 'invalid_filter']).toContain(error.refusal)
          expect(error.message.length).toBeGreaterThan(20)
          answers.refused += 1
        }
      }),
      seeded(inputs),
    )
    for (const count of Object.values(answers)) expect(count).toBeGreaterThan(inputs / 50)
  },
  Math.max(patience, inputs * 5),
)
