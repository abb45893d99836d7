import { describe, expect } from 'vitest'
import type { Charge } from '../../../src/index'
import { currentVersion } from '../../../src/service/versions/history'
import type { Answer } from '../../support/client'
import type { Params } from '../../support/form'
import { createRecipient } from '../../support/payouts'
import { clientWith, expectError, expectSuccess, savedState, stateOf, test } from '../../support/set-up'

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
const order = { amount: 10_000, currency: 'thb' } as const

const replayed = (answer: Answer<unknown>): boolean => answer.headers.get('idempotent-replayed') === 'true'

describe('200: the same key again (4.1 rule 4)', () => {
  test('performs nothing and returns the stored status and body', async ({ client, sandbox }) => {
    const params = { ...order, card: (await client.token()).id }
    const first = await client.post('/charges', params, keyed('a'))
    const state = stateOf(sandbox)
    await sandbox.clock.advance('1h')
    const second = await client.post('/charges', params, keyed('a'))
    expect([second.status, second.text]).toEqual([200, first.text])
    expect([replayed(first), replayed(second)]).toEqual([false, true])
    expect(second.headers.get('sandbox-warning')).toBeNull()
    expect(second.headers.get('service-version')).toBe(currentVersion)
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    expect(sandbox.charges.count()).toBe(1)
    expect(stateOf(sandbox).length).toBe(state.length)
  })

  test('also for PATCH, and for operations without parameters', async ({ client, sandbox }) => {
    const { id } = await client.authorized()
    for (let i = 0; i < 2; i += 1) {
      expectSuccess(await client.post(`/charges/${id}/capture`, undefined, keyed('capture')))
      expectSuccess(await client.patch(`/charges/${id}`, { description: 'x' }, keyed('patch')))
    }
    const keys = sandbox.events.list().map(({ key }) => key)
    expect(keys).toEqual(['charge.create', 'charge.update', 'charge.update'])
  })

  test('with other parameters too, but then a warning says so (contract 5)', async ({ client, sandbox }) => {
    const { id } = await client.charge()
    const first = await client.post(`/charges/${id}/refunds`, { amount: 100 }, keyed('r'))
    const second = await client.post(`/charges/${id}/refunds`, { amount: 200 }, keyed('r'))
    expect(second.text).toBe(first.text)
    expect(second.headers.get('sandbox-warning')).toMatch(/other parameters/)
    expect(sandbox.refunds.count()).toBe(1)
  })

  test('form and JSON of one request count as the same parameters', async ({ client }) => {
    const params = { email: 'a@example.com', description: 'same' }
    await client.post('/customers', params, keyed('enc'))
    const again = await client.post('/customers', params, { ...keyed('enc'), as: 'json' })
    expect([replayed(again), again.headers.get('sandbox-warning')]).toEqual([true, null])
  })

  describe('the same parameters, however they are written, bring no warning', () => {
    const order = { amount: 10_000, currency: 'thb', description: 'A', metadata: { n: 1, list: ['a', true] } }
    const metadata = { list: ['a', true], n: 1 }
    const otherOrder = { metadata, description: 'A', currency: 'thb', amount: 10_000 }
    const money = 'amount=10000&currency=thb&description=A'
    const appended = 'metadata[list][]=a&metadata[list][]=true&metadata[n]=1'
    const same: [name: string, body: string][] = [
      ['JSON', JSON.stringify(order)],
      ['JSON in another order, also within metadata', JSON.stringify(otherOrder)],
      ['JSON with spaces', JSON.stringify(order, null, 2)],
      ['numbers as text', JSON.stringify({ ...order, amount: '10000' })],
      ['a currency in upper case', JSON.stringify({ ...order, currency: 'THB' })],
      ['explicit nulls', JSON.stringify({ ...order, customer: null, ip: null })],
      ['a parameter that is ignored', JSON.stringify({ ...order, colour: 'red' })],
      ['a form', `${money}&metadata[n]=1&metadata[list][0]=a&metadata[list][1]=true`],
      ['a form in another order, with appended lists', `${appended}&${money}`],
    ]
    test.for(same)('%s', async ([_, text], { client }) => {
      const { id } = await client.token()
      const isJson = text.startsWith('{')
      const body = isJson ? JSON.stringify({ ...JSON.parse(text), card: id }) : `card=${id}&${text}`
      const contentType = isJson ? 'application/json' : 'application/x-www-form-urlencoded'
      const first = await client.post('/charges', { ...order, card: id }, { ...keyed('same'), as: 'json' })
      const again = await client.send('POST', '/charges', { ...keyed('same'), body, contentType })
      expect([again.status, again.text, replayed(again)]).toEqual([200, first.text, true])
      expect(again.headers.get('sandbox-warning')).toBeNull()
    })

    const other: [name: string, params: Params][] = [
      ['another amount', { ...order, amount: 10_001 }],
      ['a parameter more', { ...order, ip: '127.0.0.1' }],
      ['another word in metadata', { ...order, metadata: { n: 1, list: ['b', true] } }],
      ['a list in another order', { ...order, metadata: { n: 1, list: [true, 'a'] } }],
    ]
    test.for(other)('%s does', async ([_, params], { client }) => {
      const card = (await client.token()).id
      await client.post('/charges', { ...order, card }, { ...keyed('other'), as: 'json' })
      const again = await client.post('/charges', { ...params, card }, { ...keyed('other'), as: 'json' })
      expect([again.status, replayed(again)]).toEqual([200, true])
      expect(again.headers.get('sandbox-warning')).toMatch(/other parameters/)
    })

    test('parameters that were refused are compared as well', async ({ client }) => {
      const ask = (amount: number) => client.post('/charges', { amount, currency: 'thb' }, keyed('refused'))
      expect((await ask(1)).status).toBe(400)
      expect((await ask(1)).headers.get('sandbox-warning')).toBeNull()
      expect((await ask(2)).headers.get('sandbox-warning')).toMatch(/other parameters/)
    })
  })

  test('a trailing slash makes no other operation', async ({ client, sandbox }) => {
    await client.post('/customers', { description: 'x' }, keyed('slash'))
    const again = await client.post('/customers/', { description: 'x' }, keyed('slash'))
    expect([replayed(again), sandbox.customers.count()]).toEqual([true, 1])
  })

  test('survives snapshot and restore', async ({ client, sandbox }) => {
    const first = await client.post('/customers', {}, keyed('kept'))
    sandbox.restore(savedState(sandbox))
    expect((await client.post('/customers', {}, keyed('kept'))).text).toBe(first.text)
  })
})

describe('200: another operation', () => {
  test('another key, and the same one in another case', async ({ client, sandbox }) => {
    for (const key of ['a', 'b', 'A', 'a ', ' a']) await client.post('/customers', {}, keyed(key))
    expect(sandbox.customers.count()).toBe(3)
  })

  test('another path or method', async ({ client }) => {
    const one = await client.charge()
    const two = await client.charge()
    for (const { id } of [one, two]) {
      const refund = await client.post(`/charges/${id}/refunds`, { amount: 1 }, keyed('same'))
      const patch = await client.patch(`/charges/${id}`, { description: 'x' }, keyed('same'))
      expect([replayed(refund), replayed(patch)]).toEqual([false, false])
      expect(patch.body.id).toBe(id)
    }
  })

  test('another method of one path', async ({ client }) => {
    const { id } = await createRecipient(client)
    const verified = await client.post(`/recipients/${id}/verify`, undefined, keyed('same'))
    const again = await client.patch(`/recipients/${id}/verify`, undefined, keyed('same'))
    expect([replayed(verified), replayed(again)]).toEqual([false, false])
  })

  test('another account or mode', async ({ client, sandbox }) => {
    const clients = [sandbox.live.keys, sandbox.createAccount().keys].map((keys) => clientWith(sandbox, keys))
    for (const one of [client, ...clients])
      expect(replayed(await one.post('/customers', {}, keyed('same')))).toBe(false)
  })

  test('GET and DELETE ignore it (4.1 rule 4)', async ({ client }) => {
    const { id } = await client.customer()
    const read = () => client.get(`/customers/${id}`, {}, keyed('get'))
    await read()
    await client.patch(`/customers/${id}`, { description: 'new' })
    expect((await read()).body.description).toBe('new')
    expectSuccess(await client.delete(`/customers/${id}`, {}, keyed('del')))
    const again = await client.delete(`/customers/${id}`, {}, keyed('del'))
    expectError(again, 'invalid_customer', { message: /deleted/ })
  })
})

describe('4xx answers are remembered like others', () => {
  test('400, 404 and 422, although the reason is gone', async ({ client }) => {
    const { id } = await client.authorized()
    const ask = (path: string, params: Params, key: string) => client.post(path, params, keyed(key))
    const refund = await ask(`/charges/${id}/refunds`, {}, 'r')
    expectError(refund, 'not_refundable')
    await client.post(`/charges/${id}/capture`)
    const again = await ask(`/charges/${id}/refunds`, {}, 'r')
    expect([again.status, again.text, replayed(again)]).toEqual([422, refund.text, true])
    for (const [params, status] of [
      [{ amount: 'x' }, 400],
      [{ ...order, card: 'tokn_test_x' }, 404],
    ] as const) {
      const first = await ask('/charges', params, String(status))
      const second = await ask('/charges', params, String(status))
      expect([first.status, second.status, replayed(second)]).toEqual([status, status, true])
    }
  })

  test('402: the declined charge is made once', async ({ client, sandbox }) => {
    const params = { ...order, card: (await client.token('4111111111140011')).id }
    const first = await client.post('/charges', params, keyed('declined'))
    const second = await client.post<Charge>('/charges', params, keyed('declined'))
    expectError(second, 'insufficient_fund', { charge_id: sandbox.charges.last()?.id ?? 'none' })
    expect([second.text, replayed(second), sandbox.charges.count()]).toEqual([first.text, true, 1])
  })

  test('but not a 401 or 403, which is no answer to the operation', async ({ client, sandbox }) => {
    const byOther = await client.post('/customers', {}, { ...keyed('auth'), key: 'public' })
    expectError(byOther, 'authentication_failure')
    sandbox.accounts[0]?.update({ locked: true })
    expectError(await client.post('/customers', {}, keyed('auth')), 'locked_account_error')
    sandbox.accounts[0]?.update({ locked: false })
    expect(replayed(await client.post('/customers', {}, keyed('auth')))).toBe(false)
  })
})
