import { describe, expect } from 'vitest'
import type { Charge } from '../../../src/index'
import type { ListBody } from '../../support/client'
import type { Params } from '../../support/form'
import { expectError, expectSuccess, later, setUp, start, test } from '../../support/set-up'

const hour = 3_600_000

/** Five charges of 2001, 2002, … satang, an hour apart; the first is made at `start`. */
const withFive = async () => {
  const { client, sandbox } = setUp()
  for (let i = 1; i <= 5; i += 1) {
    if (i > 1) await sandbox.clock.advance(hour)
    await client.charge({ amount: 2000 + i })
  }
  const list = async (params: Params = {}, path = '/charges') =>
    expectSuccess(await client.get<ListBody<Charge>>(path, params))
  const shown = async (params: Params = {}) => (await list(params)).data.map(({ amount }) => amount - 2000)
  return { client, sandbox, list, shown }
}

describe('200: a page (2.7, 4.1)', () => {
  test('by default: 20, newest first, from the beginning of time until now', async () => {
    const { list } = await withFive()
    const { data, ...page } = await list()
    expect(data.map(({ amount }) => amount)).toEqual([2005, 2004, 2003, 2002, 2001])
    expect(page).toEqual({
      object: 'list',
      limit: 20,
      offset: 0,
      total: 5,
      location: '/charges',
      order: 'reverse_chronological',
      from: '1970-01-01T00:00:00.000Z',
      to: later(start, 4 * hour),
    })
  })

  const pages: [params: Params, shown: number[], total: number][] = [
    [{ limit: 1 }, [5], 5],
    [{ limit: 2 }, [5, 4], 5],
    [{ limit: '2' }, [5, 4], 5],
    [{ limit: 100 }, [5, 4, 3, 2, 1], 5],
    [{ limit: 2, offset: 4 }, [1], 5],
    [{ offset: 4 }, [1], 5],
    [{ offset: 5 }, [], 5],
    [{ offset: 1_000_000 }, [], 5],
    [{ limit: 2, offset: 1, order: 'chronological' }, [2, 3], 5],
    [{ order: 'chronological' }, [1, 2, 3, 4, 5], 5],
    [{ order: 'reverse_chronological' }, [5, 4, 3, 2, 1], 5],
    [{ from: later(start, 4 * hour) }, [5], 1],
    [{ from: later(start, 3 * hour + 1) }, [5], 1],
    [{ to: start }, [1], 1],
    [{ to: later(start, hour - 1) }, [1], 1],
    [{ from: later(start, hour), to: later(start, 2 * hour) }, [3, 2], 2],
    [{ from: later(start, hour), to: later(start, 3 * hour), limit: 1, offset: 1 }, [3], 3],
    [{ from: later(start, 5 * hour) }, [], 0],
    [{ to: '2020-01-01T00:00:00Z' }, [], 0],
    [{ from: later(start, 2 * hour), to: later(start, hour) }, [], 0],
    [{ from: '2026-01-15T18:00:00+07:00' }, [5, 4, 3], 3],
    [{ from: '2026-01-15T18:00:00+0700' }, [5, 4, 3], 3],
    [{ from: '2026-01-15T18:00:00 07:00' }, [5, 4, 3], 3],
    [{ from: '2026-01-15T04:00:00-07:00' }, [5, 4, 3], 3],
    [{ from: '2026-01-15T11:00:00.000000001Z' }, [5, 4, 3], 3],
    [{ to: '2026-01-15T10:59:59.999999999Z' }, [2, 1], 2],
    [{ from: '2026-01-15T11:00:00' }, [5, 4, 3], 3],
    [{ from: '2026-01-15T11:00Z' }, [5, 4, 3], 3],
    [{ from: '2026-01-15' }, [5, 4, 3, 2, 1], 5],
    [{ to: '2026-01-15' }, [], 0],
    [{ from: '2026-01-16' }, [], 0],
  ]
  test.each(pages)('%j shows %j of %i', async (params, expected, total) => {
    const { list, shown } = await withFive()
    expect(await shown(params)).toEqual(expected)
    expect((await list(params)).total).toBe(total)
  })

  test('says which period, limit, offset and order it shows, in its own spelling', async () => {
    const { list } = await withFive()
    const page = { limit: 3, offset: 7, order: 'chronological' }
    expect(await list({ ...page, from: '2026-01-15T18:00:00+07:00', to: '2026-01-16' })).toMatchObject({
      ...{ ...page, from: '2026-01-15T11:00:00.000Z', to: '2026-01-16T00:00:00.000Z' },
    })
  })

  test('keeps the order of creation among records of one moment', async ({ client }) => {
    const ids: string[] = []
    for (let i = 0; i < 5; i += 1) ids.push((await client.charge()).id)
    const idsOf = async (order: string) =>
      (await client.get<ListBody>('/charges', { order })).body.data.map(({ id }) => id)
    expect(await idsOf('chronological')).toEqual(ids)
    expect(await idsOf('reverse_chronological')).toEqual([...ids].reverse())
  })

  test('a change to a record does not move it', async () => {
    const { client, list, shown } = await withFive()
    const first = (await list({ order: 'chronological' })).data[0]
    await client.patch(`/charges/${first?.id}`, { description: 'later' })
    expect(await shown()).toEqual([5, 4, 3, 2, 1])
  })

  test('an empty list is a list', async ({ client }) => {
    for (const path of ['/charges', '/customers', '/events', '/refunds', '/transactions'])
      expect((await client.get(path)).body).toMatchObject({
        object: 'list',
        data: [],
        total: 0,
        location: path,
      })
  })
})

describe('200: lists below a record', () => {
  test('page like all others and carry their own path', async ({ client }) => {
    const { id: customer } = await client.customer()
    const { id } = await client.charge({ customer })
    await client.charge()
    await client.patch(`/customers/${customer}`, { card: (await client.token()).id })
    for (let i = 0; i < 3; i += 1) await client.refund(id, { amount: 1 })
    const totals = [
      [`/charges/${id}/refunds`, 3],
      [`/charges/${id}/events`, 5],
      [`/customers/${customer}/cards`, 2],
      [`/customers/${customer}/charges`, 1],
    ] as const
    for (const [location, total] of totals) {
      const { body } = await client.get<ListBody>(location, { limit: 2, offset: 1 })
      expect(body).toMatchObject({ location, total, limit: 2, offset: 1, order: 'reverse_chronological' })
      expect(body.data).toHaveLength(Math.min(2, total - 1))
    }
  })

  test('newest first by path, but chronological inside their record', async ({ client }) => {
    const { id } = await client.charge()
    for (const amount of [1, 2, 3]) await client.refund(id, { amount })
    const { body } = await client.get<ListBody<{ amount: number }>>(`/charges/${id}/refunds`)
    expect(body.data.map(({ amount }) => amount)).toEqual([3, 2, 1])
    const charge = (await client.get<Charge>(`/charges/${id}`)).body
    expect(charge.refunds).toMatchObject({ order: 'chronological', total: 3, limit: 20, offset: 0 })
    expect(charge.refunds.data.map(({ amount }) => amount)).toEqual([1, 2, 3])
  })

  test('a nested list holds 20 at most and counts all', async ({ client }) => {
    const { id } = await client.charge()
    for (let i = 1; i <= 22; i += 1) await client.refund(id, { amount: i })
    const { refunds } = (await client.get<Charge>(`/charges/${id}`)).body
    expect([refunds.total, refunds.data.length, refunds.data[19]?.amount]).toEqual([22, 20, 20])
  })
})

describe('200: expand=true turns ids into objects, one level deep (wire-facts 1.4)', () => {
  test('in one record and in lists', async ({ client }) => {
    const { id: customer, default_card } = await client.customer()
    const { id, transaction } = await client.charge({ customer })
    const refund = await client.refund(id, { amount: 1 })
    const payer = { id: customer, default_card }
    const booked = { object: 'transaction', origin: refund.id }
    const expanded: [string, object][] = [
      [`/charges/${id}`, { customer: payer, transaction: { id: transaction, origin: id } }],
      [`/customers/${customer}`, { default_card: { object: 'card', id: default_card } }],
      [`/transactions/${transaction}`, { origin: { object: 'charge', id, customer } }],
      [`/refunds/${refund.id}`, { transaction: booked, charge: { customer } }],
    ]
    for (const [path, shown] of expanded) {
      expect((await client.get(path, { expand: true })).body, path).toMatchObject(shown)
      const collection = `/${path.split('/')[1]}`
      const { data } = expectSuccess(await client.get<ListBody>(collection, { expand: true }))
      expect(data.find((one) => path.endsWith(one.id)) ?? collection).toMatchObject(shown)
    }
  })

  test('null stays null; expand=false and no expand are the same', async ({ client }) => {
    const { id } = await client.authorized()
    const nothing = { customer: null, transaction: null }
    expect((await client.get(`/charges/${id}`, { expand: true })).body).toMatchObject(nothing)
    const plain = (await client.get(`/charges/${id}`)).body
    expect((await client.get(`/charges/${id}`, { expand: false })).body).toEqual(plain)
  })
})

describe('400: list parameters (4.1 rule 3)', () => {
  const refused: [params: Params, message: string | RegExp, fields?: string[]][] = [
    [{ limit: 101 }, 'limit must be <= 100', ['limit']],
    [{ limit: 0 }, 'limit must be >= 1'],
    [{ limit: -1 }, 'limit must be >= 1'],
    [{ limit: 'all' }, 'limit is not a number'],
    [{ limit: '' }, 'limit is not a number'],
    [{ limit: 1.5 }, /^limit is/],
    [{ offset: -1 }, 'offset must be >= 0', ['offset']],
    [{ offset: 'x' }, 'offset is not a number'],
    [{ order: 'newest' }, /^order is/, ['order']],
    [{ from: 'yesterday' }, 'from is invalid', ['from']],
    [{ from: '2026-02-30' }, 'from is invalid'],
    [{ from: '2026-01-15T25:00:00Z' }, 'from is invalid'],
    [{ to: '15/01/2026' }, 'to is invalid', ['to']],
    [{ expand: 'maybe' }, 'expand must be true or false'],
    [{ limit: 101, offset: -1 }, 'limit must be <= 100 and offset must be >= 0', ['limit', 'offset']],
  ]
  test.for(refused)('%j', async ([params, message, fields], { client }) => {
    const details = fields === undefined ? { message } : { message, fields }
    for (const path of ['/charges', '/events', '/refunds', '/customers', '/transactions'])
      expectError(await client.get(path, params), 'bad_request', details)
  })
})
