import { describe, expect } from 'vitest'
import type { Charge } from '../../../../src/index'
import type { Params } from '../../../support/form'
import { day, expectSuccess, later, setUp, start, test } from '../../../support/set-up'

const order = { amount: 10_000, currency: 'thb' } as const

describe('200: a charge is made', () => {
  test('with a token: paid at once, and the token is used up (2.2, 2.3)', async ({ client, sandbox }) => {
    const token = await client.token()
    const charge = expectSuccess(await client.post<Charge>('/charges', { ...order, card: token.id }))
    expect(charge).toMatchObject({
      ...order,
      capture: true,
      customer: null,
      source_of_fund: 'card',
      card: { last_digits: '4242', brand: 'Visa', location: null },
      created_at: start,
      paid_at: start,
      authorized_at: start,
    })
    const used = { used: true, card: null, charge_status: 'successful' }
    expect(sandbox.tokens.get(token.id)).toMatchObject(used)
  })

  test('with the default card of a customer (4.2)', async ({ client }) => {
    const customer = await client.customer()
    const charge = await client.charge({ customer: customer.id })
    expect(charge).toMatchObject({ paid: true, customer: customer.id, card: { id: customer.default_card } })
  })

  test('with a card of a customer that is not the default one', async ({ client }) => {
    const { id, default_card: first } = await client.customer()
    await client.patch(`/customers/${id}`, { card: (await client.token('5555555555554444')).id })
    const second = (await client.cards(id)).find((card) => card.id !== first)
    const charge = await client.charge({ customer: id, card: second?.id })
    expect(charge.card).toMatchObject({ id: second?.id, brand: 'MasterCard' })
  })

  test('a saved card can be charged again and again', async ({ client, sandbox }) => {
    const customer = await client.customer()
    for (let i = 0; i < 3; i += 1) await client.charge({ customer: customer.id })
    expect(sandbox.charges.count({ customer: customer.id, paid: true })).toBe(3)
  })

  test('without capture it is authorized only (2.2)', async ({ client, sandbox }) => {
    const amounts = { authorized_amount: 10_000, captured_amount: 0 }
    expect(await client.authorized()).toMatchObject({ ...amounts, capture: false, paid_at: null })
    expect(sandbox.transactions.count()).toBe(0)
  })

  test('expires_at is 7 days on, 30 for a Japanese account, or what was asked', async ({ client }) => {
    expect((await client.charge()).expires_at).toBe(later(start, 7 * day))
    expect((await client.charge({ expires_at: '2026-01-15T16:05:00.123456789+07:00' })).expires_at).toBe(
      '2026-01-15T09:05:00.123Z',
    )
    const japan = setUp({ country: 'JP' }).client
    expect((await japan.charge({ currency: 'jpy' })).expires_at).toBe(later(start, 30 * day))
  })
})

describe('200: the charge shows the sent values', () => {
  const echoed: [name: string, params: Params, shown?: object][] = [
    ['description', { description: 'Order 7 — ส้ม' }],
    ['ip', { ip: '2001:db8::1' }],
    ['return_uri', { return_uri: 'https://shop.example/done?a=1#b' }],
    ['metadata', { metadata: { a: 'b', deep: { c: 'd' } } }],
    ['authorization_type', { authorization_type: 'final_auth' }],
    ['zero_interest_installments', { zero_interest_installments: true }],
    [
      'platform_fee, its percentage as text',
      { platform_fee: { fixed: 10, amount: 20, percentage: 2 } },
      { platform_fee: { fixed: 10, amount: 20, percentage: '2.0' } },
    ],
    [
      'a percentage with all its digits',
      { platform_fee: { percentage: '2.25' } },
      { platform_fee: { fixed: null, amount: null, percentage: '2.25' } },
    ],
    [
      'an empty platform_fee as none',
      { platform_fee: {} },
      { platform_fee: { fixed: null, percentage: null } },
    ],
    ['currency in lower case', { currency: 'THB' }, { currency: 'thb' }],
  ]
  test.for(echoed)('%s', async ([_, params, shown = params], { client }) => {
    const card = (await client.token()).id
    const answer = await client.post('/charges', { ...order, card, ...params }, { as: 'json' })
    expect(expectSuccess(answer)).toMatchObject(shown)
  })

  test('metadata in JSON keeps its types; in a form all is text (1.7)', async ({ client }) => {
    const metadata = { n: 1, yes: true, list: [1, 'b'] }
    const card = async () => (await client.token()).id
    const kept = async (as: 'json' | 'form') =>
      (await client.post('/charges', { ...order, card: await card(), metadata }, { as })).body.metadata
    expect(await kept('json')).toEqual(metadata)
    expect(await kept('form')).toEqual({ n: '1', yes: 'true', list: ['1', 'b'] })
  })

  test('a null counts as absent', async ({ client }) => {
    const names = ['description', 'metadata', 'capture', 'customer', 'return_uri', 'ip']
    const nulls = Object.fromEntries(names.map((name) => [name, null]))
    const params = { ...order, card: (await client.token()).id, ...nulls, platform_fee: { fixed: null } }
    const charge = expectSuccess(await client.post<Charge>('/charges', params, { as: 'json' }))
    expect(charge).toMatchObject({ description: null, metadata: {}, capture: true, customer: null, ip: null })
  })
})

describe('200: a charge is changed', () => {
  test('PATCH replaces metadata as a whole and leaves what it does not name (1.7)', async ({ client }) => {
    const { id } = await client.charge({ description: 'first', metadata: { a: '1', b: '2' } })
    const change = async (params: Params) => {
      const { description, metadata } = (await client.patch<Charge>(`/charges/${id}`, params)).body
      return { description, metadata }
    }
    expect(await change({ metadata: { b: '3' } })).toEqual({ description: 'first', metadata: { b: '3' } })
    expect(await change({ description: 'second' })).toEqual({ description: 'second', metadata: { b: '3' } })
    expect(await change({ metadata: '' })).toEqual({ description: 'second', metadata: {} })
  })

  test('PATCH ignores all other fields and names them', async ({ client }) => {
    const { id } = await client.charge()
    const answer = await client.patch<Charge>(`/charges/${id}`, { amount: 1, status: 'failed' })
    expect(expectSuccess(answer)).toMatchObject({ amount: 10_000, status: 'successful' })
    expect(answer.headers.get('sandbox-ignored-params')).toBe('amount, status')
  })
})
