/** Contract 17: no client of the process gets past an interception. */

import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import net, { type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import tls from 'node:tls'
import axios from 'axios'
import got from 'got'
import nodeFetch from 'node-fetch'
import superagent from 'superagent'
import * as undici from 'undici'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSandbox } from '../../../src/index'
import { entriesIn } from '../../../src/pages/docs/content'
import { topicOf } from '../../../src/pages/docs/topics'
import { intercept } from '../../../src/suites/intercept/intercept'
import { callAll, callRefused } from '../../runtimes/forms.mjs'
import { setTrap } from '../../runtimes/trap.mjs'
import { docsSource } from '../../support/docs'
import { portOf, serverOf, socketPortOf } from '../../support/server'
import { makeSandbox } from '../../support/set-up'
import { headersOf, intercepted, loadOmise, own } from './intercepted'

const errorOf = (emitter: { once(event: 'error', listener: (error: unknown) => void): unknown }) =>
  new Promise<NodeJS.ErrnoException>((resolve) => emitter.once('error', (error) => resolve(error as Error)))

describe('a call to a mapped host', () => {
  const named: string[] = []

  test('is answered in every form of every client: nothing is looked up, nothing connected', async () => {
    const packages = { undici, axios, got, nodeFetch, superagent, omise: loadOmise() }
    const sandbox = intercepted('omise')
    const endTrap = setTrap()
    const outcomes = await callAll(packages, headersOf(sandbox))
    named.push(...Object.keys(outcomes))
    expect(endTrap()).toEqual([])
    expect(outcomes).toEqual(Object.fromEntries(Object.keys(outcomes).map((name) => [name, 200])))
    expect(sandbox.requests.count()).toBe(Object.keys(outcomes).length)
  })

  test('is refused where it cannot be answered, by an error of its own', async () => {
    const sandbox = intercepted('omise')
    const endTrap = setTrap()
    const outcomes = await callRefused(headersOf(sandbox))
    named.push(...Object.keys(outcomes))
    expect(endTrap()).toEqual([])
    for (const [name, outcome] of Object.entries(outcomes))
      expect(outcome, name).toBe('ERR_PAYMENT_SANDBOX_UNREACHABLE')
    expect(sandbox.requests.count()).toBe(0)
  })

  test('by each of these clients has a row in the table of the documentation', () => {
    const { sections } = topicOf('interception', docsSource())
    const clients = sections.filter(({ id }) => id === 'clients')
    const rows = clients.flatMap(entriesIn).flatMap(({ name }) => name.split(', '))
    expect(named.filter((name) => !rows.some((row) => name.startsWith(row)))).toEqual([])
    expect(rows.filter((row) => !named.some((name) => name.startsWith(row)))).toEqual([])
  })

  test('that is refused says by which client, and the way out', async () => {
    intercepted('omise')
    const socket = await errorOf(new net.Socket().connect(443, 'api.omise.co'))
    expect(socket.message).toMatch(/api\.omise\.co:443 by a net\.Socket of its own.*call tls\.connect\(\)/)
    const seen: (string | undefined)[] = []
    const proxy = http.createServer().on('connect', ({ url }) => seen.push(url))
    const dispatcher = new undici.ProxyAgent(`http://127.0.0.1:${await portOf(proxy)}`)
    const tunnel = await undici.request('https://api.omise.co/', { dispatcher }).catch((error) => error)
    expect(tunnel.code).toBe('ERR_PAYMENT_SANDBOX_UNREACHABLE')
    expect(seen).toEqual([])
    expect(tunnel.message).toMatch(/api\.omise\.co:443 by undici through a proxy.*exec --intercept/)
  })

  test('is answered by undici without a dispatcher where the environment names a proxy', async () => {
    const proxy = 'http://proxy.invalid:3128'
    vi.stubEnv('no_proxy', 'mine.example')
    const before = undici.getGlobalDispatcher()
    undici.setGlobalDispatcher(new undici.EnvHttpProxyAgent({ httpProxy: proxy, httpsProxy: proxy }))
    onTestFinished(() => {
      undici.setGlobalDispatcher(before)
      vi.unstubAllEnvs()
    })
    const headers = headersOf(intercepted('omise'))
    const endTrap = setTrap()
    const urls = ['https://api.omise.co/account', 'http://api.omise.co/account']
    for (const url of urls) expect((await undici.request(url, { headers })).statusCode).toBe(200)
    const neighbour = undici.request('https://www.omise.co/')
    await expect(neighbour).rejects.toMatchObject({ code: 'ERR_PAYMENT_SANDBOX_UNMAPPED_HOST' })
    expect(endTrap()).toEqual([])
    expect(process.env.no_proxy).toBe('mine.example')
    // Other calls go to the proxy as before.
    await expect(undici.request('http://other.invalid/')).rejects.toMatchObject({ hostname: 'proxy.invalid' })
  })

  test('does not go over a connection that undici has kept from before', async () => {
    const seen: string[] = []
    const url = await serverOf((request, answer) => {
      seen.push(request.url ?? '')
      answer.end('{}')
    })
    const { port } = new URL(url)
    const pool = new undici.Pool(`http://api.example.com:${port}`, {
      connections: 1,
      connect: (_, done) => {
        const socket: Socket = net.connect(Number(port), '127.0.0.1', () => done(null, socket))
      },
    })
    onTestFinished(() => pool.destroy())
    const ask = async (path: string) => (await pool.request({ method: 'GET', path })).body.text()
    await ask('/before')
    intercepted()
    const error = await ask('/during').catch((e) => e)
    expect(error).toMatchObject({ code: 'ERR_PAYMENT_SANDBOX_UNREACHABLE' })
    expect(error.message).toContain('close that dispatcher first')
    expect(seen).toEqual(['/before'])
  })

  test('ends at its abort or timeout, by undici with a dispatcher of its own', async () => {
    const { faults, authorization } = intercepted()
    faults.add({ path: '/account', delayMs: 60_000, times: 2 })
    const dispatcher = new undici.Agent()
    const headers = { authorization: authorization.secret }
    const ask = (options: object) =>
      undici.request('https://api.example.com/account', { dispatcher, headers, ...options })
    await expect(ask({ signal: AbortSignal.timeout(20) })).rejects.toThrow('aborted due to timeout')
    await expect(ask({ headersTimeout: 20 })).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' })
  })

  test.each([
    ['net.connect', () => net.connect(80, 'api.example.com')],
    ['tls.connect', () => tls.connect(443, 'api.example.com')],
    [
      'a connection that stays half open',
      () => net.connect({ port: 80, host: 'api.example.com', allowHalfOpen: true }),
    ],
  ])('is answered where the client ends its side after the request, by %s', async (_, connect) => {
    const sandbox = intercepted()
    sandbox.faults.add({ path: '/account', delayMs: 20 })
    const { authorization } = headersOf(sandbox)
    const socket = connect()
    socket.end(`GET /account HTTP/1.1\r\nhost: api.example.com\r\nauthorization: ${authorization}\r\n\r\n`)
    const said = await text(socket)
    expect(said).toMatch(/^HTTP\/1.1 200 OK\r\n/)
    expect(said).toContain('"object":"account"')
    if (!socket.closed) await once(socket, 'close')
  })

  test('happens once where a client sends several over one connection', async () => {
    const sandbox = intercepted()
    const client = new undici.Client('https://api.example.com', { pipelining: 10 })
    const headers = headersOf(sandbox)
    const calls = Array.from({ length: 10 }, (_, i) =>
      client.request({ method: 'GET', path: `/customers?limit=${i + 1}`, headers }),
    )
    const answers = await Promise.all(calls.map(async (call) => (await call).body.json()))
    expect(answers.map((answer) => (answer as { limit: number }).limit)).toEqual(calls.map((_, i) => i + 1))
    expect(sandbox.requests.count()).toBe(10)
  })
})

test.each(['net.Socket', 'dns.lookup', 'tls.connect', 'undici'])(
  'a neighbour of a mapped host is refused by name, by %s',
  async (name) => {
    intercepted()
    const { default: dns } = await import('node:dns')
    const host = 'other.example.com'
    const dispatcher = new undici.Agent()
    const errors: Record<string, () => Promise<unknown>> = {
      'net.Socket': () => errorOf(new net.Socket().connect(443, host)),
      'dns.lookup': () => dns.promises.lookup(host).catch((error) => error),
      'tls.connect': () => errorOf(tls.connect(443, host)),
      undici: () => undici.request(`https://${host}/`, { dispatcher }).catch((error) => error),
    }
    expect(await errors[name]?.()).toMatchObject({
      code: 'ERR_PAYMENT_SANDBOX_UNMAPPED_HOST',
      message: expect.stringContaining(host),
    })
  },
)

describe('other hosts', () => {
  test('are refused by undici with a dispatcher of its own where others are', async () => {
    intercepted({ ...own, others: 'refuse' })
    const endTrap = setTrap()
    const dispatcher = new undici.Agent()
    for (const url of ['https://other.example.org/', 'http://other.example.org:8080/']) {
      const error = await undici.request(url, { dispatcher }).catch((e) => e)
      expect(error).toMatchObject({ code: 'ERR_PAYMENT_SANDBOX_UNMAPPED_HOST' })
    }
    expect(endTrap()).toEqual([])
  })

  test('get connections of other protocols, also with others: refuse and a mapped localhost', async () => {
    intercepted({ api: 'localhost', others: 'refuse' })
    const port = await socketPortOf((socket) => void socket.end('a database'))
    const socket = net.connect(port, 'localhost')
    const [data] = await once(socket, 'data')
    expect(String(data)).toBe('a database')
    // No name of any machine, so what fails is the look-up, which was made.
    const error = await errorOf(net.connect(5432, 'database.invalid'))
    expect(error).toMatchObject({ syscall: 'getaddrinfo', hostname: 'database.invalid' })
  })

  test('answer over HTTP/2 as before', async () => {
    intercepted()
    const server = http2.createServer((_, answer) => void answer.end('mine'))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const session = http2.connect(`http://127.0.0.1:${(server.address() as net.AddressInfo).port}`)
    const stream = session.request({ ':path': '/' })
    expect(String((await once(stream, 'data'))[0])).toBe('mine')
    session.close()
    server.close()
  })
})

describe('after an interception', () => {
  test.each(['HTTP/1.1', 'HTTP/2'])(
    'a client of undici reaches the next sandbox, over %s',
    async (version) => {
      const client = new undici.Client('https://api.example.com', { allowH2: version === 'HTTP/2' })
      for (const _ of [1, 2]) {
        const sandbox = createSandbox()
        const { stop } = intercept(sandbox, own)
        const { statusCode, body } = await client.request({
          method: 'GET',
          path: '/account',
          headers: headersOf(sandbox),
        })
        await body.dump()
        stop()
        await sandbox.close()
        expect([statusCode, sandbox.requests.count()]).toEqual([200, 1])
      }
    },
  )

  test('a session of HTTP/2 ends once its calls are answered', async () => {
    const sandbox = makeSandbox()
    const { stop } = intercept(sandbox, own)
    const session = http2.connect('https://api.example.com')
    const begun = session.request({ ':path': '/account', ...headersOf(sandbox) })
    await once(session, 'connect')
    stop()
    const [{ ':status': status }] = await once(begun, 'response')
    begun.resume()
    await once(session, 'close')
    expect(status).toBe(200)
  })

  test('a connection that was not used reaches the sandbox of the next one', async () => {
    const first = createSandbox()
    const { stop } = intercept(first, own)
    const socket = net.connect(80, 'api.example.com')
    await once(socket, 'connect')
    stop()
    await first.close()
    const second = intercepted()
    const { authorization } = headersOf(second)
    socket.write(`GET /account HTTP/1.1\r\nhost: api.example.com\r\nauthorization: ${authorization}\r\n\r\n`)
    expect(await text(socket)).toContain('HTTP/1.1 200 OK')
    expect(second.requests.count()).toBe(1)
  })

  test('a connection that was not used is closed', async () => {
    const { stop } = intercept(makeSandbox(), own)
    const socket = net.connect(80, 'api.example.com')
    await once(socket, 'connect')
    stop()
    await once(socket, 'close')
  })

  test('an agent that keeps its connections reaches the host itself', async () => {
    const port = await portOf(http.createServer((_, answer) => answer.end('mine')))
    const agent = new http.Agent({ keepAlive: true })
    const ask = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = { host: 'localhost', port, path: '/account', agent }
        http.get(options, (answer) => resolve(answer.resume().statusCode)).on('error', reject)
      })
    const { stop } = intercept(makeSandbox(), { api: `localhost:${port}` })
    expect(await ask()).toBe(401)
    stop()
    expect(await ask()).toBe(200)
    agent.destroy()
  })
})
