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
  fc.oneof(wordsOf('" "" : :: . .. * ? \\ \' ( ) - + & | :// ,'), fc.constantFrom(' ', '\t', '\n')),
  fc.constantFrom(...fields, 'metadata.', 'metadata."', 'metadata.a', 'metadata.c.d:', '__proto__:'),
  wordsOf('coffee DARK AND OR NOT null e กาแฟ crème CRE\u0300ME 💳 \ud800 \u0000 ß İ'),
  textOf(6),
)
const queryOf = fc.oneof(
  { weight: 6, arbitrary: fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join('')) },
  { weight: 6, arbitrary: fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')) },
  { weight: 1, arbitrary: fc.tuple(piece, fc.nat({ max: 400 })).map(([text, times]) => text.repeat(times)) },
)

const end = fc.oneof(
  wordsOf(` 0 -1 100 100.50 1e3 1,000 .5 5. 00 ９ ${'9'.repeat(30)} -0`),
  wordsOf('today Yesterday this_week last_month tomorrow next_week'),
  wordsOf('2026-01-15 2026/01/15 2026-02-30 0000-00-00 2026-1-5 2026-01-15T00:00:00Z 2026/01/15T10:00'),
  wordsOf('yes NO on Off true false 1 maybe thb'),
  textOf(5),
)
const filterOf = fc.oneof(
  { weight: 4, arbitrary: end },
  {
    weight: 4,
    arbitrary: fc.tuple(end, fc.constantFrom('..', '...', '.. ', ' .. '), end).map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: junk },
)

const filtersOf = fc.dictionary(
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...attributes) },
    { weight: 1, arbitrary: fc.constantFrom('metadata', 'metadata.a', '') },
    { weight: 1, arbitrary: textOf(4) },
  ),
  filterOf,
  { maxKeys: 3 },
)
const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const request: fc.Arbitrary<Request> = fc.record({
  scope: rarely(fc.oneof(fc.constantFrom(...scopes().map(({ name }) => name)), textOf(5))),
  query: queryOf,
  filters: rarely(filtersOf).map((filters) => filters ?? {}),
  from: rarely(fc.integer()),
  to: rarely(fc.integer({ min: now - 1000, max: now + 1000 })),
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
