/** Contract 4 and 5: who may drive a sandbox. */
import { hostname, networkInterfaces } from 'node:os'
import { describe, expect } from 'vitest'
import type { Sandbox } from '../../src/index'
import { makeSandbox, test } from '../support/set-up'
import { keepAlive } from '../support/socket'

interface Asking {
  readonly method?: string
  readonly body?: string
  readonly path?: string
}

/** Moves the clock, as a page elsewhere might wish to. */
const move: Asking = { method: 'POST' }
const read = (path: string): Asking => ({ path })
/** The same by a tool for agents (contract 14). */
const tool: Asking = {
  method: 'POST',
  path: '/mcp',
  body: JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'move_clock', arguments: { advance: '1d' } },
  }),
}
const ofTools = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const cross = { 'sec-fetch-site': 'cross-site' }
const link = { ...cross, ...visit }
const bare = { ...cross, 'sec-fetch-mode': 'no-cors' }
const plain = { 'content-type': 'text/plain' }
const evil = 'https://evil.example'
const rebound = { host: 'evil.example' }
const shop = 'http://localhost:3000'

type Headers = Readonly<Record<string, string>>

/** `<own>` means the host and port of the server. Default of what is asked: to move the clock. */
type Row = readonly [allowed: boolean, name: string, headers: Headers, asking?: Asking]

const hosts: readonly Row[] = [
  [true, 'its own address', {}],
  [true, 'localhost', { host: 'localhost:4111' }],
  [true, 'localhost in capitals', { host: 'LOCALHOST' }],
  [true, 'localhost with the dot of a complete name', { host: 'localhost.:4111' }],
  [true, 'a name below localhost', { host: 'shop.localhost:4111' }],
  [true, 'another address of the loopback', { host: '127.0.0.2:4111' }],
  [true, 'an address of the loopback in short', { host: '127.1' }],
  [true, 'the loopback of IPv6', { host: '[::1]:4111' }],
  [false, 'a name that leads here (DNS rebinding)', rebound],
  [false, 'a name that leads here, of whose page it is', { ...rebound, origin: 'http://evil.example' }],
  [false, 'a name that leads here, forwarded for ours', { ...rebound, 'x-forwarded-host': 'localhost' }],
  [false, 'a name that begins like one of ours', { host: 'localhost.evil.example' }],
  [false, 'a name that ends like one of ours', { host: 'evillocalhost' }],
  [false, 'a name with two dots at its end', { host: 'localhost..' }],
  [false, 'another address', { host: '10.0.0.1:4111' }],
  [false, 'another address of IPv6', { host: '[2001:db8::1]:4111' }],
  [false, 'a user before our name', { host: 'evil@localhost' }],
  [false, 'our name as a user', { host: 'localhost@evil.example' }],
  [false, 'our name as a path', { host: 'evil.example/localhost' }],
  [false, 'our name in percent signs', { host: '%6cocalhost' }],
  [false, 'a port that is none', { host: 'localhost:evil' }],
]

const pages: readonly Row[] = [
  [true, 'its own page', { origin: 'http://<own>', 'sec-fetch-site': 'same-origin' }],
  [true, 'its own page, in capitals', { origin: 'HTTP://<own>' }],
  [
    true,
    'its own page by the name it was asked for',
    { host: 'localhost:4111', origin: 'http://localhost:4111' },
  ],
  [true, 'a person who types the address', { 'sec-fetch-site': 'none', ...visit }, read('/state')],
  [true, 'a program', { 'sec-fetch-mode': 'cors' }],
  [
    true,
    'a program that upgrades',
    { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' },
  ],
  [true, 'its own page, by its Referer alone', { referer: 'http://<own>/_sandbox/' }],
  [false, 'a page on another port of localhost', { origin: shop }],
  [false, 'a page on another port, of the same site', { origin: shop, 'sec-fetch-site': 'same-site' }],
  [false, 'a page on another port, without Origin', { 'sec-fetch-site': 'same-site' }, read('/state')],
  [false, 'a page of localhost where the address was asked for', { origin: 'http://localhost:4111' }],
  [false, 'a page at a bare address', { origin: 'http://203.0.113.5' }],
  [false, 'a page of another site', { origin: evil }],
  [false, 'a page of another site that forwards our name', { origin: evil, 'x-forwarded-host': '<own>' }],
  [false, 'a page whose name begins like ours', { origin: 'http://localhost.evil.example' }],
  [false, 'a page with a user in its address', { origin: 'http://localhost@evil.example' }],
  [false, 'a page of two origins', { origin: 'http://<own>, https://evil.example' }],
  [false, 'a page without an origin', { origin: 'null' }],
  [false, 'a page of a file', { origin: 'file://' }],
  [false, 'a page of an extension', { origin: 'chrome-extension://abcdefghijklmnop' }],
  [false, 'a page that says that it is ours', { origin: 'http://<own>', 'sec-fetch-site': 'cross-site' }],
  [false, 'a form of another site, without Origin', { ...plain, ...link }],
  [false, 'a form of another site, by its Referer alone', { ...plain, referer: `${evil}/form` }],
  [false, 'an image of another site', { ...bare, 'sec-fetch-dest': 'image' }, read('/state')],
  [false, 'an image, by its Referer alone', { referer: `${evil}/` }, read('/state')],
  [false, 'a stream for another site', { ...bare, 'sec-fetch-dest': 'empty' }, read('/stream')],
  [false, 'a page to be shown in a frame', { ...link, 'sec-fetch-dest': 'iframe' }, read('/')],
  [false, 'a page that a script reads', { ...bare, 'sec-fetch-dest': 'script' }, read('/')],
  [false, 'a page that is fetched ahead', { ...link, 'sec-purpose': 'prefetch' }, read('/')],
  [false, 'a page that is fetched ahead by an older browser', { ...link, purpose: 'prefetch' }, read('/')],
  [false, 'a request of a page that is not a visit', { ...link, 'sec-fetch-mode': 'no-cors' }, read('/')],
  [false, 'a visit that says whose page asks', { origin: evil, ...visit }, read('/')],
  [false, 'another origin that calls itself ours', { origin: evil, 'sec-fetch-site': 'same-origin' }],
  [true, 'a referer that is no address', { referer: 'none' }],
  [false, 'a page that does not exist, for another site', link, read('/none')],
  [false, 'the state behind a link of another site', link, read('/state')],
  ...['/', '/records/charges', '/docs', '/coverage'].map(
    (path): Row => [true, `a link of another site to ${path}`, link, read(path)],
  ),
  ...['/health', '/clock', '/state', '/fixtures', '/accounts', '/requests', '/deliveries']
    .concat(['/openapi.json', '/catalogue'])
    .map((path): Row => [false, `${path} for another site`, cross, read(path)]),
]

/** What such a caller gets of a sandbox, and whether the clock has moved. */
const call = async (
  sandbox: Sandbox,
  url: string,
  given: Headers,
  { method = 'GET', path = '/clock', body = '{"advance":"1d"}' }: Asking = move,
) => {
  const own = new URL(url).host
  const headers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value.replace('<own>', own)]),
  )
  const before = sandbox.clock.now().toISOString()
  const answer = await keepAlive()(`${url}/_sandbox${path}`, {
    ...{ method, headers },
    ...(method === 'GET' ? {} : { body }),
  })
  return { ...answer, hasMoved: sandbox.clock.now().toISOString() !== before }
}

describe('over sockets the control plane answers only trusted callers (contract 4 and 5)', () => {
  const byTools = [...hosts, ...pages]
    .filter(([, , , asking]) => asking === undefined)
    .map(([allowed, name, headers]): Row => [allowed, `${name}, by a tool`, { ...ofTools, ...headers }, tool])

  test.for([...hosts, ...pages, ...byTools])(
    'allowed: %s, for %s',
    async ([allowed, _, headers, asking = move]) => {
      const sandbox = makeSandbox()
      const { url } = await sandbox.listen({ port: 0 })
      const answer = await call(sandbox, url, headers, asking)
      expect(answer.status, answer.text).toBe(allowed ? 200 : 403)
      expect(answer.hasMoved).toBe(allowed && (asking === move || asking === tool))
      if (!allowed)
        expect(JSON.parse(answer.text)).toEqual({ error: { message: expect.stringMatching(/./) } })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  test('a refusal names the way out and the refused page', async ({ sandbox }) => {
    const { url } = await sandbox.listen({ port: 0 })
    expect((await call(sandbox, url, { origin: shop })).text).toContain(`--allow-origin ${shop} `)
    expect((await call(sandbox, url, { host: 'sandbox:4111' })).text).toContain('--allow-host sandbox ')
    expect((await call(sandbox, url, cross)).text).toContain('--allow-origin <origin> ')
  })

  test('a refusal repeats the beginning of a long origin', async ({ sandbox }) => {
    const { url } = await sandbox.listen({ port: 0 })
    const { text } = await call(sandbox, url, { origin: `http://${'a'.repeat(300)}` })
    expect(text).toContain(`--allow-origin http://${'a'.repeat(193)} `)
  })

  test('a server on every address answers to the addresses and the name of the machine only', async () => {
    const sandbox = makeSandbox()
    const { url, controlToken } = await sandbox.listen({ port: 0, host: '0.0.0.0' })
    const ask = keepAlive()
    const status = async (host: string) => {
      const headers = { host, authorization: `Bearer ${controlToken}` }
      return (await ask(`${url}/_sandbox/health`, { headers })).status
    }
    const own = Object.values(networkInterfaces()).flatMap((all = []) => all)
    for (const { address } of own)
      expect(await status(address.includes(':') ? `[${address}]:4111` : `${address}:4111`), address).toBe(200)
    for (const name of [hostname(), '0.0.0.0:4111', 'localhost']) expect(await status(name), name).toBe(200)
    for (const name of ['evil.example', '203.0.113.5', '[2001:db8::5]'])
      expect(await status(name), name).toBe(403)
  })

  test('behind a proxy, the host of --base-url is its own too', async () => {
    const sandbox = makeSandbox({ baseUrl: 'https://pay.example.com' })
    const { url } = await sandbox.listen({ port: 0 })
    const ask = keepAlive()
    const headers = { host: 'pay.example.com', origin: 'https://pay.example.com' }
    expect((await ask(`${url}/_sandbox/health`, { headers })).status).toBe(200)
    expect((await ask(`${url}/_sandbox/health`)).status).toBe(200)
    // A proxy may ask for the server's own address on behalf of the page.
    const { origin } = headers
    expect((await ask(`${url}/_sandbox/health`, { headers: { origin } })).status).toBe(200)
    const plain = { host: 'pay.example.com', origin: 'http://pay.example.com.evil.example' }
    expect((await ask(`${url}/_sandbox/health`, { headers: plain })).status).toBe(403)
  })

  test('the control plane is on the API server, not on the vault', async ({ sandbox }) => {
    const { vaultUrl } = await sandbox.listen({ port: 0 })
    expect((await fetch(`${vaultUrl}/_sandbox/health`)).status).toBe(404)
  })
})

// Contract 4: without a server, the address and the Host header of a request say which host it is for.

describe('the control plane in one process', () => {
  test('the default origin is its own, a host of the option hosts is not', async () => {
    const { fetch, url } = makeSandbox({ hosts: { api: 'api.example.com' } })
    expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200)
    expect((await fetch('https://api.example.com/_sandbox/health')).status).toBe(403)
  })

  test.each([
    ['localhost', 200],
    ['127.0.0.1:4111', 200],
    ['evil.example', 403],
  ])('the Host header %s is answered with %i', async (host, status) => {
    const { fetch, url } = makeSandbox()
    expect((await fetch(`${url}/_sandbox/health`, { headers: { host } })).status).toBe(status)
  })

  test.each([
    ['evil@localhost', '<name>'],
    ['evil.example:4111', 'evil.example'],
    [`${'a'.repeat(150)}.example`, 'a'.repeat(100)],
  ])('the refusal of the Host header %s names the host %s', async (host, name) => {
    const { fetch, url } = makeSandbox()
    const answer = await fetch(`${url}/_sandbox/health`, { headers: { host } })
    expect(await answer.text()).toContain(`--allow-host ${name} `)
  })
})
