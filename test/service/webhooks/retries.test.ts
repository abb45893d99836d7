/** What counts as delivered, and what happens when nothing does. */
import { describe, expect } from 'vitest'
import type { Sandbox } from '../../../src/index'
import { seal } from '../../../src/sandbox/snapshots/snapshot'
import { makeClient } from '../../support/client'
import { freePort } from '../../support/server'
import { later, plainSandbox, setUp, start, test } from '../../support/set-up'
import { type Line, openSink, withSink } from '../../support/sink'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
/** When each attempt is due, in ms after the first. */
const due = [0, 1, 6, 21, 81, 261, 621, 1341, 2781, 5661, 8541].map((minutes) => minutes * minute)

const attemptsOf = (sandbox: Sandbox) =>
  sandbox.webhooks
    .deliveries()
    .map(({ attempt, status, error, delivered }) => ({ attempt, status, error, delivered }))

describe('an answer (spec 6 rule 2)', () => {
  test.each([200, 201, 202, 204, 299])('of %i is a delivery', async (status) => {
    const { sink, sandbox, client } = await withSink({ script: [status] })
    await client.customer()
    await sandbox.clock.advance('8d')
    expect(attemptsOf(sandbox)).toEqual([{ attempt: 1, status, error: null, delivered: true }])
    expect(sink.received).toHaveLength(1)
  })

  test.each([400, 401, 404, 410, 429, 500, 503])('of %i is a failure, and is retried', async (status) => {
    const { sandbox, client } = await withSink({ script: [status, 200] })
    await client.customer()
    await sandbox.clock.advance('8d')
    expect(attemptsOf(sandbox)).toEqual([
      { attempt: 1, status, error: null, delivered: false },
      { attempt: 2, status: 200, error: null, delivered: true },
    ])
  })

  test.each([301, 302, 303, 307, 308])('of %i is not followed', async (status) => {
    const other = await openSink()
    const { sandbox, client } = await withSink({
      script: [{ status, headers: { location: other.url } }],
      webhooks: { retry: false },
    })
    await client.customer()
    await sandbox.webhooks.settle()
    expect(attemptsOf(sandbox)).toEqual([
      { attempt: 1, status, error: 'redirects are not followed', delivered: false },
    ])
    expect(other.received).toEqual([])
  })

  const silent: [name: string, line: Line, error: string, timeoutMs: number][] = [
    ['that never comes', 'hang', 'timeout', 30],
    ['that ends before it began', 'cut', 'connection closed', 5000],
  ]
  test.each(silent)('%s has the status null', async (_, line, error, timeoutMs) => {
    const { sandbox, client } = await withSink({ script: [line], webhooks: { timeoutMs, retry: false } })
    await client.customer()
    await sandbox.webhooks.settle()
    expect(attemptsOf(sandbox)).toEqual([{ attempt: 1, status: null, error, delivered: false }])
  })

  test('of an unreachable receiver has the status null: no server listens, or the name is unknown', async () => {
    const port = await freePort()
    const { sandbox, client } = setUp({
      webhook: [`http://127.0.0.1:${port}/`, 'http://nobody.invalid/'],
      webhooks: { retry: false },
    })
    await client.customer()
    await sandbox.webhooks.settle()
    const errors = sandbox.webhooks.deliveries().map(({ uri, status, error }) => [uri, status, error])
    expect(errors.sort()).toEqual([
      [`http://127.0.0.1:${port}/`, null, 'connection refused'],
      ['http://nobody.invalid/', null, 'host not found'],
    ])
  })

  test('with a long body is a delivery, whatever it says', async () => {
    const { sandbox, client } = await withSink({ script: [{ status: 200, body: 'x'.repeat(1_000_000) }] })
    await client.customer()
    await sandbox.webhooks.settle()
    expect(attemptsOf(sandbox)).toMatchObject([{ status: 200, delivered: true }])
  })
})

describe('retries (assumption webhook-retries)', () => {
  test('are made at their times on the virtual clock, signed anew, eleven attempts in all', async () => {
    const { sink, sandbox, client } = await withSink({ script: [500], signatureTime: 'virtual' })
    await client.customer()
    await sandbox.clock.advance('30d')
    const deliveries = sandbox.webhooks.deliveries()
    expect(deliveries.map(({ created_at }) => created_at)).toEqual(due.map((ms) => later(start, ms)))
    expect(deliveries.map(({ retry_at }) => retry_at)).toEqual([
      ...due.slice(1).map((ms) => later(start, ms)),
      null,
    ])
    expect(new Set(sink.received.map(({ event }) => event.id)).size).toBe(1)
    expect(new Set(sink.received.map(({ body }) => body)).size).toBe(1)
    expect(sink.received.map(({ headers }) => headers['service-signature-timestamp'])).toEqual(
      due.map((ms) => String((Date.parse(start) + ms) / 1000)),
    )
    expect(sandbox.snapshot().jobs.pending).toEqual([])
  })

  test.each([
    [false, [0]],
    [[], [0]],
    [
      ['10s', 5000, '1h'],
      [0, 10_000, 15_000, 15_000 + hour],
    ],
  ])('can be others: %j', async (retry, times) => {
    const { sandbox, client } = await withSink({ script: [500], webhooks: { retry } })
    await client.customer()
    await sandbox.clock.advance('30d')
    const made = sandbox.webhooks
      .deliveries()
      .map(({ created_at }) => Date.parse(created_at) - Date.parse(start))
    expect(made).toEqual(times)
  })

  test('continue in a sandbox that restores the state, none lost and none doubled', async () => {
    const { sink, sandbox, client } = await withSink({ script: [500] })
    await client.charge()
    await sandbox.clock.advance('2h')
    const before = sink.received.length
    const state: unknown = JSON.parse(JSON.stringify(sandbox))
    const copy = plainSandbox({ webhook: sink.url })
    copy.restore(state as ReturnType<Sandbox['snapshot']>)
    await copy.webhooks.settle()
    expect(sink.received).toHaveLength(before)
    await copy.clock.advance('30d')
    const byKey = copy.webhooks.deliveries().reduce<Record<string, number[]>>((all, { key, created_at }) => {
      all[key] = [...(all[key] ?? []), Date.parse(created_at) - Date.parse(start)]
      return all
    }, {})
    expect(byKey).toEqual({ 'charge.create': due, 'charge.complete': due })
    expect(sink.received).toHaveLength(2 * due.length)
    await copy.close()
  })

  test('due attempts in a restored state are sent', async () => {
    const { sandbox, client } = setUp({ webhook: 'http://127.0.0.1:9/' })
    await client.customer()
    const state: ReturnType<Sandbox['snapshot']> = JSON.parse(
      JSON.stringify(sandbox).replaceAll('http://127.0.0.1:9/', 'http://shop.example/'),
    )
    const copy = plainSandbox()
    const keys: string[] = []
    copy.webhooks.onDelivery(async (request) => void keys.push((await request.json()).key), {
      url: 'http://shop.example/',
    })
    copy.restore(seal(state))
    await copy.webhooks.settle()
    expect(keys).toEqual(['customer.create'])
    await copy.close()
  })
})

describe('the event about a delivery', () => {
  test('is webhooks.deliver for the first attempt and webhooks.retry for each later one, with the delivery', async () => {
    const { sink, sandbox, client } = await withSink({ script: [503, 'cut', 200] })
    await client.customer()
    await sandbox.clock.advance('1h')
    const attempts = sandbox.events.list(({ key }) => key.startsWith('webhooks.'))
    expect(attempts.map(({ key }) => key)).toEqual(['webhooks.deliver', 'webhooks.retry', 'webhooks.retry'])
    const object = 'webhook_delivery'
    const statuses = [503, null, 200]
    expect(attempts.map(({ data }) => data)).toMatchObject(statuses.map((status) => ({ object, status })))
    const [event] = sandbox.events.list({ key: 'customer.create' })
    expect(event?.webhook_deliveries).toEqual(attempts.map(({ data }) => data))
    expect(sink.keys).toEqual(['customer.create', 'customer.create', 'customer.create'])
    const { body } = await client.get(`/events/${event?.id}`)
    expect(body.webhook_deliveries).toEqual(event?.webhook_deliveries)
    expect(event?.webhook_deliveries[0]).toMatchObject({
      uri: sink.url,
      key: 'customer.create',
      payload: sink.received[0]?.body,
    })
  })

  test('does not change the ids of requests: a seed gives the same ids with and without receivers', async () => {
    const sink = await openSink(500, 200)
    const ids = async (sandbox: Sandbox) => {
      const client = makeClient(sandbox)
      const made = [await client.charge(), await client.customer()].map(({ id }) => id)
      await sandbox.clock.advance('1d')
      const seen = sandbox.events.list(({ key }) => !key.startsWith('webhooks.')).map(({ id }) => id)
      return [...made, ...seen, (await client.charge()).id]
    }
    const [withReceiver, alone] = [setUp({ webhook: sink.url }).sandbox, setUp().sandbox]
    expect(await ids(withReceiver)).toEqual(await ids(alone))
    expect(sink.received.length).toBeGreaterThan(3)
  })
})

test('events, and their deliveries with them, are kept for 90 days (spec 6 rule 4)', async () => {
  const { sandbox, client } = await withSink({ script: [500] })
  await client.customer()
  await sandbox.clock.advance(90 * day + 7 * day)
  await client.customer()
  await sandbox.webhooks.settle()
  expect(sandbox.webhooks.deliveries()).toHaveLength(1)
  expect(sandbox.snapshot().worlds['acct_sandbox/test']?.dispatches).toHaveLength(1)
})

test('an expired event removes its pending retries, also from a snapshot', async ({ sandbox, client }) => {
  sandbox.webhooks.onDelivery(() => new Response(null, { status: 500 }))
  await client.customer()
  await sandbox.clock.advance(3 * day)
  const tried = sandbox.webhooks.deliveries().length
  await sandbox.clock.advance(88 * day)
  await client.customer()
  await sandbox.webhooks.settle()
  expect(tried).toBeGreaterThan(8)
  expect(sandbox.webhooks.deliveries()).toHaveLength(1)
  const copy = plainSandbox()
  copy.restore(JSON.parse(JSON.stringify(sandbox)))
  expect(copy.webhooks.deliveries()).toEqual(sandbox.webhooks.deliveries())
  await copy.close()
})
