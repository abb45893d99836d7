/** Receivers that break off, lie, flood or never end: each costs one attempt and nothing else. */
import type { Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { selfSigned } from '../../../src/node/authority'
import type { SandboxOptions } from '../../../src/options/config'
import { makeClient } from '../../support/client'
import { portOf, socketPortOf } from '../../support/server'
import { type SetUp, setUp } from '../../support/set-up'
import { openSink } from '../../support/sink'

/** A server that speaks for itself: `speak` is called when a request has come. */
const openSocket = async (speak: (socket: Socket) => void, host = '127.0.0.1'): Promise<string> => {
  const meet = (socket: Socket): void =>
    void socket.on('data', (data) => data.includes('\r\n\r\n') && speak(socket))
  const port = await socketPortOf(meet, { host })
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/hooks`
}

/** Continues as long as the other side listens. */
const flood = (socket: Socket, text: string): void => {
  const more = (): void => {
    while (!socket.destroyed && socket.write(text));
    if (!socket.destroyed) socket.once('drain', more)
  }
  more()
}

const say = (text: string) => (socket: Socket) => void socket.write(text)
const sayAndEnd = (text: string) => (socket: Socket) => void socket.end(text)
const ok = 'HTTP/1.1 200 OK\r\n'

type Row = readonly [
  name: string,
  speak: (socket: Socket) => void,
  status: number | null,
  error: RegExp | null,
  /** Nothing comes until the client is gone. */
  endless?: true,
]

const gzip = `${ok}Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nbomb`
const hints = `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${ok}Content-Length: 0\r\n\r\n`
const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: chat\r\nConnection: Upgrade\r\n\r\n'
const floods = (text: string) => (socket: Socket) => flood(socket.setNoDelay(), text)

const rows: readonly Row[] = [
  ['says half a status line and stops', say('HTTP/1.1 20'), null, /^timeout$/, true],
  ['says half of its headers and stops', say(`${ok}Content-`), null, /^timeout$/, true],
  ['says half a status line and hangs up', sayAndEnd('HTTP/1.1 20'), null, /./],
  ['hangs up without a word', (socket) => socket.destroy(), null, /^connection closed$/],
  ['resets the connection', (socket) => socket.resetAndDestroy(), null, /^connection closed$/],
  ['speaks no HTTP', sayAndEnd('220 mail.example ESMTP\r\n'), null, /./],
  ['never ends its headers', floods(`${ok}${'X-A: b\r\n'.repeat(9000)}`), null, /./],
  ['has said 200 and hangs up in the body', sayAndEnd(`${ok}Content-Length: 100\r\n\r\nhalf`), 200, null],
  ['never ends its body', floods(`${ok}\r\n${'x'.repeat(65_536)}`), 200, null],
  ['sends what is no gzip as gzip', sayAndEnd(gzip), 200, null],
  ['gives early hints first', sayAndEnd(hints), 200, null],
  ['would rather speak another protocol', sayAndEnd(upgrade), null, /./],
  ['says 304', sayAndEnd('HTTP/1.1 304 Not Modified\r\n\r\n'), 304, null],
  ['says 204 with a body', sayAndEnd('HTTP/1.1 204 None\r\nContent-Length: 2\r\n\r\nhi'), 204, null],
]

const networks: [network: string, listens: boolean][] = [
  ['called by fetch', false],
  ['called by the servers', true],
]

describe.each(networks)('a receiver, %s, that', (_, listens) => {
  const open = async (options: SandboxOptions): Promise<SetUp> => {
    const { sandbox } = setUp(options)
    if (listens) await sandbox.listen({ port: 0 })
    return { sandbox, client: makeClient(sandbox) }
  }

  /** A sandbox that has delivered one event to this address. */
  const delivered = async (webhook: string | string[], webhooks: SandboxOptions['webhooks'] = {}) => {
    const { sandbox, client } = await open({ webhook, webhooks: { retry: false, ...webhooks } })
    await client.customer()
    await sandbox.webhooks.settle()
    return sandbox
  }

  test.for(rows)('%s', async ([_, speak, status, error, endless]) => {
    const uri = await openSocket(speak)
    // An answer has to arrive in time, also on a busy machine; where none comes, any time will do.
    const timeoutMs = endless ? 100 : 20_000
    const { sandbox, client } = await open({ webhook: uri, webhooks: { timeoutMs, retry: false } })
    const good: string[] = []
    sandbox.webhooks.onDelivery(async (request) => void good.push((await request.json()).key))
    await client.customer()
    await sandbox.webhooks.settle()
    const [delivery, ...others] = sandbox.webhooks.deliveries({ uri })
    expect(others).toEqual([])
    expect(delivery?.status).toBe(status)
    if (error === null) expect(delivery?.error).toBeNull()
    else expect(delivery?.error).toMatch(error)
    expect(good).toEqual(['customer.create'])
    if (endless) return
    // The next one is not in its way.
    await client.customer()
    await sandbox.webhooks.settle()
    expect(sandbox.webhooks.deliveries({ uri })).toHaveLength(2)
  })

  test('has said its status and hangs in the body has answered', async () => {
    const [good, bad] = [
      await openSocket(say(`${ok}Content-Length: 100\r\n\r\nhalf`)),
      await openSocket(say('HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\n')),
    ]
    // The status has to arrive in time, also on a busy machine.
    const sandbox = await delivered([good, bad], { timeoutMs: 1000 })
    expect(sandbox.webhooks.deliveries({ uri: good })).toMatchObject([{ status: 200, error: null }])
    expect(sandbox.webhooks.deliveries({ uri: bad })).toMatchObject([{ status: 500, error: null }])
  })

  test('redirects to itself is called once an attempt', async () => {
    const sink = await openSink({ status: 307, headers: { location: '/webhooks' } })
    const sandbox = await delivered(sink.url)
    expect(sink.received).toHaveLength(1)
    expect(sandbox.webhooks.deliveries()).toMatchObject([
      { status: 307, error: 'redirects are not followed' },
    ])
  })

  test('has an IPv6 address is reached', async () => {
    const uri = await openSocket(sayAndEnd(`${ok}Content-Length: 0\r\n\r\n`), '::1')
    const sandbox = await delivered(uri)
    expect(sandbox.webhooks.deliveries()).toMatchObject([{ uri, status: 200 }])
  })

  test('asks for a name and a password in its address is given them as a header', async () => {
    const sink = await openSink()
    const uri = sink.url.replace('http://', 'http://shop:p%40ss@')
    const sandbox = await delivered(uri)
    expect(sandbox.webhooks.deliveries()).toMatchObject([{ uri, status: 200 }])
    const authorization = `Basic ${btoa('shop:p@ss')}`
    expect(sink.received[0]?.headers).toMatchObject({ authorization })
    expect(sandbox.webhooks.deliveries()[0]?.headers).toMatchObject({ authorization })
  })

  test('has a certificate of its own making is not trusted, and the delivery says so', async () => {
    const { createServer: createSecure } = await import('node:https')
    const server = createSecure(await selfSigned(['localhost', '127.0.0.1']), (_, response) => response.end())
    const sandbox = await delivered(`https://127.0.0.1:${await portOf(server)}/`)
    expect(sandbox.webhooks.deliveries()).toMatchObject([
      { status: null, error: expect.stringMatching(/^certificate not trusted/) },
    ])
  })
})

test('an endpoint that is an operation of the sandbox is refused: each event would make the next without end', async () => {
  const { sandbox, client } = setUp()
  const { url, close } = await sandbox.listen({ port: 0 })
  onTestFinished(close)
  const own = url.replace('http://', `http://${sandbox.keys.secret}:@`)
  await client.patch('/account', { webhook_uri: `${own}/customers` })
  await client.post('/customers', { email: 'buyer@example.com' })
  await expect.poll(() => sandbox.webhooks.deliveries().map(({ status }) => status)).toEqual([421])
  expect(sandbox.customers.count()).toBe(1)
  expect(sandbox.webhooks.deliveries()[0]?.answer).toMatch(/give webhooks the address of a receiver of yours/)
})
