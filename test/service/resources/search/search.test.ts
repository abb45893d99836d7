import { describe, expect } from 'vitest'
import type { Params } from '../../../support/form'
import { openSearch, type SearchBody } from '../../../support/search'
import { expectSuccess, start, test } from '../../../support/set-up'
import { keepAlive } from '../../../support/socket'

describe('spec 2.8: the answer', () => {
  test('repeats the query and shows its page', async () => {
    const { search } = await openSearch()
    const { data, ...rest } = await search({ scope: 'charge', query: 'coffee', filters: { captured: 'yes' } })
    expect(data).toHaveLength(5)
    expect(rest).toEqual({
      object: 'search',
      export: null,
      page: 1,
      limit: 30,
      per_page: 30,
      total: 5,
      total_pages: 1,
      from: '1970-01-01T00:00:00.000Z',
      to: '2026-01-15T17:00:00.000Z',
      order: 'reverse_chronological',
      scope: 'charge',
      query: 'coffee',
      filters: { captured: 'yes' },
      aggregate_level: null,
      location: '/search',
    })
  })

  const pages: readonly (readonly [params: Params, found: string, totalPages: number])[] = [
    [{ limit: 3 }, 'hgf', 3],
    [{ limit: 3, page: 2 }, 'edc', 3],
    [{ limit: 3, page: 3 }, 'ba', 3],
    [{ limit: 3, page: 4 }, '', 3],
    [{ limit: 3, page: 1e15 }, '', 3],
    [{ per_page: 3, page: 2 }, 'edc', 3],
    [{ limit: 3, per_page: 5, page: 2 }, 'edc', 3],
    [{ limit: 100 }, 'hgfedcba', 1],
    [{ order: 'chronological', limit: 3 }, 'abc', 3],
    [{ order: 'chronological', limit: 3, page: 3 }, 'gh', 3],
    [{ query: 'coffee', limit: 2 }, 'ae', 3],
    [{ query: 'coffee', limit: 2, page: 2 }, 'dc', 3],
    [{ query: 'coffee', limit: 2, page: 3 }, 'b', 3],
    [{ query: 'coffee', limit: 2, order: 'chronological' }, 'ab', 3],
    [{ query: 'coffee', limit: 1, page: 2, order: 'chronological' }, 'b', 5],
  ]
  test.each(pages)('%j', async (params, expected, totalPages) => {
    const { found, search } = await openSearch()
    expect(await found(params)).toBe(expected)
    const { total_pages: shown, total } = await search({ scope: 'charge', ...params })
    expect([shown, total]).toEqual([totalPages, params.query === undefined ? 8 : 5])
  })

  test('nothing found is an empty page of no pages', async () => {
    const { search } = await openSearch()
    expect(await search({ query: 'nothing' })).toMatchObject({ data: [], total: 0, total_pages: 0, page: 1 })
  })

  const periods: readonly (readonly [params: Params, found: string])[] = [
    [{ from: '2026-01-15T15:00:00Z' }, 'hg'],
    [{ to: '2026-01-15T10:00:00Z' }, 'ba'],
    [{ from: '2026-01-15T10:00:00Z', to: '2026-01-15T12:00:00Z' }, 'dcb'],
    [{ from: '2026-01-15', to: '2026-01-15' }, 'hgfedcba'],
    [{ from: '2026/01/15', to: '2026/01/15' }, 'hgfedcba'],
    [{ from: '2026-01-16' }, ''],
    [{ to: '2026-01-14' }, ''],
    [{ from: '2026-01-15T12:00:00Z', to: '2026-01-15T10:00:00Z' }, ''],
    [{ from: '2026-01-15T10:00:00Z', query: 'coffee' }, 'edcb'],
    [{ to: '2026-01-15T12:00:00Z', filters: { created: '2026-01-15T10:00:00Z..' } }, 'dcb'],
  ]
  test.each(periods)('%j', async (params, expected) => {
    const { found } = await openSearch()
    expect(await found(params)).toBe(expected)
  })

  test('a period to a time without a fraction has the whole second', async ({ sandbox, client }) => {
    await sandbox.clock.advance(999)
    const { id } = await client.charge()
    await sandbox.clock.advance(1)
    await client.charge()
    const asked = { scope: 'charge', to: start.replace('.000Z', 'Z') }
    const { data } = expectSuccess(await client.get<SearchBody>('/search', asked))
    expect(data.map((charge) => charge.id)).toEqual([id])
  })

  test('expand=true shows ids as objects', async ({ client }) => {
    const customer = await client.customer()
    await client.charge({ customer: customer.id })
    const { data } = expectSuccess(await client.get<SearchBody>('/search', { scope: 'charge', expand: true }))
    expect(data[0]?.customer).toMatchObject({ object: 'customer', id: customer.id })
    expect(data[0]?.transaction).toMatchObject({ object: 'transaction' })
  })
})

describe('spec 4.10: without a scope everything is searched', () => {
  test('results keep their own object, newest first over all kinds', async ({ client, sandbox }) => {
    const step = () => sandbox.clock.advance(1000)
    const charge = await client.charge({ description: 'Coffee' })
    await step()
    await client.post('/links', { amount: 10_000, currency: 'thb', title: 'Coffee', description: 'One cup' })
    await step()
    await client.customer({ description: 'likes coffee' })
    await step()
    await client.refund(charge.id, { metadata: { why: 'cold coffee' } })
    await step()
    await client.charge({ description: 'coffee' })
    const found = async (params: Params) =>
      expectSuccess(await client.get<SearchBody<{ object: string }>>('/search', params))
    expect((await found({ query: 'coffee' })).data.map(({ object }) => object)).toEqual([
      // Exact matches: the charges, a refund by its charge's description, the link by its title.
      'charge',
      'refund',
      'link',
      'charge',
      'customer',
    ])
    const everything = await found({ limit: 100 })
    expect(new Set(everything.data.map(({ object }) => object))).toEqual(
      new Set(['charge', 'customer', 'link', 'recipient', 'refund', 'transaction']),
    )
    expect(everything).toMatchObject({ scope: null, total: everything.data.length })
    const pages = await Promise.all([1, 2, 3].map((page) => found({ limit: 3, page })))
    expect(pages.flatMap(({ data }) => data)).toEqual(everything.data)
  })

  test('a filter or field leaves out the scopes that lack it', async ({ client }) => {
    await client.refund((await client.charge()).id, { amount: 5000 })
    const kinds = async (params: Params) =>
      expectSuccess(await client.get<SearchBody<{ object: string }>>('/search', params))
        .data.map(({ object }) => object)
        .sort()
    expect(await kinds({ filters: { amount: '50' } })).toEqual(['refund', 'transaction'])
    expect(await kinds({ filters: { captured: 'yes' } })).toEqual(['charge'])
    expect(await kinds({ query: 'charge_description:x' })).toEqual([])
    expect(await kinds({ query: 'card_name:somchai' })).toEqual(['charge', 'refund'])
    expect(await kinds({ filters: { captured: 'yes', charge_id: 'x' } })).toEqual([])
  })
})

test.each([
  ['/charges/search', 'charge'],
  ['/charges/schedules/search', 'charge_schedule'],
  ['/customers/search', 'customer'],
  ['/disputes/search', 'dispute'],
  ['/links/search', 'link'],
  ['/recipients/search', 'recipient'],
  ['/refunds/search', 'refund'],
  ['/transfers/search', 'transfer'],
  ['/transfers/schedules/search', 'transfer_schedule'],
])('wire 26: GET /<resource>/search has its scope in the path: %s searches %s', async (path, scope) => {
  const { search } = await openSearch()
  const { location, ...rest } = await search({ query: 'coffee' }, path)
  expect(location).toBe(path)
  expect(rest).toEqual(await search({ query: 'coffee', scope }).then(({ location: _, ...same }) => same))
})

describe('contract 5.2: what clients send', () => {
  /** The shop on a socket, and how to send it a GET with a body in JSON. */
  const listening = async () => {
    const { sandbox } = await openSearch()
    const { url } = await sandbox.listen({ port: 0 })
    const ask = async (path: string, params: object) => {
      const headers = { authorization: sandbox.authorization.secret, 'content-type': 'application/json' }
      const answer = await keepAlive()(`${url}${path}`, { headers, body: JSON.stringify(params) })
      const body: SearchBody = JSON.parse(answer.text)
      return { headers: answer.headers, body }
    }
    return { sandbox, ask }
  }

  test('parameters in a JSON body of a GET, with explicit nulls, numbers and booleans', async () => {
    const { ask } = await listening()
    const filters = { captured: true, amount: 100 }
    const params = { scope: 'charge', query: 'coffee', filters, page: 1, per_page: 2, order: null }
    const shown = { total: 3, per_page: 2, filters: { captured: 'true', amount: '100' } }
    expect((await ask('/search', params)).body).toMatchObject(shown)
    const mixed = await ask('/search/?scope=charge&filters[amount]=250.5', { from: null, to: null })
    expect(mixed.body).toMatchObject({ total: 1, location: '/search' })
  })

  const warning =
    'filters is empty, so that it leaves nothing out: name an attribute, as in filters[amount]=100'
  test.each([
    ['?filters=', {}, {}, warning],
    ['', { filters: {} }, {}, warning],
    ['', { filters: { amount: null } }, {}, warning],
    ['', { filters: null }, {}, null],
    ['', { filters: { amount: 100 } }, { amount: '100' }, null],
  ])('filters that are empty have a warning: %s %j', async (query, params, filters, expected) => {
    const { sandbox, ask } = await listening()
    const { headers, body } = await ask(`/search${query}`, { scope: 'charge', ...params })
    expect(body).toMatchObject({ object: 'search', filters })
    expect(headers.get('sandbox-warning')).toBe(expected)
    expect(sandbox.requests.last()?.warnings).toEqual(expected === null ? [] : [expected])
  })
})
