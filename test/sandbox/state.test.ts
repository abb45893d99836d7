import { describe, expect } from 'vitest'
import { createSandbox, type Snapshot } from '../../src/index'
import { stateVersion } from '../../src/sandbox/snapshots/version'
import { makeClient } from '../support/client'
import {
  clientWith,
  day,
  expectError,
  expectSuccess,
  later,
  plainSandbox,
  savedState,
  setUp,
  start,
  stateOf,
  test,
} from '../support/set-up'

test('a snapshot is plain JSON, frozen, and does not change later', async ({ client, sandbox }) => {
  await client.charge()
  const saved = sandbox.snapshot()
  const text = JSON.stringify(saved)
  await client.charge()
  expect(JSON.stringify(saved)).toBe(text)
  expect(JSON.parse(text)).toEqual(saved)
  expect(JSON.stringify(sandbox)).toBe(JSON.stringify(sandbox.snapshot()))
})

describe('restore', () => {
  test('restores records, keys, jobs and the clock, any number of times', async ({ client, sandbox }) => {
    const { id } = await client.authorized()
    await sandbox.clock.advance('6d')
    const saved = sandbox.snapshot()
    for (let i = 0; i < 2; i += 1) {
      await sandbox.clock.advance('1d')
      expect(sandbox.charges.get(id)?.status).toBe('expired')
      await client.charge()
      sandbox.accounts[0]?.update({ locked: true })
      sandbox.restore(saved)
      expect(sandbox.clock.now().toISOString()).toBe(later(start, 6 * day))
      expect(sandbox.charges.get(id)?.status).toBe('pending')
      expectSuccess(await client.get('/charges'))
      expect(JSON.stringify(sandbox.snapshot())).toBe(JSON.stringify(saved))
    }
  })

  test('continues from the snapshot: the same requests give the same answers again', async () => {
    const { client, sandbox } = setUp()
    await client.charge()
    const saved = sandbox.snapshot()
    const first = await client.charge({ description: 'after' })
    sandbox.restore(saved)
    expect(await client.charge({ description: 'after' })).toEqual(first)
  })

  test('accepts a snapshot that went through JSON, also into another sandbox', async () => {
    const { client, sandbox } = setUp()
    const customer = await client.customer()
    const copy = plainSandbox()
    copy.restore(JSON.parse(JSON.stringify(sandbox)))
    expect(stateOf(copy)).toBe(stateOf(sandbox))
    expect((await makeClient(copy).charge({ customer: customer.id })).paid).toBe(true)
    expect(sandbox.charges.count()).toBe(0)
  })

  test('of an earlier time removes later accounts with all their records', async ({ sandbox }) => {
    const saved = sandbox.snapshot()
    const account = sandbox.createAccount()
    const theirs = clientWith(sandbox, account.keys)
    await theirs.charge()
    sandbox.restore(saved)
    expectError(await theirs.get('/charges'), 'authentication_failure')
    expect(sandbox.accounts.map(({ id }) => id)).not.toContain(account.id)
    expect(() => account.test).toThrow(expect.objectContaining({ code: 'not_found' }))
    expect(() => account.update({ locked: true })).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  const whole = () => savedState(plainSandbox())
  const other = /it is not a state of payment-sandbox; take one with snapshot\(\)/
  const edited = /it was changed after it was saved: .*write a fixture/
  const version = new RegExp(
    `of the format, and this payment-sandbox reads version ${stateVersion}: use it with the payment-sandbox that saved it`,
  )
  const broken: [name: string, make: () => unknown, why: RegExp][] = [
    ['nothing', () => null, other],
    ['a text', () => 'snapshot', other],
    ['an empty object', () => ({}), other],
    ['another format', () => ({ ...whole(), format: 'another' }), other],
    ['a format that is no text', () => ({ ...whole(), format: { toString: 1 } }), other],
    [
      'another version',
      () => ({ ...whole(), version: stateVersion - 1 }),
      new RegExp(`it has version ${stateVersion - 1}`),
    ],
    ['a later version', () => ({ ...whole(), version: stateVersion + 1 }), version],
    ['no version', () => ({ ...whole(), version: undefined }), /it has no version/],
    ['no digest', () => ({ ...whole(), digest: undefined }), /a part of it is missing: it has no digest/],
    ['another digest', () => ({ ...whole(), digest: '0'.repeat(64) }), edited],
    ['another clock', () => ({ ...whole(), clock: { offset: 0, frozenAt: null } }), edited],
    ['no jobs', () => ({ ...whole(), jobs: undefined }), edited],
    ['no accounts', () => ({ ...whole(), accounts: {} }), edited],
    ['a note beside the rest', () => ({ ...whole(), note: 'mine' }), edited],
    ['a copy of a snapshot with other ids', () => ({ ...plainSandbox().snapshot(), ids: 7 }), edited],
  ]
  test.for(broken)('refuses %s and changes nothing', async ([_, make, why], { client, sandbox }) => {
    await client.charge()
    const before = stateOf(sandbox)
    expect(() => sandbox.restore(make() as Snapshot)).toThrow(
      expect.objectContaining({ code: 'invalid_snapshot', message: expect.stringMatching(why) }),
    )
    expect(stateOf(sandbox)).toBe(before)
  })

  test('accepts what went through a structured clone, as between workers', async ({ client, sandbox }) => {
    await client.charge()
    const copy = plainSandbox()
    copy.restore(structuredClone(sandbox.snapshot()))
    expect(stateOf(copy)).toBe(stateOf(sandbox))
  })

  test('accepts JSON of metadata with any names', async ({ client, sandbox }) => {
    await client.post('/customers', {
      metadata: JSON.parse('{"__proto__":{"b":1,"a":[2]},"10":1,"9":2,"é":""}'),
    })
    const copy = plainSandbox()
    copy.restore(savedState(sandbox))
    expect(stateOf(copy)).toBe(stateOf(sandbox))
  })
})

describe('an account that a restore took away', () => {
  test('leaves nothing behind that breaks a recording or another restore', async ({ sandbox }) => {
    const before = sandbox.snapshot()
    const state = stateOf(sandbox)
    const account = sandbox.createAccount()
    await makeClient(sandbox, account).charge()
    const between = sandbox.snapshot()
    sandbox.restore(before)
    expect(await sandbox.record()).toHaveProperty('fixture')
    expect(stateOf(sandbox)).toBe(state)
    sandbox.restore(between)
    expect(sandbox.account(account.id)?.test.charges.count()).toBe(1)
    sandbox.restore(before)
    expect(stateOf(sandbox)).toBe(state)
  })
})

describe('reset', () => {
  test('restores the initial state, including the clock', async () => {
    const { client, sandbox } = setUp({ accounts: [{}] })
    const before = stateOf(sandbox)
    await client.authorized()
    sandbox.createAccount()
    sandbox.accounts[1]?.update({ locked: true })
    await sandbox.clock.advance('30d')
    sandbox.clock.resume()
    sandbox.reset()
    expect(stateOf(sandbox)).toBe(before)
    expect([sandbox.clock.frozen, sandbox.clock.now().toISOString()]).toEqual([true, start])
  })

  test('without `now`, sets the clock to the time of the machine', async () => {
    const sandbox = createSandbox()
    await sandbox.clock.advance('30d')
    sandbox.clock.freeze()
    sandbox.reset()
    expect(sandbox.clock.frozen).toBe(false)
    expect(Math.abs(sandbox.clock.now().getTime() - Date.now())).toBeLessThan(60_000)
  })

  test('with `now`, restarts a running clock there', async () => {
    const sandbox = createSandbox({ now: start })
    await sandbox.clock.advance('30d')
    sandbox.reset()
    const passed = sandbox.clock.now().getTime() - Date.parse(start)
    expect([sandbox.clock.frozen, passed >= 0, passed < 60_000]).toEqual([false, true, true])
  })

  test('and restore: servers keep working', async ({ sandbox }) => {
    const { url, close } = await sandbox.listen({ port: 0 })
    const client = makeClient({ fetch, url, vaultUrl: sandbox.vaultUrl, keys: sandbox.keys })
    await client.charge()
    const saved = sandbox.snapshot()
    sandbox.reset()
    expect((await client.get('/charges')).body.total).toBe(0)
    expect(sandbox.url).toBe(url)
    sandbox.restore(saved)
    expect((await client.get('/charges')).body.total).toBe(1)
    await close()
  })
})

test('GET /_sandbox/state returns the state at the time of the request', async ({ sandbox, client }) => {
  for (let i = 0; i < 300; i += 1) await client.customer({ description: 'ก'.repeat(200) })
  const state = savedState(sandbox)
  const answer = await sandbox.fetch(`${sandbox.url}/_sandbox/state`)
  await client.customer()
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await answer.json()).toEqual(state)
})
