import { describe, expect } from 'vitest'
import type { Event, Sandbox } from '../../../src/index'
import type { Client, ListBody } from '../../support/client'
import type { Params } from '../../support/form'
import { clientWith, day, expectError, expectSuccess, later, setUp, start, test } from '../../support/set-up'

interface Context {
  readonly client: Client
  readonly sandbox: Sandbox
}

/** What must be there before, what is done, and the events of that alone, in order: key and what `data` shows, as it was then. */
type Operation<T = { readonly id: string }> = readonly [
  name: string,
  given: (context: Context) => Promise<T>,
  done: (context: Context, given: T) => Promise<unknown>,
  ...events: readonly (readonly [key: string, data: object])[],
]

const nothing = async () => ({ id: '' })
const charged = ({ client }: Context) => client.charge()
const held = ({ client }: Context) => client.authorized()
const waiting = ({ client }: Context) => client.charge({ authentication: '3DS' })
const customer = ({ client }: Context) => client.customer()
const decide =
  (result: string) =>
  ({ sandbox }: Context) =>
    sandbox.fetch(sandbox.charges.last()?.authorize_uri ?? '', {
      method: 'POST',
      body: new URLSearchParams({ result }),
    })
/** A call on the record that was made before. */
const call =
  (method: 'post' | 'patch' | 'delete', path: string, params: Params = {}) =>
  ({ client }: Context, { id }: { readonly id: string }) =>
    client[method](path.replace(':id', id), params)
/** A call on its card. */
const callCard =
  (method: 'patch' | 'delete', params: Params = {}) =>
  async ({ client }: Context, { id }: { readonly id: string }) =>
    client[method](`/customers/${id}/cards/${(await client.cards(id))[0]?.id}`, params)

const asked = { status: 'pending', authorized: false }
const paid = { object: 'charge', status: 'successful', paid: true }
const poor = { status: 'failed', failure_code: 'insufficient_fund' }
const confirmed = { ...paid, authenticated_by: '3DS' }
const rejected = { status: 'failed', failure_code: 'payment_rejected' }
const lapsed = { status: 'expired', authorized: true }
const changed = { description: 'new' }

const operations: readonly Operation[] = [
  ['a token is made', nothing, ({ client }) => client.token()],
  ['a charge is paid at once', nothing, charged, ['charge.create', paid], ['charge.complete', paid]],
  [
    'a charge is declined',
    ({ client }) => client.token('4111111111140011'),
    ({ client }, { id: card }) => client.post('/charges', { amount: 10_000, currency: 'thb', card }),
    ['charge.create', poor],
    ['charge.complete', poor],
  ],
  ['a charge is authorized', nothing, held, ['charge.create', { status: 'pending', capturable: true }]],
  ['a charge waits for its cardholder', nothing, waiting, ['charge.create', asked]],
  ['a cardholder confirms', waiting, decide('success'), ['charge.complete', confirmed]],
  ['a cardholder rejects', waiting, decide('failure'), ['charge.complete', rejected]],
  ['a charge is captured', held, call('post', '/charges/:id/capture'), ['charge.update', paid]],
  [
    'a charge is reversed',
    held,
    call('post', '/charges/:id/reverse'),
    ['charge.update', { status: 'reversed' }],
  ],
  [
    'a charge is expired',
    waiting,
    call('post', '/charges/:id/expire'),
    ['charge.update', { status: 'expired' }],
  ],
  ['an authorization lapses', held, ({ sandbox }) => sandbox.clock.advance('7d'), ['charge.update', lapsed]],
  ['a charge is changed', charged, call('patch', '/charges/:id', changed), ['charge.update', changed]],
  [
    'a charge is refunded',
    charged,
    call('post', '/charges/:id/refunds', { amount: 100 }),
    ['refund.create', { object: 'refund', amount: 100, charge: { refunded_amount: 100 } }],
  ],
  [
    'a customer is made with a card',
    nothing,
    customer,
    ['customer.create', { object: 'customer', cards: { total: 1 } }],
  ],
  ['a customer is changed', customer, call('patch', '/customers/:id', changed), ['customer.update', changed]],
  [
    'a card is attached',
    customer,
    async ({ client }, { id }) => client.patch(`/customers/${id}`, { card: (await client.token()).id }),
    ['customer.update', { cards: { total: 2 } }],
  ],
  [
    'a card is changed',
    customer,
    callCard('patch', { name: 'New' }),
    ['customer.update', { cards: { data: [{ name: 'New' }] } }],
  ],
  [
    'a card is deleted',
    customer,
    callCard('delete'),
    ['customer.update', { cards: { total: 0 }, default_card: null }],
  ],
  [
    'a customer is deleted',
    customer,
    call('delete', '/customers/:id'),
    ['customer.destroy', { deleted: true, cards: { total: 0 } }],
  ],
  [
    'something is read or refused',
    charged,
    async ({ client }, { id }) => {
      await client.get(`/charges/${id}`)
      await client.post(`/charges/${id}/capture`)
      await client.post(`/charges/${id}/refunds`, { amount: 10_001 })
    },
  ],
]

test.for(operations)('200: one row per operation (6): %s', async ([_, given, done, ...events]) => {
  const context = setUp()
  const record = await given(context)
  const before = context.sandbox.events.count()
  await done(context, record)
  const fresh = context.sandbox.events.list().slice(before)
  expect(fresh.map(({ key }) => key)).toEqual(events.map(([key]) => key))
  events.forEach(([, data], i) => {
    expect(fresh[i]?.data).toMatchObject(data)
  })
})

describe('200: an event (2.6)', () => {
  test('holds the whole object, its location and the time of its creation', async ({ client }) => {
    const charge = await client.charge()
    const { data } = (await client.get<ListBody<Event>>('/events', { order: 'chronological' })).body
    expect(data[0]).toEqual({
      object: 'event',
      id: expect.stringMatching(/^evnt_test_[0-9a-z]{19}$/),
      livemode: false,
      location: `/events/${data[0]?.id}`,
      webhook_deliveries: [],
      data: charge,
      key: 'charge.create',
      created_at: start,
    })
    expect((await client.get(`/events/${data[0]?.id}`)).body).toEqual(data[0])
  })

  test('shows its object at that time, whatever happens later', async ({ client, sandbox }) => {
    const { id } = await client.authorized({ description: 'then' })
    const first = sandbox.events.last()
    await sandbox.clock.advance('1d')
    await client.post(`/charges/${id}/capture`)
    const captured = sandbox.events.last()
    await client.patch(`/charges/${id}`, { description: 'now', metadata: { a: '1' } })
    await client.refund(id)
    await sandbox.clock.advance('1d')
    const read = async (event: Event | undefined) => (await client.get(`/events/${event?.id}`)).body
    expect(await read(first)).toEqual(first)
    expect(await read(captured)).toEqual(captured)
    expect(captured?.data).toMatchObject({ description: 'then', refunded_amount: 0, can_perform_void: true })
  })

  test('events of one moment have the time of the clock, and keep their order', async () => {
    const { client, sandbox } = setUp()
    for (let i = 0; i < 5; i += 1) await client.refund((await client.charge()).id, { amount: 1 })
    await sandbox.clock.advance(3)
    await client.customer()
    const events = sandbox.events.list()
    const ofOne = ['charge.create', 'charge.complete', 'refund.create']
    expect(events.map(({ key }) => key)).toEqual([...Array(5).fill(ofOne).flat(), 'customer.create'])
    expect(events.map(({ created_at }) => created_at)).toEqual([...Array(15).fill(start), later(start, 3)])
  })
})

describe('200 and 404: events are kept for 90 days (6 rule 4, 8)', () => {
  test('then they are gone from every list and answer 404', async ({ client, sandbox }) => {
    const { id } = await client.authorized({ expires_at: later(start, 200 * day) })
    const old = sandbox.events.last()?.id
    await sandbox.clock.advance(90 * day)
    expectSuccess(await client.get(`/events/${old}`))
    await sandbox.clock.advance(1)
    expectError(await client.get(`/events/${old}`), 'not_found', { message: `event ${old} was not found` })
    for (const path of ['/events', `/charges/${id}/events`])
      expect((await client.get(path)).body).toMatchObject({ total: 0, data: [] })
    await client.post(`/charges/${id}/capture`)
    for (const path of ['/events', `/charges/${id}/events`])
      expect((await client.get(path)).body).toMatchObject({ total: 1, data: [{ key: 'charge.update' }] })
  })

  test('the typed reader keeps them as long as the API does', async ({ client, sandbox }) => {
    await client.charge()
    const id = sandbox.events.last()?.id ?? ''
    await sandbox.clock.advance('91d')
    expect([sandbox.events.get(id), sandbox.events.last(), sandbox.events.count()]).toEqual([
      undefined,
      undefined,
      0,
    ])
    expect(sandbox.events.list()).toEqual([])
  })
})

describe('401 and 404 (4.7)', () => {
  test('another account, another mode and an unknown id are not found; a public key is refused', async () => {
    const { client, sandbox } = setUp()
    await client.charge()
    const path = `/events/${sandbox.events.last()?.id}`
    for (const keys of [sandbox.live.keys, sandbox.createAccount().keys])
      expectError(await clientWith(sandbox, keys).get(path), 'not_found', { message: /was not found$/ })
    expectError(await client.get('/events/evnt_test_x'), 'not_found', {
      message: 'event evnt_test_x was not found',
    })
    expectError(await client.get('/charges/chrg_test_x/events'), 'not_found', { message: /^charge / })
    for (const key of ['public', 'none'])
      expectError(await client.get(path, {}, { key }), 'authentication_failure')
  })
})
