/** Contract 4: GET /_sandbox/stream, what happens as server-sent events. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, vi } from 'vitest'
import type { Sandbox } from '../../src/index'
import * as events from '../../src/service/resources/event/record'
import { type Client, makeClient } from '../support/client'
import { type EventStream, readEvents } from '../support/event-stream'
import { clientWith, makeSandbox, plainSandbox, setUp, stateOf, test } from '../support/set-up'

/** One event and one request. */
const make = async (client: Client): Promise<string> => (await client.post('/customers')).body.id

const open = async (
  { fetch, url }: Pick<Sandbox, 'fetch' | 'url'>,
  query = '',
  headers: Record<string, string> = {},
): Promise<EventStream> => readEvents(await fetch(`${url}/_sandbox/stream${query}`, { headers }))

test('a message is rendered once for all readers', async () => {
  const { client, sandbox } = setUp()
  const readers = [await open(sandbox), await open(sandbox), await open(sandbox)]
  await make(client)
  const rendered = vi.spyOn(events, 'renderEvent')
  onTestFinished(() => rendered.mockRestore())
  const messages = await Promise.all(readers.map((reader) => reader.next()))
  expect(new Set(messages.map((message) => JSON.stringify(message))).size).toBe(1)
  expect(rendered.mock.calls.length).toBeLessThanOrEqual(1)
})

describe('the stream sends', () => {
  test('events and requests in the order in which they happened, as the API and the journal show them', async () => {
    const { client, sandbox } = setUp()
    const stream = await open(sandbox)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const charge = await client.charge()
    expect(await stream.next()).toMatchObject({ event: 'request', data: { host: 'vault', path: '/tokens' } })
    const [created, completed] = [await stream.next(), await stream.next()]
    const account = 'acct_sandbox'
    expect([created, completed]).toMatchObject(
      sandbox.events.list().map((event) => ({ event: 'event', data: { account, ...event } })),
    )
    expect(completed?.data).toMatchObject({ key: 'charge.complete', data: { id: charge.id } })
    const { duration, ...entry } = sandbox.requests.last() ?? expect.fail('no request')
    expect(await stream.next()).toMatchObject({
      event: 'request',
      data: { ...entry, duration_ms: duration },
    })
  })

  test('an event in the version that the account had, as the API shows it', async ({ client, sandbox }) => {
    await client.patch('/account', { api_version: '2017-11-02' })
    const stream = await open(sandbox, '?only=events')
    await make(client)
    const { account: _, ...sent } = (await stream.next())?.data ?? {}
    expect(sent).toMatchObject({ created: sandbox.events.last()?.created_at })
    const shown = await client.get(`/events/${sandbox.events.last()?.id}`)
    expect(sent).toEqual(shown.body)
  })

  test('each attempt to deliver, with the event about it', async ({ client, sandbox }) => {
    sandbox.webhooks.onDelivery(() => 503)
    const stream = await open(sandbox, '?only=deliveries')
    await make(client)
    await sandbox.webhooks.settle()
    await sandbox.clock.advance('10m')
    const [first, second] = [await stream.next(), await stream.next()]
    expect([first, second]).toMatchObject([
      {
        event: 'delivery',
        data: { account: 'acct_sandbox', livemode: false, key: 'customer.create', attempt: 1, status: 503 },
      },
      { event: 'delivery', data: { attempt: 2, delivered: false } },
    ])
    expect(first?.data.event).toBe(sandbox.events.list()[0]?.id)
  })

  test('moves of the clock, once each, and every reset and restore', async ({ sandbox }) => {
    const stream = await open(sandbox)
    const saved = sandbox.snapshot()
    const other = sandbox.createAccount()
    await sandbox.clock.advance('1d')
    sandbox.clock.resume()
    sandbox.clock.freeze()
    sandbox.restore(saved)
    sandbox.reset()
    expect(await stream.next()).toMatchObject({
      event: 'clock',
      data: { now: '2026-01-16T09:00:00.000Z', frozen: true },
    })
    expect(await stream.next()).toMatchObject({ event: 'clock', data: { frozen: false } })
    expect(await stream.next()).toMatchObject({ event: 'clock', data: { frozen: true } })
    const all = { event: 'reset', data: { account: null, now: '2026-01-15T09:00:00.000Z', frozen: true } }
    expect([await stream.next(), await stream.next()]).toMatchObject([all, all])
    const made = sandbox.createAccount()
    made.reset()
    expect([other.id, (await stream.next())?.data.account]).toEqual([expect.any(String), made.id])
  })

  test('nothing about undone changes, and nothing about reads', async () => {
    const { client, sandbox } = setUp({ audit: true })
    const stream = await open(sandbox)
    const before = stateOf(sandbox)
    await client.post('/charges', { amount: 1 })
    expect(stateOf(sandbox)).toBe(before)
    expect(await stream.next()).toMatchObject({ event: 'request', data: { status: 400, events: [] } })
  })

  test('neither card numbers nor keys', async () => {
    const number = '4539578763621486'
    const { client, sandbox } = setUp()
    const stream = await open(sandbox, '?only=requests')
    const card = { number, name: 'A', expiration_month: 1, expiration_year: 2030 }
    await client.post('/tokens', { card }, { host: 'vault' })
    const text = JSON.stringify(await stream.next())
    expect(text).toContain('************1486')
    for (const secret of [number, sandbox.keys.secret]) expect(text).not.toContain(secret)
  })
})

describe('a subscription selects', () => {
  test.for([
    ['?only=requests', ['request', 'request']],
    ['?only=events', ['event', 'event']],
    ['?only=events,clock', ['event', 'clock', 'event', 'clock']],
    ['?only=resets', ['reset']],
  ] as const)('%s', async ([query, kinds], { client, sandbox }) => {
    const stream = await open(sandbox, query)
    for (let i = 0; i < 2; i += 1) {
      await make(client)
      await sandbox.clock.advance('1m')
    }
    sandbox.reset()
    expect(await stream.kinds(kinds.length)).toEqual(kinds)
  })

  test('of one account, of one mode, or of all', async ({ client, sandbox }) => {
    const other = sandbox.createAccount()
    const [all, one, live] = [
      await open(sandbox, '?only=events'),
      await open(sandbox, `?only=events,resets&account=${other.id}`),
      await open(sandbox, '?only=requests&livemode=true'),
    ]
    await make(client)
    await make(clientWith(sandbox, other.keys))
    await make(clientWith(sandbox, sandbox.live.keys))
    const accounts = [await all.next(), await all.next(), await all.next()].map((sent) => sent?.data.account)
    expect(accounts).toEqual(['acct_sandbox', other.id, 'acct_sandbox'])
    expect((await one.next())?.data).toMatchObject({ account: other.id, livemode: false })
    expect((await live.next())?.data).toMatchObject({ account: 'acct_sandbox', livemode: true })
    other.reset()
    expect(await one.next()).toMatchObject({ event: 'reset', data: { account: other.id } })
  })

  test.each([
    ['?only=everything', 422, 'only[0]: must be of requests, events, deliveries, clock, resets'],
    ['?only=', 422, 'only[0]: must be of requests'],
    ['?livemode=perhaps', 422, 'livemode: must be true or false'],
    ['?account=acct_nobody', 404, 'there is no account acct_nobody'],
    ['?colour=red', 422, 'colour: has no meaning here'],
  ])('%s is %d', async (query, status, message) => {
    const { fetch, url } = makeSandbox()
    const answer = await fetch(`${url}/_sandbox/stream${query}`)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({
      error: expect.objectContaining({ message: expect.stringContaining(message) }),
    })
  })
})

describe('Last-Event-ID', () => {
  const comeBack = (sandbox: Sandbox, id: string): Promise<EventStream> =>
    open(sandbox, '?only=events', { 'last-event-id': id })

  test('continues after the message with this id, however many messages followed', async () => {
    const { client, sandbox } = setUp()
    const stream = await open(sandbox)
    await make(client)
    const { id = '' } = (await stream.next()) ?? {}
    await stream.leave()
    const made = [await make(client), await make(client)]
    const again = await comeBack(sandbox, id)
    const messages = [await again.next(), await again.next()].map((sent) => sent?.data.data)
    expect(messages).toMatchObject(made.map((id) => ({ id })))
  })

  test('is there before the first message', async ({ client, sandbox }) => {
    const stream = await open(sandbox, '?only=resets')
    sandbox.reset()
    await stream.next()
    const { lastId } = stream
    await stream.leave()
    const made = await make(client)
    expect((await (await comeBack(sandbox, lastId)).next())?.data).toMatchObject({
      data: { id: made },
    })
  })

  test.each([
    ['of another sandbox', 'aaaaaaaa-1'],
    ['that is malformed', 'first'],
    ['that is empty', ''],
  ])('an id %s gets a message about the gap, and then the next events', async (_, id) => {
    const { client, sandbox } = setUp()
    const stream = await comeBack(sandbox, id)
    expect(await stream.next()).toMatchObject({ event: 'missed', data: { message: expect.any(String) } })
    await make(client)
    expect(await stream.next()).toMatchObject({ event: 'event', data: { key: 'customer.create' } })
  })
})

describe('the stream ends', () => {
  test('in one process: with the sandbox, or earlier when its reader leaves', async () => {
    const sandbox = plainSandbox()
    const client = makeClient(sandbox)
    const [one, other] = [await open(sandbox), await open(sandbox)]
    await one.leave()
    await make(client)
    await sandbox.close()
    expect(await other.kinds(3)).toEqual(['event', 'request', 'the end'])
  })

  test('over sockets: an open stream does not delay a server that stops, and the sandbox stays open', async () => {
    const { client, sandbox } = setUp()
    const listening = await sandbox.listen({ port: 0 })
    const stream = await open({ fetch, url: listening.url })
    const inside = await open(sandbox)
    const id = await make(client)
    expect(await stream.next()).toMatchObject({ event: 'event', data: { data: { id } } })
    await listening.close()
    expect(await stream.kinds(2)).toEqual(['request', 'the end'])
    expect(await inside.kinds(2)).toEqual(['event', 'request'])
  })

  test('a client that stopped reading does not delay the close of a sandbox', async () => {
    const sandbox = plainSandbox()
    const client = makeClient(sandbox)
    const { url } = await sandbox.listen({ port: 0 })
    const stuck = connect(Number(new URL(url).port), '127.0.0.1')
    onTestFinished(() => void stuck.destroy())
    await once(stuck, 'connect')
    stuck.pause()
    stuck.write('GET /_sandbox/stream HTTP/1.1\r\nhost: localhost\r\n\r\n')
    const sound = await open({ fetch, url }, '?only=resets')
    const metadata = { long: 'x'.repeat(14_000) }
    for (let i = 0; i < 200; i += 1) await client.post('/customers', { metadata })
    await sandbox.close()
    expect(await sound.next()).toBeNull()
  })
})
