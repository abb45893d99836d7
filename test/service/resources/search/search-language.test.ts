import { describe, expect, test } from 'vitest'
import { openSearch, type SearchBody } from '../../../support/search'
import { expectSuccess, setUp } from '../../../support/set-up'

describe('spec 4.10 rule 1: query', () => {
  const queries: readonly (readonly [query: string, found: string])[] = [
    ['', 'hgfedcba'],
    ['   ', 'hgfedcba'],
    // A value that is nothing but the word ranks above one that has it among others; then the newest.
    ['coffee', 'aedcb'],
    ['COFFEE', 'aedcb'],
    ['coffee beans', 'eb'],
    ['beans coffee', 'eb'],
    ['coffee coffee', 'aedcb'],
    ['"coffee beans"', 'eb'],
    ['"beans coffee"', ''],
    ['"dark coffee"', 'c'],
    ['"coffee dark"', ''],
    ['"coffee beans', 'eb'],
    ['"beans, dark"', 'b'],
    // No wildcards, and no part of a word.
    ['coff', ''],
    ['coff*', ''],
    ['*', ''],
    ['c?ffee', ''],
    ['roast', 'b'],
    ['roast_beef', 'g'],
    ['coffee *', 'aedcb'],
    ['coffee, beans!', 'eb'],
    ['A-1001', 'a'],
    ['a 1001', 'a'],
    ['1001-a', ''],
    ['description:coffee', 'aecb'],
    ['DESCRIPTION:coffee', 'aecb'],
    ['description:"coffee beans"', 'eb'],
    ['description:coffee metadata.size:large', 'a'],
    ['description:coffee large', 'a'],
    ['description:large', ''],
    ['description: coffee', 'aedcb'],
    ['description:', ''],
    ['description:""', ''],
    ['""', ''],
    ['metadata.order:A-1002', 'b'],
    ['metadata.order:1003', 'e'],
    ['metadata.ORDER:a-1002', 'b'],
    ['metadata.size:"large"', 'a'],
    ['metadata.size:A-1001', ''],
    ['metadata:coffee', 'd'],
    ['metadata:"no coffee"', 'd'],
    ['metadata.gift.wrap:true', 'c'],
    ['metadata.gift.from:"malee s"', 'c'],
    ['metadata.gift:malee', 'c'],
    ['metadata.gift:true', 'c'],
    ['metadata.gi:malee', ''],
    ['metadata.tags:"to go"', 'e'],
    ['metadata.tags:"hot to"', ''],
    ['metadata."order":1003', 'e'],
    ['metadata.nothing:1003', ''],
    ['metadata.crème:brûlée', 'f'],
    ['metadata.cre\u0300me:BRU\u0302LE\u0301E', 'f'],
    ['metadata.CRÈME:BRÛLÉE', 'f'],
    ['กาแฟ', 'f'],
    ['ร้านกาแฟ', 'f'],
    ['แฟกา', ''],
    ['สาขา 2', 'f'],
    ['card_name:somchai', 'hgfedcba'],
    ['somchai', 'hgfedcba'],
    ['"somchai prasert"', 'hgfedcba'],
    ['"prasert somchai"', ''],
    ['failure_message:insufficient', ''],
    // What is no attribute is text.
    ['https://example.com/menu', 'g'],
    ['example.com', 'g'],
    ['order:A-1001', ''],
    ['status:successful', ''],
  ]

  test.each(queries)('query=%s', async (query, expected) => {
    const { found } = await openSearch()
    expect(await found({ query })).toBe(expected)
    expect([...(await found({ query, order: 'chronological' }))].sort()).toEqual([...expected].sort())
  })

  test.each([
    ['green tea', 'cadb'],
    ['tea green', 'cbda'],
    ['description:green description:tea', 'ba'],
    ['description:green tea', 'ba'],
    ['description:tea', 'cdba'],
  ])(
    'query=%s: whole values first, of each word or of all together, then the newest',
    async (query, expected) => {
      const { client } = setUp()
      const letters = new Map<string, string>()
      for (const [letter, description, metadata] of [
        ['a', 'green tea', {}],
        ['b', 'tea, green', {}],
        ['c', 'tea', { kind: 'green' }],
        ['d', 'tea time', { kind: 'green' }],
      ] as const)
        letters.set((await client.customer({ description, metadata })).id, letter)
      const { data } = expectSuccess(await client.get<SearchBody>('/search', { scope: 'customer', query }))
      expect(data.map(({ id }) => letters.get(id)).join('')).toBe(expected)
    },
  )

  test('an id is found as a whole', async () => {
    const { found, idOf } = await openSearch()
    const id = idOf('c')
    expect(await found({ query: id })).toBe('c')
    expect(await found({ query: `id:${id.toUpperCase()}` })).toBe('c')
    expect(await found({ query: `description:${id}` })).toBe('')
    expect(await found({ query: id.slice(0, -1) })).toBe('')
    expect(await found({ query: 'chrg_test' })).toBe('')
  })

  test.each([
    ['straße', 'Hauptstrasse HAUPTSTRASSE Straße STRASSE'],
    ['strasse', 'Straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδος', 'ΟΔΟΣ.ΑΒΓ'],
    ['ﬁne', 'FINE'],
    ['ครับร้าน', 'สวัสดีครับ ร้านกาแฟ'],
    ['商店', '中文商店'],
  ])(
    'query=%s finds %s: case is that of Unicode, and some scripts have no spaces',
    async (query, description) => {
      const { client } = await openSearch()
      await client.customer({ description })
      const { total } = expectSuccess(await client.get<SearchBody>('/search', { scope: 'customer', query }))
      expect(total).toBe(1)
    },
  )

  test('a word before a colon that is no attribute is said in a warning', async () => {
    const { client } = await openSearch()
    const warned = async (query: string) =>
      (await client.get('/search', { scope: 'customer', query })).headers.get('sandbox-warning')
    expect(await warned('descripton:coffee')).toBe(
      'query: descripton is not a queryable attribute (id description email metadata): it was searched for as text',
    )
    expect(await warned('created:today')).toMatch(/: filters\[created\] filters by it$/)
    expect(await warned('description:coffee 12:30 https://example.com')).toBeNull()
  })
})

describe('spec 4.10 rules 2 to 5: filters', () => {
  const filters: readonly (readonly [filters: Readonly<Record<string, string>>, found: string])[] = [
    [{}, 'hgfedcba'],
    [{ amount: '100' }, 'hgfeca'],
    [{ amount: '100.00' }, 'hgfeca'],
    [{ amount: '100.000' }, 'hgfeca'],
    [{ amount: '10000' }, ''],
    [{ amount: '250.50' }, 'b'],
    [{ amount: '250.5' }, 'b'],
    [{ amount: '500' }, 'd'],
    [{ amount: '5' }, ''],
    [{ amount: '100..250.50' }, 'hgfecba'],
    [{ amount: '100.01..250.49' }, ''],
    [{ amount: '250..' }, 'db'],
    [{ amount: '250.50..' }, 'db'],
    [{ amount: '..250.50' }, 'hgfecba'],
    [{ amount: '500..100' }, ''],
    [{ amount: '200..', currency: 'thb' }, 'b'],
    [{ currency: 'JPY' }, 'd'],
    [{ currency: 'usd' }, ''],
    [{ captured: 'yes' }, 'hfedcba'],
    [{ captured: 'on' }, 'hfedcba'],
    [{ captured: 'true' }, 'hfedcba'],
    [{ captured: 'TRUE' }, 'hfedcba'],
    [{ captured: '1' }, 'hfedcba'],
    [{ captured: 'no' }, 'g'],
    [{ captured: 'off' }, 'g'],
    [{ captured: 'false' }, 'g'],
    [{ status: 'successful' }, 'hfedcba'],
    [{ status: 'pending' }, 'g'],
    [{ status: 'success' }, ''],
    [{ failure_code: 'null' }, ''],
    [{ credit_card_brand: 'visa', card_last_digits: '4242' }, 'hgfedcba'],
    [{ card_last_digits: '42' }, ''],
    [{ source_of_fund: 'card' }, 'hgfedcba'],
    [{ installment_terms: '..12' }, ''],
    [{ created: 'today' }, 'hgfedcba'],
    [{ created: 'yesterday' }, ''],
    [{ created: 'this_week' }, 'hgfedcba'],
    [{ created: 'last_week' }, ''],
    [{ created: 'this_month' }, 'hgfedcba'],
    [{ created: 'last_month' }, ''],
    [{ created: '2026-01-15' }, 'hgfedcba'],
    [{ created: '2026/01/15' }, 'hgfedcba'],
    [{ created: '2026/01/14..2026/01/15' }, 'hgfedcba'],
    [{ created: '2026-01-01..' }, 'hgfedcba'],
    [{ created: '..2026-01-14' }, ''],
    [{ created: 'last_month..yesterday' }, ''],
    [{ created: 'yesterday..today' }, 'hgfedcba'],
    [{ created: '2026-01-15T12:00:00Z' }, 'd'],
    [{ created: '2026-01-15T12:00:00Z..' }, 'hgfed'],
    [{ created: '2026-01-15T19:00:00+07:00..2026-01-15T13:00:00Z' }, 'ed'],
    [{ captured_at: '2026-01-15' }, 'hfedcba'],
    [{ captured_at: '..2026-01-16' }, 'hfedcba'],
  ]

  test.each(filters)('filters=%j', async (filter, expected) => {
    const { found } = await openSearch()
    expect(await found({ filters: filter })).toBe(expected)
  })

  test('query and filters must both be met', async () => {
    const { found } = await openSearch()
    expect(await found({ query: 'coffee', filters: { amount: '..100', currency: 'thb' } })).toBe('aec')
    expect(await found({ query: 'coffee', filters: { captured: 'no' } })).toBe('')
  })

  test('relative dates are days of the virtual clock in UTC; weeks begin on Monday', async () => {
    const { found, sandbox } = await openSearch()
    const when = async (created: string) => (await found({ filters: { created } })).length
    await sandbox.clock.set('2026-01-18T23:59:59.999Z')
    expect([await when('this_week'), await when('last_week'), await when('today')]).toEqual([8, 0, 0])
    await sandbox.clock.advance(1)
    expect([await when('this_week'), await when('last_week'), await when('this_month')]).toEqual([0, 8, 8])
    await sandbox.clock.set('2026-02-01T00:00:00Z')
    expect([await when('this_month'), await when('last_month')]).toEqual([0, 8])
  })
})
