/** An account of a running sandbox, as tests with a browser have it (contract 19): over the control plane. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSandbox, type Sandbox } from '../../../src/index'
import { actions } from '../../../src/service/simulation/actions'
import { runningAccount, settledCopy } from '../../../src/suites/testing/playwright/running'
import { storyOf } from '../../../src/suites/testing/story/story'
import './matchers'

let far: Sandbox
let url: string

beforeEach(async () => {
  far = createSandbox({ accounts: 'auto', profile: 'omise' })
  url = (await far.listen({ port: 0 })).url
})
afterEach(() => far.close())

const charge = async (fields: Record<string, string>, authorization = far.authorization.secret) => {
  const body = new URLSearchParams({ amount: '100000', currency: 'thb', ...fields })
  const answer = await fetch(`${url}/charges`, { method: 'POST', headers: { authorization }, body })
  return answer.json()
}

const secretKey = 'skey_test_sandbox'

describe('a running account', () => {
  it('has the addresses and the keys of the sandbox', async () => {
    const { sandbox } = await runningAccount({ url: `${url}/`, secretKey })
    expect(sandbox).toMatchObject({ url, vaultUrl: far.vaultUrl, keys: far.keys })
    expect(sandbox.authorization).toEqual(far.authorization)
    expect(sandbox.webhooks.secret).toBe(far.webhooks.secret)
  })

  it('reads records, the journal and the balance', async () => {
    const { sandbox } = await runningAccount({ url, secretKey })
    const { id } = await charge({ card: far.token().id })
    expect(await sandbox.charges.last()).toEqual(far.charges.last())
    expect(await sandbox.charges.get(id)).toMatchObject({ status: 'successful' })
    expect(await sandbox.charges.count({ paid: false })).toBe(0)
    expect(await sandbox.balance()).toEqual(far.balance())
    expect(await sandbox.requests.list()).toEqual(far.requests.list())
    expect(await sandbox.requests.count({ path: '/charges*', status: 200 })).toBe(1)
    await sandbox.requests.clear()
    expect(await sandbox.requests.last()).toBeUndefined()
    await expect(Reflect.get(sandbox.charges, 'lst')()).rejects.toThrow(
      'sandbox.charges.lst is not a function',
    )
  })

  it('simulates each action that a sandbox has', async () => {
    const { sandbox } = await runningAccount({ url, secretKey })
    expect(Object.keys(sandbox.simulate).sort()).toEqual(Object.keys(actions).sort())
    for (const name of Object.keys(actions)) {
      const method: (id: string, given?: unknown) => unknown = Reflect.get(sandbox.simulate, name)
      const called = method('none', name === 'decideDispute' ? 'won' : undefined)
      // Wrong names of fields would be refused with those.
      await expect(called).rejects.toMatchObject({ code: 'not_found' })
    }
    const { id } = await charge({ 'source[type]': 'promptpay' })
    expect(await sandbox.simulate.failCharge(id, { failureCode: 'payment_cancelled' })).toMatchObject({
      failure_code: 'payment_cancelled',
    })
  })

  it('moves the clock', async () => {
    const { sandbox } = await runningAccount({ url, secretKey })
    await sandbox.clock.freeze()
    const { clock } = far
    expect(clock.frozen).toBe(true)
    expect(await sandbox.clock.advance('2d')).toEqual(clock.now())
    await sandbox.clock.set(new Date('2040-01-01T00:00:00Z'))
    expect((await sandbox.clock.now()).toISOString()).toBe('2040-01-01T00:00:00.000Z')
    await sandbox.clock.resume()
    expect(clock.frozen).toBe(false)
  })

  it('waits for webhooks, reads and resends them', async () => {
    const { sandbox } = await runningAccount({ url, secretKey })
    far.webhooks.onDelivery(() => 204)
    const coming = sandbox.webhooks.next('charge.create')
    await charge({ card: far.token().id })
    const delivery = await coming
    expect(delivery).toMatchObject({ key: 'charge.create', delivered: true })
    await sandbox.webhooks.settle()
    const [again] = await sandbox.webhooks.resend(delivery.event.id)
    expect(again).toMatchObject({ key: 'charge.create', delivered: true })
    expect(await sandbox.webhooks.deliveries({ key: 'charge.create' })).toHaveLength(2)
    await expect(sandbox.webhooks.next('refund.create', undefined, { timeoutMs: 1 })).rejects.toMatchObject({
      code: 'timed_out',
    })
  })

  it('plans faults of requests and of webhooks', async () => {
    const { sandbox } = await runningAccount({ url, secretKey })
    const fault = await sandbox.faults.add({
      path: '/charges',
      body: { currency: 'thb' },
      respond: { status: 503 },
    })
    await sandbox.faults.addWebhook({ event: 'charge.*', drop: true, times: 2 })
    expect(fault).toEqual(far.faults.list()[0])
    expect(await sandbox.faults.list()).toEqual(far.faults.list())
    await sandbox.faults.clear()
    expect(far.faults.list()).toEqual([])
  })

  it('is the one with the key, and a reset leaves the others alone', async () => {
    await charge({ card: 'none' }, `Basic ${btoa('skey_test_other:')}`)
    const { sandbox, reset } = await runningAccount({ url, secretKey: 'skey_test_other' })
    await charge({ card: far.token().id })
    await fetch(`${url}/customers`, {
      method: 'POST',
      headers: { authorization: sandbox.authorization.secret },
    })
    expect([await sandbox.customers.count(), await sandbox.charges.count()]).toEqual([1, 0])
    await reset()
    expect([await sandbox.customers.count(), await sandbox.requests.count()]).toEqual([0, 0])
    expect([far.charges.count(), far.requests.count({ account: 'acct_sandbox' })]).toEqual([1, 1])
  })

  it('is made by its key where the sandbox makes accounts', async () => {
    const { sandbox } = await runningAccount({ url, secretKey: 'skey_test_worker1' })
    expect(sandbox.keys).toEqual({ public: 'pkey_test_worker1', secret: 'skey_test_worker1' })
  })

  it('can be judged by matchers, after what is due was delivered', async () => {
    const { sandbox } = await runningAccount({ url, secretKey })
    far.webhooks.onDelivery(() => new Promise((resolve) => setTimeout(resolve, 50, 204)))
    await charge({ card: far.token().id })
    const copy: unknown = await Reflect.get(sandbox, settledCopy)()
    expect(copy).toHaveCharged({ amount: 100_000 })
    expect(copy).toHaveMadeRequests(['POST /charges'])
    await expect(copy).toHaveDelivered('charge.create')
  })

  it('tells its story, with the calls whose key is unknown', async () => {
    const { copy } = await runningAccount({ url, secretKey })
    far.faults.add({ path: '/refunds', drop: 'response' })
    await charge({}, `Basic ${btoa('pkey_test_5typo:')}`)
    await charge({ card: far.token().id })
    const texts = storyOf(await copy()).map(({ text }) => text)
    expect(texts).toEqual(storyOf(far).map(({ text }) => text))
    expect(texts.length).toBeGreaterThan(3)
  })

  it('tells only what happened since its reset, also of calls whose key is unknown', async () => {
    const { sandbox, copy, reset } = await runningAccount({ url, secretKey })
    const typo = `Basic ${btoa('pkey_test_5typo:')}`
    await charge({}, typo)
    await fetch(`${far.vaultUrl}/omise.js`)
    await reset()
    expect(storyOf(await copy()).map(({ text }) => text)).toEqual(['no request reached the sandbox'])
    await charge({}, typo)
    expect(storyOf(await copy())).toHaveLength(1)
    expect(await copy()).toHaveMadeRequests(['POST /charges'])
    await sandbox.requests.clear()
    expect(await sandbox.requests.count()).toBe(0)
  })

  it.each([
    [
      { secretKey: 'skey_5none' },
      { code: 'not_found', message: /has the secret key .*; there is skey_test_sandbox/ },
    ],
    [
      { url: 'http://127.0.0.1:9' },
      { code: 'unknown_host', message: /no sandbox answers at .*payment-sandbox serve/ },
    ],
  ])('says why it cannot be reached: %j', async (at, { code, message }) => {
    const failed = runningAccount({ url, secretKey, ...at })
    await expect(failed).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })
})
