import { describe, expect } from 'vitest'
import type { Card, Customer } from '../../../../src/index'
import type { ErrorName } from '../../../../src/kernel/errors'
import type { Client } from '../../../support/client'
import type { Params } from '../../../support/form'
import { expectError, expectRefusal, expectSuccess, type SetUp, start, test } from '../../../support/set-up'

/** A customer with cards of three brands, each attached a day after the last one. */
const withThreeCards = async ({ client, sandbox }: SetUp) => {
  const { id } = await client.customer()
  for (const number of ['5555555555554444', '3530111333300000']) {
    await sandbox.clock.advance('1d')
    expectSuccess(await client.patch(`/customers/${id}`, { card: (await client.token(number)).id }))
  }
  const cards = (await client.cards(id)).map((card) => card.id)
  return { id, first: cards[0] ?? '', second: cards[1] ?? '', third: cards[2] ?? '' }
}

const read = async (client: Client, id: string): Promise<Customer> =>
  expectSuccess(await client.get<Customer>(`/customers/${id}`))

describe('200: customers (4.4)', () => {
  test('are created without parameters, or with all of them', async ({ client }) => {
    const empty = expectSuccess(await client.post<Customer>('/customers'))
    expect(empty).toMatchObject({
      email: null,
      description: null,
      metadata: {},
      default_card: null,
      deleted: false,
      cards: { total: 0, data: [], location: `/customers/${empty.id}/cards`, order: 'chronological' },
      linked_accounts: { total: 0, location: `/customers/${empty.id}/linked_accounts` },
      created_at: start,
    })
    const params = { email: 'a@example.com', description: 'VIP', metadata: { tier: 'gold' } }
    expect(await client.customer(params)).toMatchObject({ ...params, cards: { total: 1 } })
  })

  test('a token becomes the first card, which is the default one', async ({ client, sandbox }) => {
    const card = (await client.token()).id
    const { id, default_card, cards } = await client.customer({ card })
    const location = `/customers/${id}/cards/${default_card}`
    expect(cards.data[0]).toMatchObject({ id: default_card, location })
    expect(sandbox.tokens.get(card)).toMatchObject({ used: true, card: null })
  })

  test('PATCH changes what it names: metadata as a whole, an empty text to null', async ({ client }) => {
    const { id } = await client.customer({ description: 'old', metadata: { a: '1' } })
    const change = { description: 'new', metadata: { b: '2' } }
    const changed = expectSuccess(await client.patch<Customer>(`/customers/${id}`, change))
    expect(changed).toMatchObject({ email: 'somchai@example.com', description: 'new' })
    expect(changed.metadata).toEqual({ b: '2' })
    const emptied = await client.patch(`/customers/${id}`, { description: '', email: '' })
    expect(emptied.body).toMatchObject({ description: null, email: null, metadata: { b: '2' } })
  })

  test('a further card is added; the default stays until it is changed', async ({ setup, client }) => {
    const { id, first, third } = await withThreeCards(setup)
    expect(await read(client, id)).toMatchObject({ default_card: first, cards: { total: 3 } })
    await client.patch(`/customers/${id}`, { default_card: third })
    expect((await read(client, id)).default_card).toBe(third)
    expect((await client.charge({ customer: id })).card).toMatchObject({ id: third, brand: 'JCB' })
  })

  test('the first card that a customer without one gets becomes the default', async ({ client }) => {
    const { id } = expectSuccess(await client.post('/customers'))
    await client.patch(`/customers/${id}`, { card: (await client.token()).id })
    expect((await read(client, id)).default_card).toBe((await client.cards(id))[0]?.id)
  })
})

describe('200: cards of a customer (4.4)', () => {
  test('PATCH changes name, expiry and address', async ({ client }) => {
    const { id, default_card } = await client.customer()
    const path = `/customers/${id}/cards/${default_card}`
    const address = { city: 'Ayutthaya', country: 'TH' }
    const params = { name: 'New Name', expiration_month: 1, expiration_year: 2033, ...address }
    const card = expectSuccess(await client.patch<Card>(path, params, { as: 'json' }))
    expect(card).toMatchObject({ ...params, country: 'th', last_digits: '4242' })
    expect((await client.get(path)).body).toEqual(card)
  })

  test('DELETE answers the card with deleted: true, and it is gone', async ({ setup, client }) => {
    const { id, second } = await withThreeCards(setup)
    const path = `/customers/${id}/cards/${second}`
    expect(expectSuccess(await client.delete<Card>(path))).toMatchObject({ id: second, deleted: true })
    expect((await client.cards(id)).map((card) => card.id)).not.toContain(second)
    expect((await read(client, id)).cards.total).toBe(2)
    const message = `card ${second} was not found`
    expectError(await client.get(path), 'not_found', { message })
    expectError(await client.delete(path), 'not_found', { message })
    const params = { amount: 10_000, currency: 'thb', customer: id, card: second }
    expectError(await client.post('/charges', params), 'not_found', { message })
  })

  test('the newest card follows the default one that is deleted, then none', async ({ setup, client }) => {
    const { id, first, second, third } = await withThreeCards(setup)
    for (const [gone, next] of [
      [first, third],
      [third, second],
      [second, null],
    ]) {
      await client.delete(`/customers/${id}/cards/${gone}`)
      expect((await read(client, id)).default_card).toBe(next)
    }
  })

  test('a charge keeps showing the card that it was paid with', async ({ client }) => {
    const { id, default_card } = await client.customer()
    const charge = await client.charge({ customer: id })
    await client.delete(`/customers/${id}/cards/${default_card}`)
    const { card } = (await client.get(`/charges/${charge.id}`)).body
    expect(card).toMatchObject({ id: default_card, deleted: true })
  })
})

describe('200: a deleted customer', () => {
  test('is shown without cards once it is deleted, then in no list or search', async ({ client }) => {
    const { id } = await client.customer({ description: 'tea' })
    const charge = await client.charge({ customer: id })
    const deleted = expectSuccess(await client.delete<Customer>(`/customers/${id}`))
    expect(deleted).toMatchObject({ id, deleted: true, default_card: null, cards: { total: 0, data: [] } })
    expect((await client.get('/customers')).body).toMatchObject({ total: 0, data: [] })
    const found = await client.get('/search', { scope: 'customer', query: 'tea' })
    expect(found.body).toMatchObject({ total: 0, data: [] })
    const customerOf = async (expand: boolean) =>
      (await client.get(`/charges/${charge.id}`, { expand })).body.customer
    expect(await customerOf(false)).toBe(id)
    expect(await customerOf(true)).toMatchObject({ id, deleted: true })
  })
})

describe('400', () => {
  const refused: [params: Params, name: ErrorName, message: string][] = [
    [{ email: 'nobody' }, 'bad_request', 'email is in invalid format'],
    [{ email: 'a@b' }, 'bad_request', 'email is in invalid format'],
    [{ email: ['a@example.com'] }, 'bad_request', 'email is invalid'],
    [{ description: 'x'.repeat(256) }, 'bad_request', 'description is too long (maximum is 255 characters)'],
    [{ metadata: 'x' }, 'bad_request', 'metadata is invalid'],
    [{ card: 7 }, 'invalid_card_token', 'invalid card token'],
  ]
  test.for(refused)('%j', async ([params, name, message], { client, sandbox }) => {
    const { id } = await client.customer()
    const create = () => client.post('/customers', params, { as: 'json' })
    await expectRefusal(sandbox, create, name, { message })
    const change = () => client.patch(`/customers/${id}`, params, { as: 'json' })
    await expectRefusal(sandbox, change, name, { message })
  })

  test('a used token attaches nothing, whether it was charged or attached', async ({ client, sandbox }) => {
    const charged = (await client.token()).id
    await client.charge({ card: charged })
    const attached = (await client.token()).id
    const { id } = await client.customer({ card: attached })
    for (const card of [charged, attached]) {
      expectError(await client.post('/customers', { card }), 'used_token')
      expectError(await client.patch(`/customers/${id}`, { card, description: 'x' }), 'used_token')
    }
    expect(sandbox.customers.list()).toMatchObject([{ id, description: null, cards: { total: 1 } }])
  })

  test.for([
    [{ expiration_year: 2020 }, 'expiration date cannot be in the past'],
    [{ expiration_month: 13 }, 'expiration month is not between 1 and 12 and expiration date is invalid'],
    [{ name: ' ' }, "name can't be blank"],
  ] as const)('a card is not changed to %j', async ([params, message], { client }) => {
    const { id, default_card } = await client.customer()
    const answer = await client.patch(`/customers/${id}/cards/${default_card}`, params)
    expectError(answer, 'invalid_card', { message })
  })
})

describe('404', () => {
  test('an unknown token; a card of another customer', async ({ client }) => {
    const { id } = await client.customer()
    const { default_card: other } = await client.customer()
    const refusal = { message: `card ${other} was not found` }
    expectError(await client.get(`/customers/${id}/cards/${other}`), 'not_found', refusal)
    expectError(await client.patch(`/customers/${id}`, { default_card: other ?? '' }), 'not_found', refusal)
    const unknown = { message: 'token tokn_test_x was not found' }
    expectError(await client.post('/customers', { card: 'tokn_test_x' }), 'not_found', unknown)
  })

  test('a deleted customer, with all below it, and charged in any way', async ({ client, sandbox }) => {
    const { id: customer, default_card: card } = await client.customer()
    await client.charge({ customer })
    await client.delete(`/customers/${customer}`)
    const message = `customer ${customer} was not found`
    for (const path of ['', '/cards', `/cards/${card}`, '/charges', '/schedules'])
      expectError(await client.get(`/customers/${customer}${path}`), 'not_found', { message })
    const order = { amount: 10_000, currency: 'thb', customer }
    for (const [path, params] of [
      ['/charges', order],
      ['/charges', { ...order, card }],
      ['/schedules', { every: 1, period: 'day', charge: order }],
    ] as const)
      await expectRefusal(sandbox, () => client.post(path, params), 'not_found', { message })
  })
})

test('422: a deleted customer is not changed any more (7.1 invalid_customer)', async ({ client }) => {
  const { id, default_card } = await client.customer()
  await client.delete(`/customers/${id}`)
  const card = `/customers/${id}/cards/${default_card}`
  for (const answer of [
    await client.patch(`/customers/${id}`, { description: 'x' }),
    await client.delete(`/customers/${id}`),
    await client.patch(card, { name: 'x' }),
    await client.delete(card),
  ])
    expectError(answer, 'invalid_customer', { message: 'customer was deleted', customer_id: id })
})
