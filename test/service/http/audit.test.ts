/** Contract 1: --audit. What breaks a rule of the books answers 500, is named, and is undone. */
import { describe, expect, test } from 'vitest'
import { createSandbox } from '../../../src/index'
import { seal } from '../../../src/sandbox/snapshots/snapshot'
import { buildApp } from '../../../src/service/http/app'
import { one, type Route } from '../../../src/service/http/route'
import type { OccasionName } from '../../../src/service/resources/event/keys'
import { createLink } from '../../../src/service/resources/link/operations'
import type { World } from '../../../src/service/world'
import { makeBackend } from '../../support/backend'
import { makeClient } from '../../support/client'
import { routeWith } from '../../support/routing'
import { setUp } from '../../support/set-up'

const tea = { amount: 10_000, currency: 'thb', title: 'Tea', description: 'Green' } as const

/** An operation that breaks a rule, as no operation of ours does. */
const breaking = (path: string, run: (world: World) => void): Route =>
  routeWith({
    method: 'post',
    path,
    run: ({ world }) => {
      const link = createLink(world, tea)
      run(world)
      return one('link', world.links.get(link.id) ?? link)
    },
  })

const used = breaking('/used', (world) => {
  const link = world.links.at(0)
  world.links.update(link, { usedAt: 1 })
})
const twice = breaking('/twice', (world) => {
  const emit = (key: OccasionName) => world.emit([key], 'charge', world.links.at(0), 'chrg_test_1')
  // The first may come again.
  for (let i = 0; i < 8; i += 1) emit(i < 4 ? 'charge.update' : 'charge.create')
})

/** It breaks a rule when it runs first, and none after that. */
const usedAtFirst = (): Route => {
  let runs = 0
  return breaking('/used-at-first', (world) => {
    runs += 1
    if (runs === 1) world.links.update(world.links.at(0), { usedAt: 1 })
  })
}

const app = (audit: boolean) => {
  const backend = makeBackend({ audit })
  const hono = buildApp([used, twice, usedAtFirst()])
  const post = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const request = new Request(`http://api.test${path}`, { method: 'POST', headers })
    const answer = await hono.fetch(request, { backend, incoming: { host: 'api' } })
    return [answer.status, ((await answer.json()) as { message?: string }).message]
  }
  return { post, world: backend.accounts.anyWorld }
}

describe('an operation that breaks a rule', () => {
  const rows: [path: string, message: RegExp][] = [
    ['/used', /^audit: link_test_\w+ was used: true, paid: false$/],
    ['/twice', /^audit: (?:chrg_test_1 has the event charge\.create twice(?:; |$)){3}$/],
  ]
  test.each(rows)('%s answers 500, is named, and has not happened', async (path, message) => {
    const { post, world } = app(true)
    expect(await post(path)).toEqual([500, expect.stringMatching(message)])
    expect([world.links.length, world.events.length]).toEqual([0, 0])
  })

  test('is not remembered for its idempotency key: a retry runs it again (spec 7.1, contract 5)', async () => {
    const { post, world } = app(true)
    const ask = () => post('/used-at-first', { 'idempotency-key': 'k' })
    expect(await ask()).toEqual([500, expect.stringMatching(/^audit: /)])
    for (const attempt of ['runs', 'is replayed']) {
      expect(await ask(), attempt).toEqual([200, undefined])
      expect(world.links.length).toBe(1)
    }
  })

  test('goes unnoticed without the option', async () => {
    const { post, world } = app(false)
    expect(await post('/used')).toEqual([200, undefined])
    expect(world.links.length).toBe(1)
  })
})

describe('books that do not add up, however they came to be so,', () => {
  const broken = () => {
    const sandbox = createSandbox({ audit: true, fixtures: ['first-sale'] })
    const { worlds, ...rest } = sandbox.snapshot()
    const { charges = [], ...rows } = worlds['acct_sandbox/test'] ?? {}
    const [first, ...others] = charges.map((charge) => ({ ...charge }))
    const wrong = [Object.assign(first ?? expect.fail('it has no charge'), { refundedAmount: 7 }), ...others]
    sandbox.restore(seal({ ...rest, worlds: { 'acct_sandbox/test': { ...rows, charges: wrong } } }))
    return sandbox
  }
  const fault = /audit: .*chrg_test_\w+ says 7 refunded, its refunds sum to 0/

  test('are named by the next request, which is undone', async () => {
    const client = makeClient(broken())
    expect(await client.post('/customers')).toMatchObject({
      status: 500,
      body: { message: expect.stringMatching(fault) },
    })
    expect((await client.get('/customers')).body.total).toBe(0)
  })

  test('make no snapshot, and are named at the end', async () => {
    const sandbox = broken()
    expect(() => sandbox.snapshot()).toThrow(fault)
    await expect(sandbox.close()).rejects.toThrow(fault)
    await expect(sandbox.fetch(sandbox.url)).rejects.toThrow('this sandbox was closed')
  })
})

test('no operation of the service breaks a rule', async () => {
  const { client, sandbox } = setUp({ audit: true })
  const { id } = await client.charge()
  await client.refund(id, { amount: 100 })
  await client.charge({ capture: false })
  const { id: card } = await client.token('4111111111140011')
  const declined = await client.post('/charges', { amount: 5000, currency: 'thb', card })
  const { id: waiting } = await client.charge({ source: { type: 'promptpay' }, card: undefined })
  const paid = await client.post(`/charges/${waiting}/mark_as_paid`)
  expect([declined.status, paid.status]).toEqual([402, 200])
  expect(sandbox.requests.count({ status: 500 })).toBe(0)
})
