/** Order and concurrency: a slow, dead or reset receiver disturbs only itself. */
import { describe, expect } from 'vitest'
import { createSandbox, type Sandbox } from '../../../src/index'
import { makeClient } from '../../support/client'
import { clientWith, day, plainSandbox, setUp, stateOf, test } from '../../support/set-up'
import { openSink, type Sink, withSink } from '../../support/sink'

const customers = async (sandbox: Sandbox, count: number): Promise<string[]> => {
  const headers = { authorization: sandbox.authorization.secret }
  const ids: string[] = []
  for (let i = 0; i < count; i += 1) {
    const answer = await sandbox.fetch(`${sandbox.url}/customers`, { method: 'POST', headers })
    ids.push((await answer.json()).id)
  }
  return ids
}

/** Resolves after `times` calls. */
const gate = (times: number) => {
  let open = (): void => undefined
  let left = times
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return {
    passed,
    call: () => {
      left -= 1
      if (left === 0) open()
    },
  }
}

/** The sink answers when the second gate is passed; the first says that something has come. */
const keepingWaiting = (sink: Sink) => {
  const [begun, held] = [gate(1), gate(1)]
  sink.script(async () => {
    begun.call()
    await held.passed
    return 200
  })
  return [begun, held] as const
}

describe('to one address (assumption webhook-order)', () => {
  test('events go in their order, one after the other', async () => {
    const { sink, sandbox } = await withSink()
    const ids = await customers(sandbox, 25)
    await sandbox.webhooks.settle()
    expect(sink.received.map(({ event }) => event.data.id)).toEqual(ids)
    expect(sink.widest).toBe(1)
  })

  test('events go one after the other also where hundreds wait, and each arrives', async () => {
    const { sink, sandbox } = await withSink()
    const ids = await customers(sandbox, 300)
    await sandbox.webhooks.settle({ timeoutMs: 25_000 })
    expect(sink.received.map(({ event }) => event.data.id)).toEqual(ids)
    expect(sink.widest).toBe(1)
  }, 30_000)

  test('events go one after the other while the clock moves, too', async () => {
    const [quick, slow] = [await openSink(), await openSink()]
    const { sandbox, client } = setUp({ webhook: [quick.url, slow.url] })
    slow.script(async () => {
      await new Promise((resolve) => setImmediate(resolve))
      return 200
    })
    for (let i = 0; i < 4; i += 1) await client.charge()
    await sandbox.clock.advance('1d')
    const keys = sandbox.events.list().filter(({ key }) => key.startsWith('charge.'))
    for (const sink of [quick, slow]) {
      expect(sink.received.map(({ event }) => event.id)).toEqual(keys.map(({ id }) => id))
      expect(sink.widest).toBe(1)
    }
  })

  test('a waiting retry does not delay later events', async () => {
    const { sink, sandbox, client } = await withSink({ script: [500, 200] })
    await client.charge()
    await client.customer()
    await sandbox.webhooks.settle()
    expect(sink.keys).toEqual(['charge.create', 'charge.complete', 'customer.create'])
    await sandbox.clock.advance('1m')
    expect(sink.keys.slice(3)).toEqual(['charge.create'])
  })
})

describe('a receiver that never answers', () => {
  test('delays neither the API nor the other receivers', async () => {
    const [dead, good] = [await openSink('hang'), await openSink()]
    const sandbox = plainSandbox({ webhook: [dead.url, good.url], webhooks: { timeoutMs: 60_000 } })
    const ids = await customers(sandbox, 30)
    while (good.received.length < 30) await sandbox.webhooks.next('*', ({ uri }) => uri === good.url)
    expect(good.received.map(({ event }) => event.data.id)).toEqual(ids)
    expect(dead.received).toHaveLength(1)
    await sandbox.close()
  })

  test('many of them leave a connection to each other address', async () => {
    const dead = await openSink('hang')
    const good = await openSink()
    const webhook = Array.from({ length: 40 }, (_, i) => `${dead.url}/${i}`)
    const sandbox = plainSandbox({ webhook: [...webhook, good.url], webhooks: { timeoutMs: 60_000 } })
    await customers(sandbox, 40)
    while (good.received.length < 40) await sandbox.webhooks.next('*', ({ uri }) => uri === good.url)
    expect(dead.widest).toBeLessThanOrEqual(64)
    await sandbox.close()
  })

  test('does not delay a close, and its unanswered attempts are still due', async () => {
    const dead = await openSink('hang')
    const sandbox = plainSandbox({ webhook: dead.url, webhooks: { timeoutMs: 60_000 } })
    await customers(sandbox, 2)
    const waiting = sandbox.webhooks.settle({ timeoutMs: 50 })
    await expect(waiting).rejects.toMatchObject({ code: 'timed_out' })
    await sandbox.close()
    const { dispatches } = sandbox.snapshot().worlds['acct_sandbox/test'] ?? {}
    expect(dispatches).toMatchObject([{ state: 'due' }, { state: 'due' }])
  })
})

describe('a reset or restore', () => {
  test('during a delivery: its result is not written into the new state', async () => {
    const { sink, sandbox, client } = await withSink()
    const [begun, held] = keepingWaiting(sink)
    const fresh = stateOf(sandbox)
    await client.charge()
    await begun.passed
    sandbox.reset()
    held.call()
    await sandbox.webhooks.settle()
    expect(stateOf(sandbox)).toBe(fresh)
    sink.script(200)
    await client.customer()
    await sandbox.webhooks.settle()
    expect(sandbox.webhooks.deliveries()).toMatchObject([{ key: 'customer.create', status: 200 }])
  })

  test('to a moment during a delivery: it is sent again, because its result is unknown', async () => {
    const { sink, sandbox, client } = await withSink()
    const [begun, held] = keepingWaiting(sink)
    await client.charge()
    await begun.passed
    const saved = sandbox.snapshot()
    sink.script(200)
    sandbox.restore(saved)
    held.call()
    await sandbox.webhooks.settle()
    expect(sink.keys).toEqual(['charge.create', 'charge.create', 'charge.complete'])
    expect(sandbox.webhooks.deliveries().map(({ key }) => key)).toEqual(['charge.create', 'charge.complete'])
  })

  test('while the clock moves: the move ends at the time of the new state', async () => {
    const { sink, sandbox, client } = await withSink()
    const [begun, held] = keepingWaiting(sink)
    await client.charge()
    const fresh = sandbox.clock.now()
    const moving = sandbox.clock.advance('30d')
    await begun.passed
    sandbox.reset()
    held.call()
    expect(await moving).toEqual(fresh)
    expect(await sandbox.clock.advance('1d')).toEqual(new Date(fresh.getTime() + day))
  })
})

test('a restore that removes an account waits for no receiver of it', async () => {
  const sink = await openSink('hang')
  const { sandbox } = setUp({ webhooks: { timeoutMs: 60_000 } })
  const saved = sandbox.snapshot()
  const other = sandbox.createAccount()
  const otherClient = clientWith(sandbox, other.keys)
  await otherClient.patch('/account', { webhook_uri: sink.url })
  await otherClient.customer()
  await expect.poll(() => sink.received).toHaveLength(1)
  sandbox.restore(saved)
  const before = sandbox.clock.now()
  expect(await sandbox.clock.advance('1d')).toEqual(new Date(before.getTime() + day))
})

describe('a restore of one account', () => {
  test('during a delivery: its result is not written, and other accounts continue', async () => {
    const [mine, theirs] = [await openSink(), await openSink()]
    const { sandbox, client } = setUp({ webhook: mine.url })
    const other = sandbox.createAccount()
    const otherClient = clientWith(sandbox, other.keys)
    await otherClient.patch('/account', { webhook_uri: theirs.url })
    const [begun, held] = [gate(2), gate(1)]
    for (const sink of [mine, theirs])
      sink.script(async () => {
        begun.call()
        await held.passed
        return 200
      })
    const saved = other.snapshot()
    await Promise.all([client.customer(), otherClient.customer()])
    await begun.passed
    other.restore(saved)
    held.call()
    await Promise.all([sandbox.webhooks.settle(), other.webhooks.settle()])
    expect(other.webhooks.deliveries()).toEqual([])
    expect(sandbox.webhooks.deliveries()).toMatchObject([{ key: 'customer.create', status: 200 }])
    expect(mine.keys).toEqual(['customer.create'])
  })

  test('to a moment with a due delivery: it is sent, and `next` returns it again', async () => {
    const { sandbox, client } = setUp()
    sandbox.webhooks.onDelivery(() => 200)
    const [account] = sandbox.accounts
    await client.customer()
    const saved = account?.snapshot()
    const first = await sandbox.webhooks.next('customer.create')
    if (saved !== undefined) account?.restore(saved)
    expect(await sandbox.webhooks.next('customer.create')).toMatchObject({ id: first.id, attempt: 1 })
    expect(sandbox.webhooks.deliveries()).toHaveLength(1)
  })
})

describe('a clock that moves', () => {
  test('records results in the order of the events and their addresses, not of the answers', async () => {
    const [slow, quick] = ['http://slow.example/', 'http://quick.example/']
    const { sandbox, client } = setUp({ webhook: [slow, quick] })
    sandbox.webhooks.onDelivery(() => new Promise((resolve) => setImmediate(resolve)), { url: slow })
    sandbox.webhooks.onDelivery(() => 204, { url: quick })
    await client.charge()
    await sandbox.clock.advance('1d')
    expect(sandbox.webhooks.deliveries().map(({ key, uri }) => `${key} ${uri}`)).toEqual([
      `charge.create ${slow}`,
      `charge.create ${quick}`,
      `charge.complete ${slow}`,
      `charge.complete ${quick}`,
    ])
  })

  test('delivers each event at its moment, before it moves on', async ({ sandbox, client }) => {
    const seen: string[] = []
    sandbox.webhooks.onDelivery(async (request) => {
      const { key, created_at } = await request.json()
      seen.push(`${key} ${created_at === sandbox.clock.now().toISOString()}`)
    })
    for (const days of [3, 1, 2])
      await client.authorized({
        expires_at: new Date(sandbox.clock.now().getTime() + days * day).toISOString(),
      })
    await sandbox.webhooks.settle()
    seen.length = 0
    await sandbox.clock.advance('10d')
    expect(seen).toEqual(['charge.update true', 'charge.update true', 'charge.update true'])
  })

  test('stops during a delivery, also a running clock', async () => {
    const sandbox = createSandbox({ now: '2026-01-15T09:00:00Z' })
    const client = makeClient(sandbox)
    const times: number[] = []
    sandbox.webhooks.onDelivery(async () => {
      times.push(sandbox.clock.now().getTime())
      const from = Date.now()
      while (Date.now() - from < 3);
      times.push(sandbox.clock.now().getTime())
    })
    await client.authorized({ expires_at: '2026-01-16T00:00:00Z' })
    await sandbox.webhooks.settle()
    times.length = 0
    const arrived = await sandbox.clock.advance('2d')
    expect(times).toEqual([Date.parse('2026-01-16'), Date.parse('2026-01-16')])
    expect(arrived.getTime()).toBeGreaterThanOrEqual(Date.parse('2026-01-17T09:00:00Z'))
    expect(sandbox.clock.frozen).toBe(false)
    const from = Date.now()
    while (Date.now() - from < 2);
    expect(sandbox.clock.now().getTime()).toBeGreaterThan(arrived.getTime())
    await sandbox.close()
  })

  test('ends with an error where a receiver answers every event with another', async () => {
    const { sandbox, client } = setUp()
    const { id } = await client.customer()
    const sent = { authorization: sandbox.authorization.secret, 'content-type': 'application/json' }
    let calls = 0
    sandbox.webhooks.onDelivery(async () => {
      calls += 1
      const asked = { method: 'PATCH', headers: sent, body: '{"description":"again"}' }
      await sandbox.fetch(`${sandbox.url}/customers/${id}`, asked)
    })
    await client.patch(`/customers/${id}`, { description: 'once' })
    await expect(sandbox.clock.advance('1d')).rejects.toMatchObject({ code: 'endless_events' })
    expect(calls).toBeGreaterThan(1000)
    sandbox.reset()
  })
})
