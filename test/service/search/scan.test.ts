import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ScopeSpec, scopes } from '../../spec/scopes'
import { cases, patience, seeded } from '../../support/arbitraries'
import type { Params } from '../../support/form'
import { plainSandbox } from '../../support/set-up'
import { type Asked, type AskedFilter, type AskedTerm, scan } from './oracle'
import { changeOf, metadataKeys, Shop, textOf, wordOf } from './shop'

const table: readonly ScopeSpec[] = scopes
const millisecond = (ms: number): string => new Date(Date.parse('2026-01-15T09:00:00Z') + ms).toISOString()

/** Values that records may have; a few that none has. */
const words: { readonly [name: string]: readonly string[] } = {
  status: ['successful', 'pending', 'failed', 'open', 'won', 'closed', 'running', 'suspended', 'none'],
  currency: ['thb', 'THB', 'jpy', 'usd'],
  source_of_fund: ['card', 'offline', 'offsite'],
  source_type: ['promptpay', 'installment_bay'],
  credit_card_brand: ['visa', 'MasterCard'],
  card_last_digits: ['4242', '4444'],
  kind: ['credit', 'debit', 'charge', 'refund.created.debit', 'charge.captured.net'],
  type: ['individual', 'corporation'],
  failure_code: ['insufficient_fund'],
  bank_last_digits: ['7890'],
}
const amounts = [20, 50, 100, 250.5, 1000, 2000, 10_000] as const
const times = [0, 1, 1000, 3_600_000, 86_400_000, 90_000_000, 259_200_000].map(millisecond)

const rangeOf = <T>(ends: readonly T[]) =>
  fc.record({
    low: fc.oneof(fc.constant(null), fc.constantFrom(...ends)),
    high: fc.oneof(fc.constant(null), fc.constantFrom(...ends)),
  })

const filterOf = (name: string, type: string): fc.Arbitrary<AskedFilter> => {
  if (type === 'boolean') return fc.boolean().map((is) => ({ name, is }))
  if (type === 'string') return fc.constantFrom(...(words[name] ?? ['none'])).map((is) => ({ name, is }))
  const ends: readonly (number | string)[] =
    type === 'datetime' ? times : name === 'installment_terms' ? [3, 4, 6] : amounts
  return rangeOf(ends).map(({ low, high }) =>
    low === null && high === null ? { name, low: ends[0] ?? null, high } : { name, low, high },
  )
}

const termOf = (queries: readonly string[]): fc.Arbitrary<AskedTerm> =>
  fc.record({
    field: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 2, arbitrary: fc.constantFrom(...queries) },
      ...(queries.includes('metadata')
        ? [
            {
              weight: 2,
              arbitrary: fc.constantFrom(
                ...metadataKeys.map((key) => `metadata.${key}`),
                'metadata.gift.note',
              ),
            },
          ]
        : []),
    ),
    text: fc.oneof(
      wordOf,
      wordOf,
      textOf(2),
      fc.constantFrom('somchai', 'somchai prasert', 'insufficient', 'bangkok', 'true', '3'),
    ),
  })

const askedOf = ({ scope, filters, queries }: ScopeSpec): fc.Arbitrary<Asked> =>
  fc.record({
    scope: fc.constant(scope),
    terms: fc.oneof(
      { weight: 1, arbitrary: fc.constant([]) },
      { weight: 3, arbitrary: fc.tuple(termOf(queries)) },
      { weight: 2, arbitrary: fc.array(termOf(queries), { minLength: 2, maxLength: 3 }) },
    ),
    filters: fc
      .uniqueArray(fc.constantFrom(...Object.entries(filters)), { maxLength: 1, selector: ([name]) => name })
      .chain((chosen) => fc.tuple(...chosen.map(([name, type]) => filterOf(name, type)))),
    from: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.constantFrom(...times)),
    to: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.constantFrom(...times)),
    newestFirst: fc.boolean(),
  })

/** The same question as a client writes it. */
const paramsOf = ({ scope, terms, filters, from, to, newestFirst }: Asked): Params => ({
  scope: scope ?? undefined,
  query: terms
    .map(({ field, text }) => `${field === null ? '' : `${field}:`}${/\s/.test(text) ? `"${text}"` : text}`)
    .join(' '),
  filters: Object.fromEntries(
    filters.map((filter) => [
      filter.name,
      'is' in filter
        ? String(filter.is)
        : filter.low === filter.high
          ? String(filter.low)
          : `${filter.low ?? ''}..${filter.high ?? ''}`,
    ]),
  ),
  from: from ?? undefined,
  to: to ?? undefined,
  order: newestFirst ? undefined : 'chronological',
})

const limit = 100

/** Asks both; all that is found must fit on a page, or no more than the page is compared. */
const compare = async (shop: Shop, asked: Asked): Promise<void> => {
  const row = table.find(({ scope }) => scope === asked.scope)
  const [account] = shop.sandbox.accounts
  if (row === undefined || account === undefined) throw new Error('a question has a scope and an account')
  const expected = scan(account, row, asked)
  const params = paramsOf(asked)
  const shown = await shop.find({ ...params, limit })
  expect({ asked: params, total: shown.total, ids: shown.data.map(({ id }) => id) }).toEqual({
    asked: params,
    total: expected.ids.length,
    ids: expected.ids.slice(0, limit),
  })
}

/**
 * A shop, and then changes with questions after each. Only two scopes are asked about, so that what is kept of their
 * texts has to follow what happens.
 */
const lifeOf = fc.uniqueArray(fc.constantFrom(...table), { minLength: 2, maxLength: 2 }).chain((asking) => {
  const question = fc.oneof(...asking.map(askedOf))
  const step = fc.tuple(changeOf, fc.array(question, { minLength: 1, maxLength: 3 }))
  return fc.record({
    before: fc.array(changeOf, { minLength: 15, maxLength: 25 }),
    after: fc.array(step, { minLength: 20, maxLength: 30 }),
  })
})

/** `SEARCH_RUNS=1000` for a long run. */
const lives = Number(process.env.SEARCH_RUNS ?? cases(45))

test(
  'spec 4.10: a search finds what a scan of records as they are shown finds, in the same order, whatever happens in between',
  async () => {
    let questions = 0
    await fc.assert(
      fc.asyncProperty(lifeOf, async ({ before, after }) => {
        const shop = new Shop(plainSandbox())
        for (const change of before) await shop.do(change)
        for (const [change, questionsNow] of after) {
          await shop.do(change)
          for (const asked of questionsNow) {
            await compare(shop, asked)
            questions += 1
          }
        }
      }),
      seeded(lives),
    )
    expect(questions).toBeGreaterThan(lives * 44)
  },
  patience,
)
