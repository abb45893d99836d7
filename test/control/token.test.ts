/** Off loopback the control plane asks for a token (contract 5): others than this machine's user can reach it there. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { describe, expect } from 'vitest'
import type { ListenOptions } from '../../src/index'
import { makeSandbox, test } from '../support/set-up'
import { type Ask, keepAlive } from '../support/socket'

const everywhere: ListenOptions = { port: 0, host: '0.0.0.0', controlToken: 'a-token' }

const open = async (options: ListenOptions = everywhere) => {
  const sandbox = makeSandbox()
  const listening = await sandbox.listen(options)
  const ask = keepAlive()
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask(`${listening.url}/_sandbox${path}`, { method, headers, ...(method === 'POST' ? { body: '{}' } : {}) })
  return { ...listening, sandbox, get, cookie: `payment_sandbox_token_${new URL(listening.url).port}` }
}

describe('the token of the control plane', () => {
  test.each([
    ['127.0.0.1', {}],
    ['localhost', { host: 'localhost' }],
    ['another address of the loopback', { host: '127.0.0.2' }],
  ])('is not created on %s', async (_, options) => {
    const { url, dashboardUrl, controlToken, get } = await open({ port: 0, ...options })
    expect([controlToken, dashboardUrl]).toEqual([null, `${url}/_sandbox/`])
    expect((await get('/clock')).status).toBe(200)
  })

  test('is created for each start on any other address, and is part of the address of the dashboard', async () => {
    const one = await open({ port: 0, host: '0.0.0.0' })
    const other = await open({ port: 0, host: '0.0.0.0' })
    expect(one.controlToken).toMatch(/^[\w-]{22}$/)
    expect(other.controlToken).not.toBe(one.controlToken)
    expect(one.dashboardUrl).toBe(`${one.url}/_sandbox/?token=${one.controlToken}`)
    expect((await one.get('/clock')).status).toBe(401)
    expect((await one.get('/clock', { authorization: `Bearer ${one.controlToken}` })).status).toBe(200)
  })

  test('is required on loopback too when the option sets it', async () => {
    const { get } = await open({ port: 0, controlToken: 'a-token' })
    expect((await get('/clock')).status).toBe(401)
    expect((await get('/clock', { authorization: 'Bearer a-token' })).status).toBe(200)
  })

  test('is required by the tools for agents', async () => {
    const { get } = await open()
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
    expect((await get('/mcp', headers, 'POST')).status).toBe(401)
    // `{}` is no message of the protocol.
    expect((await get('/mcp', { ...headers, authorization: 'Bearer a-token' }, 'POST')).status).toBe(422)
  })

  test('is not required by the service and the vault, which need only their keys', async () => {
    const { sandbox, url, vaultUrl } = await open()
    const statusOf = async (address: string, authorization: string) =>
      (await fetch(address, { headers: { authorization } })).status
    expect(await statusOf(`${url}/account`, sandbox.authorization.secret)).toBe(200)
    expect(await statusOf(`${vaultUrl}/tokens/tokn_test_1`, sandbox.authorization.public)).toBe(404)
  })

  test('is not required for calls in one process', async () => {
    const { sandbox } = await open()
    expect((await sandbox.fetch('https://api.payment-sandbox.test/_sandbox/clock')).status).toBe(200)
  })
})

describe('a call without the token', () => {
  const wrong: readonly (readonly [name: string, headers: Record<string, string>])[] = [
    ['nothing', {}],
    ['another token', { authorization: 'Bearer b-token' }],
    ['the beginning of the token', { authorization: 'Bearer a-toke' }],
    ['more than the token', { authorization: 'Bearer a-token2' }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['the token as a key', { authorization: `Basic ${btoa('a-token:')}` }],
    ['the cookie of another port', { cookie: 'payment_sandbox_token_1=a-token' }],
    ['a cookie of another token', { cookie: '<cookie>=b-token' }],
  ]
  test.each(wrong)('that has %s is 401, names the way out, and changes nothing', async (_, given) => {
    const { sandbox, get, cookie } = await open()
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value.replace('<cookie>', cookie)]),
    )
    const before = sandbox.clock.now().toISOString()
    for (const [path, method] of [
      ['/', 'GET'],
      ['/stream', 'GET'],
      ['/state', 'PUT'],
      ['/none', 'GET'],
      ['/reset', 'POST'],
      ['/clock?token=a-token', 'GET'],
      ['/reset?token=a-token', 'POST'],
    ] as const) {
      const answer = await get(path, headers, method)
      expect(answer.status, path).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(answer.text).toContain('Authorization: Bearer')
      expect(answer.text).not.toContain('a-token')
    }
    expect(sandbox.clock.now().toISOString()).toBe(before)
  })
})

test.each([
  ['Bearer a-token', 200],
  ['bearer   a-token', 200],
  ['Bearer a-token b', 401],
  ['a Bearer a-token', 401],
  ['Bearer a-tokens', 401],
  ['Bearer', 401],
])('the header "Authorization: %s" is answered with %i', async (authorization, status) => {
  const { get } = await open()
  expect((await get('/clock', { authorization })).status).toBe(status)
})

describe('the dashboard', () => {
  test('takes the token from its address into a cookie that no script and no other site can use', async () => {
    const { get, cookie, dashboardUrl, url } = await open()
    const path = dashboardUrl.slice(`${url}/_sandbox`.length)
    const { status, headers } = await get(`${path}&livemode=true`)
    expect([status, headers.get('location')]).toEqual([303, '/_sandbox/?livemode=true'])
    expect(headers.get('set-cookie')).toBe(`${cookie}=a-token; Path=/_sandbox; HttpOnly; SameSite=Strict`)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    const page = await get('/', { cookie: `theme=dark; ${cookie}=a-token` })
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.text).not.toContain('a-token')
  })

  test('refuses any other text', async () => {
    const { get } = await open()
    for (const token of ['b-token', '', 'a-token%0d%0aset-cookie:x', '%00']) {
      const { status, headers } = await get(`/?token=${token}`)
      expect([status, headers.get('set-cookie'), headers.get('location')], token).toEqual([401, null, null])
    }
  })

  test('redirects without a cookie if no token is required, on a server and in one process', async () => {
    const { get, sandbox } = await open({ port: 0 })
    const inProcess = await sandbox.fetch(`${sandbox.url}/_sandbox/docs?token=old&of=control`, {
      redirect: 'manual',
    })
    for (const { status, headers } of [await get('/docs?token=old&of=control'), inProcess])
      expect([status, headers.get('set-cookie'), headers.get('location')]).toEqual([
        303,
        null,
        '/_sandbox/docs?of=control',
      ])
  })

  test('redirects to its plain address, with an empty body, if the query held only the token', async () => {
    const { get } = await open()
    const { status, headers, text } = await get('/?token=a-token')
    expect([status, headers.get('location'), text]).toEqual([303, '/_sandbox/', ''])
  })

  test.each([
    ['localhost', 'payment_sandbox_token'],
    ['[::1]', 'payment_sandbox_token'],
    ['localhost:8080', 'payment_sandbox_token_8080'],
    ['[::1]:8080', 'payment_sandbox_token_8080'],
  ])('under the host %s has the cookie %s', async (host, name) => {
    const { get } = await open()
    const { headers } = await get('/?token=a-token', { host })
    expect(headers.get('set-cookie')).toMatch(new RegExp(`^${name}=a-token;`))
    expect((await get('/', { host, cookie: `${name}=a-token` })).status).toBe(200)
  })

  test('is a secure cookie over TLS', async ({ sandbox }) => {
    const { dashboardUrl } = await sandbox.listen({ ...everywhere, tls: true })
    const asked = get(dashboardUrl, { rejectUnauthorized: false, agent: false })
    const [answer]: IncomingMessage[] = await once(asked, 'response')
    answer?.resume()
    expect(answer?.headers['set-cookie']).toEqual([expect.stringMatching(/; Secure$/)])
  })
})

describe('the cookie', () => {
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const rows: [status: number, name: string, path: string, headers: Record<string, string>][] = [
    [200, 'opens a page', '/records/charges', {}],
    [200, 'opens a page behind a link from elsewhere', '/', link],
    [200, 'serves what a page asks for', '/state', { 'sec-fetch-site': 'same-origin' }],
    [200, 'serves what a page asks for, by its Referer', '/state', { referer: 'http://<own>/_sandbox/' }],
    [200, 'serves a person who types an address', '/state', { 'sec-fetch-site': 'none' }],
    [401, 'is not enough where nobody says whose page asks', '/state', {}],
    [403, 'serves no page of another port', '/state', { 'sec-fetch-site': 'same-site' }],
    [403, 'serves no image of another port', '/state', { referer: 'http://127.0.0.1:3000/' }],
    [403, 'serves no script of another port', '/state', { origin: 'http://127.0.0.1:3000' }],
  ]
  test.each(rows)('%i: %s', async (status, _, path, given) => {
    const { get, cookie, url } = await open()
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value.replace('<own>', new URL(url).host)]),
    )
    expect((await get(path, { ...headers, cookie: `${cookie}=a-token` })).status).toBe(status)
  })

  test('that does not count is what the refusal speaks of', async () => {
    const { get, cookie } = await open()
    const { text } = await get('/state', { cookie: `${cookie}=a-token` })
    expect(JSON.parse(text).error.message).toBe(
      'the token in the cookie counts only for pages of the sandbox, whose requests carry Origin, Referer or Sec-Fetch-Site: send "Authorization: Bearer <token>" instead',
    )
  })
})

// Contract 4: another port of localhost is another site, whose pages `--allow-origin` lets in.

const shop = 'http://localhost:3000'

describe('a site of --allow-origin', () => {
  const own = { origin: shop, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }
  const open = async () => {
    const sandbox = makeSandbox({ allowOrigins: [`${shop}/`, 'HTTPS://Admin.example.com:443'] })
    const { url } = await sandbox.listen({ port: 0, controlToken: 'a-token' })
    const ask = keepAlive()
    return {
      sandbox,
      ask: (asking: Parameters<Ask>[1], path = '/clock') => ask(`${url}/_sandbox${path}`, asking),
    }
  }
  const bearer = { authorization: 'Bearer a-token' }

  test('moves the clock and reads the answer', async () => {
    const { ask } = await open()
    for (const origin of [shop, 'https://admin.example.com']) {
      const { status, headers, text } = await ask({
        method: 'POST',
        headers: { ...own, ...bearer, origin },
        body: '{"advance":"1d"}',
      })
      expect([status, headers.get('access-control-allow-origin'), headers.get('vary')], text).toEqual([
        200,
        origin,
        'Origin',
      ])
    }
  })

  test('can read the reason of a refusal, and can read pages', async () => {
    const { ask } = await open()
    const refused = await ask({ headers: own })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, shop])
    const page = await ask({ headers: { ...own, ...bearer } }, '/docs')
    expect([page.status, page.headers.get('access-control-allow-origin')]).toEqual([200, shop])
  })

  test('may send the token after a preflight request, which names the allowed headers', async () => {
    const { ask } = await open()
    const asking = {
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization',
    }
    const { status, headers } = await ask({ method: 'OPTIONS', headers: { ...own, ...asking } }, '/state')
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, shop])
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE')
    for (const name of ['Authorization', 'Content-Type'])
      expect(headers.get('access-control-allow-headers')).toContain(name)
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  test.each([
    ['its neighbour', { ...own, origin: 'http://localhost:3001' }],
    ['the same by another name', { ...own, origin: 'http://127.0.0.1:3000' }],
    ['the same over TLS', { ...own, origin: 'https://localhost:3000' }],
    [
      'an image of it',
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ],
  ])('does not admit %s, nor its preflight requests', async (_, headers) => {
    const { ask } = await open()
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const answer = await ask({ method, headers: { ...headers, ...bearer } })
      expect([answer.status, answer.headers.get('access-control-allow-origin')], method).toEqual([403, null])
    }
  })

  test('cannot call the API from a page: only the control plane allows it', async () => {
    const sandbox = makeSandbox({ allowOrigins: [shop] })
    const { url } = await sandbox.listen({ port: 0 })
    const { headers } = await keepAlive()(`${url}/charges`, { headers: { origin: shop } })
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})

// It then says nothing else (contract 4).

test.each([
  ['no token', {}],
  ['another token', { authorization: 'Bearer b-token' }],
])('the health check with %s says that it is up, and nothing else', async (_, headers) => {
  const { get } = await open()
  for (const path of ['/health', '/health/']) {
    const answer = await get(path, headers)
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { status: 'ok' }])
  }
  expect((await get('/health', headers, 'POST')).status).toBe(401)
  const known = await get('/health', { authorization: 'Bearer a-token' })
  expect(JSON.parse(known.text)).toMatchObject({ status: 'ok', version: expect.any(String) })
  expect((await get('/health', { ...headers, host: 'evil.example' })).status).toBe(403)
})
