/** Spec 7: too many requests, with the four headers; contract 1: --rate-limit. */
import { expect, test } from 'vitest'
import { clientWith, expectError, setUp } from '../../support/set-up'

const rates = (headers: Headers) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)))

test('a key has a limit per minute; further requests are 429 until the minute is over', async () => {
  const { client, sandbox } = setUp({ rateLimit: 2, now: '2026-01-15T09:00:20Z' })
  const reset = Date.parse('2026-01-15T09:01:00Z') / 1000
  expect(rates((await client.get('/charges')).headers)).toEqual([2, 1, reset])
  expect(rates((await client.get('/charges')).headers)).toEqual([2, 0, reset])
  const over = await client.post('/customers')
  expectError(over, 'too_many_requests')
  expect([...rates(over.headers), over.headers.get('retry-after')]).toEqual([2, 0, reset, '40'])
  expect(sandbox.customers.count()).toBe(0)
  await sandbox.clock.advance('40s')
  expect((await client.post('/customers')).status).toBe(200)
})

test('each key, mode and account has its own limit; requests to the vault count too', async () => {
  const { client, sandbox } = setUp({ rateLimit: 1 })
  const other = sandbox.createAccount()
  await client.token()
  expect((await client.get('/charges')).status).toBe(200)
  expect((await clientWith(sandbox, sandbox.live.keys).get('/charges')).status).toBe(200)
  expect((await clientWith(sandbox, other.keys).get('/charges')).status).toBe(200)
  expectError(await client.get('/charges'), 'too_many_requests')
})

test('a refused request with an idempotency key is not remembered', async () => {
  const { client, sandbox } = setUp({ rateLimit: 1 })
  const headers = { 'idempotency-key': 'k' }
  await client.get('/charges')
  expectError(await client.post('/customers', {}, { headers }), 'too_many_requests')
  await sandbox.clock.advance('1m')
  expect((await client.post('/customers', {}, { headers })).headers.get('idempotent-replayed')).toBeNull()
})

test('the limit is part of the state, and off by default', async () => {
  const { client, sandbox } = setUp({ rateLimit: 1 })
  const saved = sandbox.snapshot()
  await client.get('/charges')
  sandbox.restore(saved)
  expect((await client.get('/charges')).status).toBe(200)
  expect(rates((await setUp().client.get('/charges')).headers)).toEqual([0, 0, 0])
})
