/** The connections of a proxy: what each side sends, how it ends, and what the client hears when it cannot begin. */
import { connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createAuthority } from '../../../src/node/authority'
import { startProxy } from '../../../src/node/forward'
import type { ProxyPlan } from '../../../src/node/https-proxy'
import { outerProxy } from '../../../src/node/outer-proxy'
import { socketPortOf } from '../../support/server'

const serve = (meet: (socket: Socket) => void): Promise<number> => socketPortOf(meet, { allowHalfOpen: true })

const proxyTo = async (plan: Partial<ProxyPlan>): Promise<number> => {
  const authority = await createAuthority()
  const proxy = await startProxy({
    route: () => 'elsewhere',
    servers: () => ({ api: new URL('http://127.0.0.1:1'), vault: new URL('http://127.0.0.1:1') }),
    certificate: () => authority.issue(['api.example.com']),
    outer: () => null,
    onHandshake: () => undefined,
    ...plan,
  })
  onTestFinished(() => proxy.close())
  return Number(new URL(proxy.url).port)
}

/** A connection to the proxy that says this. */
const say = (port: number, text: string): Socket => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.write(text)
  onTestFinished(() => void socket.destroy())
  return socket
}

/** All that comes until the other side has said everything. */
const heard = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    for (const end of ['end', 'close']) socket.once(end, () => resolve(text))
  })

const connectTo = (host: string): string => `CONNECT ${host} HTTP/1.1\r\nhost: ${host}\r\n\r\n`

test('a client that has said everything still gets the answer', async () => {
  const echo = await serve((socket) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.once('end', () => socket.end(`heard ${text}`))
  })
  const socket = say(await proxyTo({}), `${connectTo(`127.0.0.1:${echo}`)}ping`)
  socket.end()
  expect(await heard(socket)).toBe('HTTP/1.1 200 Connection Established\r\n\r\nheard ping')
})

test('a server that has said everything still gets the rest of the request', async () => {
  let rest: Promise<string> | null = null
  const server = await serve((socket) => {
    socket.end('early')
    rest = heard(socket)
  })
  const socket = say(await proxyTo({}), connectTo(`127.0.0.1:${server}`))
  expect(await heard(socket)).toMatch(/\r\n\r\nearly$/)
  socket.end('late')
  expect(await rest).toBe('late')
})

test('a server that breaks off ends the connection of the client, and the other way round', async () => {
  let reached: (socket: Socket) => void = () => undefined
  const first = new Promise<Socket>((resolve) => {
    reached = resolve
  })
  const breaking = await serve((socket) => void socket.resetAndDestroy())
  const waiting = await serve((socket) => reached(socket))
  const port = await proxyTo({})
  const client = say(port, connectTo(`127.0.0.1:${breaking}`)).on('error', () => undefined)
  await heard(client)
  const other = say(port, connectTo(`127.0.0.1:${waiting}`))
  const upstream = await first
  other.resetAndDestroy()
  await heard(upstream)
})

test.each([
  ['a host without a server', 'CONNECT 127.0.0.1:1', /^HTTP\/1\.1 502 .*cannot reach 127\.0\.0\.1:1: /s],
  ['a request without a host', 'CONNECT /', /^HTTP\/1\.1 400 .*CONNECT needs a host and a port/s],
  ['a host with a user', 'CONNECT a@b:443', /^HTTP\/1\.1 400 /],
  ['a request that is for a web server', 'POST /charges', /^HTTP\/1\.1 421 .*whole address/s],
  ['another protocol', 'GET ftp://127.0.0.1/', /^HTTP\/1\.1 421 /],
])('%s is refused, and the connection closed', async (_, line, answer) => {
  const socket = say(await proxyTo({}), `${line} HTTP/1.1\r\nhost: x\r\n\r\n`)
  expect(await heard(socket)).toMatch(answer)
})

test('a sandbox that has stopped ends the connection', async () => {
  const socket = say(
    await proxyTo({ route: () => 'api' }),
    `${connectTo('api.example.com:443')}GET / HTTP/1.1\r\n\r\n`,
  )
  expect(await heard(socket.on('error', () => undefined))).toBe('HTTP/1.1 200 Connection Established\r\n\r\n')
})

describe('where calls have to take a proxy already', () => {
  test('other hosts are reached through it, with its name and password', async () => {
    const lines: string[] = []
    const outer = await serve((socket) => {
      socket.once('data', (text) => {
        lines.push(...String(text).split('\r\n'))
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\nthrough')
      })
    })
    const port = await proxyTo({ outer: () => new URL(`http://shop:p%40ss@127.0.0.1:${outer}`) })
    const asked = 'GET http://shop.example/a?b=1 HTTP/1.1\r\nhost: shop.example\r\nconnection: close\r\n\r\n'
    const plain = say(port, asked)
    expect(await heard(plain)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*through/s)
    const tunnel = say(port, connectTo('shop.example:443'))
    expect(await heard(tunnel)).toBe('HTTP/1.1 200 Connection Established\r\n\r\nthrough')
    const proof = `proxy-authorization: Basic ${btoa('shop:p@ss')}`
    expect(lines.filter((line) => /^(?:GET |CONNECT |proxy-)/i.test(line))).toEqual([
      'GET http://shop.example/a?b=1 HTTP/1.1',
      proof,
      'CONNECT shop.example:443 HTTP/1.1',
      proof,
    ])
  })

  test('its refusal is passed on as 502', async () => {
    const outer = await serve((socket) => {
      socket.once('data', () =>
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n'),
      )
    })
    const port = await proxyTo({ outer: () => new URL(`http://127.0.0.1:${outer}`) })
    expect(await heard(say(port, connectTo('shop.example:443')))).toMatch(
      /^HTTP\/1\.1 502 .*cannot reach shop\.example: the proxy 127\.0\.0\.1:\d+ answered 407/s,
    )
  })

  test.each([
    ['https://shop.example/', { HTTPS_PROXY: 'http://proxy.example:3128' }, 'http://proxy.example:3128/'],
    ['http://shop.example/', { http_proxy: 'proxy.example:3128' }, 'http://proxy.example:3128/'],
    ['https://shop.example/', { HTTPS_PROXY: 'http://proxy.example', NO_PROXY: '.example' }, null],
    ['https://127.0.0.1:8443/', { HTTPS_PROXY: 'http://proxy.example' }, null],
    ['http://[::1]:8080/', { HTTP_PROXY: 'http://proxy.example' }, null],
    ['https://shop.example/', { HTTPS_PROXY: 'socks5://proxy.example' }, null],
    ['https://shop.example/', {}, null],
  ])('for %s with %j that is %s', (target, variables, proxy) => {
    for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'])
      for (const spelt of [name, name.toLowerCase()]) vi.stubEnv(spelt, undefined)
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
    expect(outerProxy(new URL(target))?.href ?? null).toBe(proxy)
  })
})
