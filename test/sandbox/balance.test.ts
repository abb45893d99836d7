/** The balance as a value, and the journal of one account: what a test looks at without a request of its own. */
import { describe, expect } from 'vitest'

import { clientWith, test } from '../support/set-up'

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

  test('is that of one account and mode', async ({ sandbox, client }) => {
    const other = sandbox.createAccount({ currency: 'jpy' })
    await client.charge({ amount: 100_000 })
    expect([sandbox.live.balance().total, other.balance().total]).toEqual([0, 0])
    expect(other.balance().currency).toBe('jpy')
    expect(sandbox.accounts[0]?.balance()).toEqual(sandbox.balance())
  })

  test('of live mode releases what is held when its time has come', async ({ sandbox }) => {
    await clientWith(sandbox, sandbox.live.keys).charge({ amount: 100_000 })
    expect(sandbox.live.balance().transferable).toBe(0)
    await sandbox.clock.advance('8d')
    expect(sandbox.live.balance().transferable).toBe(sandbox.live.balance().total)
  })
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

  test('are not to be had once a restore has removed the account', ({ sandbox }) => {
    const before = sandbox.snapshot()
    const other = sandbox.createAccount()
    const { requests, balance } = other
    sandbox.restore(before)
    for (const look of [() => requests.list(), () => balance(), () => other.requests])
      expect(look).toThrow(expect.objectContaining({ code: 'not_found' }))
  })
})
