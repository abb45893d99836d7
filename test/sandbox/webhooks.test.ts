/** What tests hold in their hands: waiting without sleeping, and looking. */
import { describe, expect, vi } from 'vitest'
import { createSandbox, type Delivery, type Sandbox, type SandboxErrorCode } from '../../src/index'
import { makeClient } from '../support/client'
import { clientWith, later, setUp, start, test } from '../support/set-up'
import { refusalOf } from '../support/signed'
import { openSink, withSink } from '../support/sink'

const failure = (code: SandboxErrorCode, message: RegExp) =>
  expect.objectContaining({ name: 'SandboxError', code, message: expect.stringMatching(message) })

const soon = { timeoutMs: 20 }

describe('next', () => {
  test('returns each attempt once, whether it is past or still to come', async ({ sandbox, client }) => {
    sandbox.webhooks.onDelivery(() => 204)
    const coming = sandbox.webhooks.next()
    await client.charge()
    const [first, second] = [await coming, await sandbox.webhooks.next()]
    expect([first.key, second.key]).toEqual(['charge.create', 'charge.complete'])
    await client.customer()
    await sandbox.webhooks.settle()
    expect((await sandbox.webhooks.next()).key).toBe('customer.create')
    await expect(sandbox.webhooks.next('*', undefined, soon)).rejects.toEqual(
      failure('timed_out', /no webhook \*/),
    )
  })

  test('returns an attempt once also where the sandbox, its account and that account in test mode ask in turn', async ({
    sandbox,
    client,
  }) => {
    sandbox.webhooks.onDelivery(() => 204)
    await client.charge()
    await client.customer()
    await sandbox.webhooks.settle()
    const [account] = sandbox.accounts
    const keys = [
      (await sandbox.webhooks.next()).key,
      (await account?.webhooks.next())?.key,
      (await account?.test.webhooks.next())?.key,
    ]
    expect(keys).toEqual(['charge.create', 'charge.complete', 'customer.create'])
  })

  test('can select a kind of event and a record', async ({ sandbox, client }) => {
    sandbox.webhooks.onDelivery(() => undefined)
    const [a, b] = [await client.charge(), await client.charge()]
    const isOf = (id: string) => (delivery: Delivery) => delivery.event.data.id === id
    expect((await sandbox.webhooks.next('charge.*', isOf(b.id))).key).toBe('charge.create')
    expect((await sandbox.webhooks.next('charge.complete', isOf(b.id))).event.data.id).toBe(b.id)
    expect((await sandbox.webhooks.next('charge.complete')).event.data.id).toBe(a.id)
  })

  test('returns the whole attempt: request and answer', async ({ sandbox, client }) => {
    const seen: Request[] = []
    sandbox.webhooks.onDelivery((request) => {
      seen.push(request.clone())
      return new Response('no', { status: 422 })
    })
    await client.customer()
    const delivery = await sandbox.webhooks.next('customer.create')
    const [request] = seen
    expect(delivery).toMatchObject({
      object: 'webhook_delivery',
      uri: request?.url,
      status: 422,
      error: null,
      attempt: 1,
      delivered: false,
      retry_at: later(start, 60_000),
      created_at: start,
    })
    const body = await request?.text()
    expect(delivery.payload).toBe(body)
    expect(delivery.event).toEqual(JSON.parse(body ?? ''))
    expect(Object.fromEntries(request?.headers ?? [])).toEqual(delivery.headers)
    expect(
      refusalOf({ headers: delivery.headers, body: delivery.payload }, sandbox.webhooks.secret),
    ).toBeNull()
    expect(Object.isFrozen(delivery)).toBe(true)
  })

  test('returns a retry when the clock reaches it', async () => {
    const { sandbox, client } = await withSink({ script: [500, 200] })
    await client.customer()
    const retried = sandbox.webhooks.next('customer.create', ({ attempt }) => attempt === 2)
    await sandbox.clock.advance('1m')
    expect(await retried).toMatchObject({ status: 200, delivered: true })
  })

  test('returns an attempt of a running clock as time passes', async () => {
    const sandbox = createSandbox({ webhooks: { retry: [5] } })
    let calls = 0
    sandbox.webhooks.onDelivery(() => {
      calls += 1
      return calls === 1 ? 500 : 200
    })
    await makeClient(sandbox).customer()
    expect((await sandbox.webhooks.next('*', ({ attempt }) => attempt === 2)).status).toBe(200)
    await sandbox.close()
  })

  test('fails if no attempt comes, and names those that came', async () => {
    const { sink, sandbox, client } = await withSink({ script: [500] })
    await client.charge()
    await sandbox.clock.advance('1m')
    const waiting = sandbox.webhooks.next('refund.create', undefined, soon)
    await expect(waiting).rejects.toEqual(
      failure('timed_out', /^no webhook refund\.create that fits was delivered within 20 ms\n/),
    )
    const message = await waiting.then(
      () => '',
      (error: Error) => error.message,
    )
    expect(message.split('\n').slice(1)).toEqual([
      '  events: charge.create; charge.complete',
      `  deliveries: charge.create to ${sink.url} (500), 2 times; charge.complete to ${sink.url} (500), 2 times`,
      `  waiting for the clock: charge.create to ${sink.url}; charge.complete to ${sink.url}`,
      `  the clock shows ${later(start, 60_000)}`,
    ])
  })

  test('names the way out if there is no receiver', async ({ sandbox }) => {
    const waiting = sandbox.webhooks.next('charge.create', undefined, soon)
    await expect(waiting).rejects.toEqual(
      failure('timed_out', /events have no endpoint: give the option `webhook`/),
    )
  })

  test('fails with the error of a predicate, and refuses an invalid time', async ({ sandbox, client }) => {
    sandbox.webhooks.onDelivery(() => 200)
    await client.customer()
    const broken = sandbox.webhooks.next('*', () => {
      throw new RangeError('mine')
    })
    await expect(broken).rejects.toThrow(new RangeError('mine'))
    const timeoutMs = Number.NaN
    await expect(sandbox.webhooks.next('*', undefined, { timeoutMs })).rejects.toEqual(
      failure('invalid_duration', /timeoutMs is NaN/),
    )
  })

  test('starts again after a reset: the same seed gives the same deliveries', async ({ sandbox, client }) => {
    sandbox.webhooks.onDelivery(() => 200)
    await client.customer()
    const { id } = await sandbox.webhooks.next()
    sandbox.reset()
    await client.customer()
    expect((await sandbox.webhooks.next()).id).toBe(id)
  })

  test('works under the fake timers of a test', async ({ sandbox, client }) => {
    vi.useFakeTimers()
    try {
      sandbox.webhooks.onDelivery(() => 200)
      await client.customer()
      expect((await sandbox.webhooks.next()).status).toBe(200)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('settle', () => {
  test('returns at once without a receiver', async ({ sandbox, client }) => {
    await client.charge()
    await sandbox.webhooks.settle()
    expect(sandbox.webhooks.deliveries()).toEqual([])
  })

  test('also waits for deliveries that receivers cause', async ({ sandbox, client }) => {
    const keys: string[] = []
    sandbox.webhooks.onDelivery(async (request) => {
      const event = await request.json()
      keys.push(event.key)
      if (event.key === 'charge.complete') await client.refund(event.data.id, { amount: 100 })
    })
    await client.charge()
    await sandbox.webhooks.settle()
    expect(keys).toEqual(['charge.create', 'charge.complete', 'refund.create'])
  })

  test('waits for both modes of its account, and for no other account', async () => {
    const hanging = await openSink('hang')
    const { sandbox, client } = setUp({ webhooks: { timeoutMs: 60_000 } })
    const other = sandbox.createAccount()
    await clientWith(sandbox, other.keys).patch('/account', { webhook_uri: hanging.url })
    await clientWith(sandbox, other.keys).customer()
    const keys: string[] = []
    sandbox.live.webhooks.onDelivery(async (request) => void keys.push((await request.json()).key))
    await clientWith(sandbox, sandbox.live.keys).customer()
    await client.customer()
    await sandbox.webhooks.settle()
    expect(keys).toEqual(['customer.create'])
    await expect(other.webhooks.settle(soon)).rejects.toEqual(
      failure('timed_out', new RegExp(`unanswered: customer.create to ${hanging.url}`)),
    )
  })
})

describe('a key or pattern that fits no event is refused at once', () => {
  const wrong: [key: unknown, message: RegExp][] = [
    ['charge.complet', /^there is no event charge.complet: did you mean charge.complete\?$/],
    ['charg.*', /^there is no event charg\.\*: did you mean charge\.\*/],
    ['', /^there is no event : there are charge\.create, /],
    ['zzz', /^there is no event zzz: there are charge\.create, /],
    [7, /^there is no event 7: /],
  ]
  const calls = {
    'webhooks.next': ({ webhooks }: Sandbox, key: string) => webhooks.next(key),
    'events.waitFor': ({ events }: Sandbox, key: string) => events.waitFor(key),
  }
  const rows = Object.entries(calls).flatMap(([name, call]) =>
    wrong.map(([key, message]) => [name, key, message, call] as const),
  )
  test.each(rows)('%s(%j)', async (_, key, message, call) => {
    await expect(call(setUp().sandbox, key as string)).rejects.toEqual(failure('not_found', message))
  })

  const optionsFirst = { timeoutMs: 20 } as unknown
  test.each<[name: string, call: (sandbox: Sandbox) => Promise<unknown>]>([
    ['webhooks.next', ({ webhooks }) => webhooks.next('*', optionsFirst as never)],
    ['events.waitFor', ({ events }) => events.waitFor('charge.*', optionsFirst as never)],
  ])('%s() takes no options where its predicate goes', async (name, call) => {
    const message = `predicate: must be a function; options come after it: ${name}(key, undefined, { timeoutMs })`
    await expect(call(setUp().sandbox)).rejects.toMatchObject({ code: 'invalid_option', message })
  })

  test('next() takes no events about deliveries, which are never delivered', async () => {
    const { webhooks } = setUp().sandbox
    for (const key of ['webhooks.deliver', 'webhooks.*'])
      await expect(webhooks.next(key)).rejects.toEqual(failure('not_found', /is never delivered itself$/))
  })
})

describe('events.waitFor', () => {
  test('returns the newest matching event, or else the first one to come', async ({ sandbox, client }) => {
    const coming = sandbox.events.waitFor('charge.complete')
    const [a, b] = [await client.charge(), await client.charge()]
    expect((await coming).data.id).toBe(a.id)
    expect((await sandbox.events.waitFor('charge.complete')).data.id).toBe(b.id)
    expect((await sandbox.events.waitFor('charge.*', ({ data }) => data.id === a.id)).key).toBe(
      'charge.complete',
    )
  })

  test('returns events that come as time passes', async () => {
    const sandbox = createSandbox({ now: start, freeze: true })
    await makeClient(sandbox).authorized({ expires_at: later(start, 20) })
    sandbox.clock.resume()
    const { data } = await sandbox.events.waitFor('charge.update')
    expect(data).toMatchObject({ status: 'expired' })
    await sandbox.close()
  })

  test('never returns an undone event', async ({ sandbox, client }) => {
    const { id } = await client.charge()
    const coming = sandbox.events.waitFor('refund.create', undefined, soon)
    await client.post(`/charges/${id}/refunds`, { amount: 10_001 })
    await expect(coming).rejects.toEqual(failure('timed_out', /events: charge\.create; charge\.complete\n/))
  })

  test('works for live mode and for other accounts', async ({ sandbox }) => {
    const other = sandbox.createAccount()
    const coming = other.live.events.waitFor('customer.create')
    const customer = await clientWith(sandbox, other.live.keys).customer()
    expect((await coming).data.id).toBe(customer.id)
  })
})
