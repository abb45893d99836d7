import { describe, expect, onTestFinished, vi } from 'vitest'
import type { Records } from '../../src/index'
import { clientWith, setUp, test } from '../support/set-up'

const readers = ['cards', 'charges', 'customers', 'events', 'refunds', 'tokens', 'transactions'] as const

/** At least one record of every kind. */
const withAll = async () => {
  const context = setUp()
  const { id: customer } = await context.client.customer()
  const { id } = await context.client.charge({ customer })
  await context.client.refund(id, { amount: 1 })
  return context
}

const isFrozen = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every((member) => isFrozen(member)))

describe.each(readers)('sandbox.%s', (name) => {
  test('returns the records of the API, deeply frozen', async () => {
    const { sandbox } = await withAll()
    const reader: Records[typeof name] = sandbox[name]
    expect(reader.count()).toBeGreaterThan(0)
    expect(reader.list()).toHaveLength(reader.count())
    const last = reader.last()
    expect(reader.list().at(-1)).toEqual(last)
    expect(reader.get(last?.id ?? '')).toEqual(last)
    expect(reader.get('none')).toBeUndefined()
    expect(isFrozen(last)).toBe(true)
    for (const field of Object.keys(last ?? {})) expect(() => reader.count({ [field]: 0 })).not.toThrow()
  })

  test('is empty at first', ({ sandbox }) => {
    const reader: Records[typeof name] = sandbox[name]
    expect([reader.count(), reader.list(), reader.last()]).toEqual([0, [], undefined])
  })
})

describe('readers', () => {
  test('show a record as GET does', async () => {
    const { client, sandbox } = await withAll()
    // A card is at its customer.
    for (const name of readers.filter((name) => name !== 'cards')) {
      const record = sandbox[name].last()
      expect((await client.get(`/${name}/${record?.id}`)).body).toEqual(record)
    }
  })

  test('refuse a field that no record has, which would match nothing', ({ sandbox }) => {
    const misspelt = { stauts: 'successful' } as object
    for (const read of [() => sandbox.charges.count(misspelt), () => sandbox.live.charges.list(misspelt)])
      expect(read).toThrow('filter: no record has stauts: did you mean status?')
    expect(() => sandbox.events.list('charge.create' as never)).toThrow(
      'filter: must be an object of fields, or a function',
    )
  })

  test('know the fields of their records while there are none', async ({ client, sandbox }) => {
    const { webhookSecrets } = sandbox
    const secret = webhookSecrets.last()
    await client.delete(`/webhooks/secrets/${secret?.id}`)
    expect(webhookSecrets.last()).toBeUndefined()
    for (const field of Object.keys(secret ?? {})) expect(webhookSecrets.count({ [field]: 0 })).toBe(0)
    expect(() => webhookSecrets.count({ toString: 0 } as object)).toThrow(/^filter: no record has toString: /)
  })

  test('filter by equal fields, by a predicate, or not at all', async ({ client, sandbox }) => {
    for (const amount of [2000, 3000, 3000]) await client.charge({ amount, description: `of ${amount}` })
    await client.authorized()
    const { charges } = sandbox
    expect(charges.count()).toBe(4)
    expect(charges.count({})).toBe(4)
    expect(charges.count({ amount: 3000 })).toBe(2)
    expect(charges.count({ amount: 3000, paid: false })).toBe(0)
    expect(charges.list({ status: 'pending' }).map(({ amount }) => amount)).toEqual([10_000])
    expect(charges.list((charge) => charge.description?.startsWith('of') === true)).toHaveLength(3)
    expect(charges.count((charge) => charge.card?.brand === 'Visa')).toBe(4)
  })

  test('list in the order of creation, and a list stays as it was', async ({ client, sandbox }) => {
    const ids = [(await client.charge()).id, (await client.charge()).id]
    const listed = sandbox.charges.list()
    await client.patch(`/charges/${ids[0]}`, { description: 'changed' })
    await client.charge()
    expect(listed.map(({ id }) => id)).toEqual(ids)
    expect(listed[0]?.description).toBeNull()
    expect(sandbox.charges.get(ids[0] ?? '')?.description).toBe('changed')
  })

  test('belong to one account and mode', async ({ client, sandbox }) => {
    await client.charge()
    await clientWith(sandbox, sandbox.live.keys).charge()
    await clientWith(sandbox, sandbox.live.keys).charge()
    const { test: own } = sandbox.createAccount()
    expect([sandbox, sandbox.live, own].map(({ charges }) => charges.count())).toEqual([1, 2, 0])
    expect(sandbox.accounts[0]?.live.charges.last()).toEqual(sandbox.live.charges.last())
  })

  test('that exist before a restore show the records after it', async ({ client, sandbox }) => {
    const { charges } = sandbox
    const saved = sandbox.snapshot()
    await client.charge()
    sandbox.restore(saved)
    expect(charges.count()).toBe(0)
    await client.charge()
    expect(charges.count()).toBe(1)
  })

  test('show due changes without a request to the API', async ({ client, sandbox }) => {
    const { id } = await client.authorized()
    await sandbox.clock.advance('8d')
    expect(sandbox.charges.get(id)?.status).toBe('expired')
  })
})

// The balance as a value, and the journal of one account: what a test looks at without a request of its own.

describe('balance()', () => {
  test('is what GET /balance answers, frozen, and no request', async ({ sandbox, client }) => {
    await client.charge({ amount: 100_000 })
    const requests = sandbox.requests.count()
    const balance = sandbox.balance()
    expect(sandbox.requests.count()).toBe(requests)
    expect(balance).toEqual((await client.get('/balance')).body)
    expect(balance).toMatchObject({ total: 96_094, transferable: 96_094, currency: 'thb' })
    expect(Object.isFrozen(balance)).toBe(true)
  })
})

test('balance() is of now: what fell due meanwhile has happened', async () => {
  vi.useFakeTimers({ now: new Date('2026-01-15T09:00:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { sandbox, client } = setUp({ time: 'test', now: undefined, freeze: false })
  const { id: customer } = await client.customer()
  const daily = { every: 1, period: 'day', start_on: '2026-01-16', end_on: '2026-01-20' }
  await client.post('/schedules', { ...daily, charge: { customer, amount: 100_000 } })
  expect(sandbox.balance().total).toBe(0)
  vi.setSystemTime(new Date('2026-01-21T09:00:00Z'))
  expect(sandbox.balance().total).toBe(5 * 96_094)
})

describe('requests of an account', () => {
  test('are those made with its keys, one mode at a time', async ({ sandbox, client }) => {
    const other = sandbox.createAccount()
    await client.get('/charges')
    await clientWith(sandbox, other.keys).get('/refunds')
    await clientWith(sandbox, sandbox.live.keys).get('/events')
    const paths = [other, sandbox.live, sandbox].map(({ requests }) =>
      requests.list().map(({ path }) => path),
    )
    expect(paths).toEqual([['/refunds'], ['/events'], ['/charges', '/refunds', '/events']])
    expect(other.requests.list((request) => request.path !== '/refunds')).toEqual([])
    other.requests.clear()
    expect([other.requests.count(), sandbox.requests.count()]).toEqual([0, 2])
  })
})
