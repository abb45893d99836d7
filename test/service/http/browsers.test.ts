/** What pages of shops ask for in a browser: contract 5, rows CORS and `/sources`. With a real one: test/browser. */
import { describe, expect } from 'vitest'
import { type Asking, goodCard } from '../../support/client'
import { expectError, expectSuccess, makeSandbox, setUp, test } from '../../support/set-up'

const origin = { headers: { origin: 'https://shop.example' } }
const qr = { type: 'promptpay', amount: 100_000, currency: 'thb' }
const anybody = 'access-control-allow-origin'

describe('CORS', () => {
  test('pages may read the answers of the vault, refusals too', async ({ client }) => {
    for (const card of [goodCard, { ...goodCard, number: '1' }]) {
      const { headers } = await client.post('/tokens', { card }, { host: 'vault', ...origin })
      expect(headers.get(anybody)).toBe('*')
    }
  })

  test.for(['api', 'vault'] as const)(
    'pages may make sources and read the capability of the account: %s',
    async (host, { client }) => {
      const asPage: Asking = { host, key: 'public', ...origin }
      const made = await client.post('/sources', qr, asPage)
      expect(expectSuccess(made)).toMatchObject({ object: 'source', type: 'promptpay' })
      const answers = [
        made,
        await client.post('/sources/', qr, asPage),
        await client.post('/sources', { type: 'promptpay' }, asPage),
        await client.get('/capability', {}, asPage),
        await client.get('/capability', {}, { ...asPage, key: 'none' }),
      ]
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 200, 401])
      for (const { headers } of answers) expect(headers.get(anybody)).toBe('*')
    },
  )

  test('pages read a source, and nothing else, if the profile lets the public key read it', async () => {
    for (const sourceReadKey of ['secret', 'any'] as const) {
      const { client } = setUp({ overrides: { sourceReadKey } })
      const { id } = expectSuccess(await client.post('/sources', qr))
      for (const host of ['api', 'vault'] as const) {
        const { status, headers } = await client.get(`/sources/${id}`, {}, { host, key: 'public', ...origin })
        const refused = host === 'vault' ? 404 : 401
        expect([host, status]).toEqual([host, sourceReadKey === 'any' ? 200 : refused])
        expect(headers.get(anybody)).toBe(sourceReadKey === 'any' || host === 'vault' ? '*' : null)
      }
      expect((await client.get('/charges', {}, { key: 'public' })).status).toBe(401)
    }
  })

  test('pages read nothing that takes a secret key', async ({ client }) => {
    for (const path of ['/charges', '/account', '/customers', '/nothing', '/'])
      expect((await client.get(path, {}, origin)).headers.get(anybody), path).toBeNull()
    expectError(await client.post('/sources', qr, { host: 'vault', key: 'secret' }), 'not_found')
    expectError(await client.get('/capability', {}, { host: 'vault', key: 'secret' }), 'not_found')
  })
})

describe('browsers send a preflight request before they send a key', () => {
  const ask = async (url: string, path: string, headerPrefix = 'Service') => {
    const sandbox = makeSandbox({ headerPrefix })
    const at = url === 'vault' ? sandbox.vaultUrl : sandbox.url
    const headers = { ...origin.headers, 'access-control-request-method': 'POST' }
    return sandbox.fetch(`${at}${path}`, { method: 'OPTIONS', headers })
  }

  test.each([
    ['api', '/sources'],
    ['api', '/sources/'],
    ['api', '/capability'],
    ['vault', '/tokens'],
    ['vault', '/sources'],
    ['vault', '/capability'],
  ])('and learn what they may send: %s %s', async (server, path) => {
    const { status, headers } = await ask(server, path, 'Shop')
    expect([status, headers.get(anybody)]).toEqual([200, '*'])
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST')
    expect(headers.get('access-control-allow-headers')?.split(', ')).toEqual([
      ...['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Requested-With'],
      ...['Shop-Version', 'Service-Version', 'Omise-Version'],
    ])
  })

  test.each(['/charges', '/tokens', '/sources/src_test_1', '/customers', '/nothing', '/'])(
    'and get no permission where a secret key is required: API %s',
    async (path) => {
      const { headers } = await ask('api', path)
      expect([headers.get(anybody), headers.get('access-control-allow-headers')]).toEqual([null, null])
    },
  )
})

test('a browser that looks for an icon finds none, needs no key for that, and leaves no trace', async () => {
  const sandbox = makeSandbox()
  const { url, vaultUrl } = await sandbox.listen({ port: 0 })
  for (const server of [url, vaultUrl]) {
    const answer = await fetch(`${server}/favicon.ico`)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
  }
  expect((await sandbox.fetch(`${url}/favicon.ico`)).status).toBe(204)
  expect(sandbox.requests.count()).toBe(0)
})

describe('the page that the published browser library opens in a frame', () => {
  const pageAt = async (query: string) => {
    const { fetch, vaultUrl } = makeSandbox()
    const answer = await fetch(`${vaultUrl}/provider${query}`)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const opened = (shop: string, channel = 'default1') =>
    pageAt(`?${new URLSearchParams({ xdm_e: shop, xdm_c: channel, xdm_p: '1' })}`)

  test.each([
    ['https://shop.example', 'https://shop.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['HTTPS://Shop.example:443', 'https://shop.example'],
    ['http://my_shop:8080', 'http://my_shop:8080'],
  ])('can be framed by the shop alone, and runs its own script alone: %s', async (shop, origin) => {
    const { status, headers, text } = await opened(shop)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'self'; base-uri 'none'; script-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors ${origin}`,
    )
    expect(text).toContain(`data-origin="${origin}" data-channel="default1"`)
  })

  test.each([
    'null',
    '*',
    'file://',
    'javascript:alert(1)',
    'ftp://shop.example',
    'https://shop.example/path',
    'https://shop.example?',
    'https://user@shop.example',
    'https://shop.example;script-src *',
    "https://shop.example;script-src'unsafe-inline'",
    'https://shop.example,https://evil.example',
    'https://*.example',
    'https://"onload=x',
    'https://shop.example\r\nset-cookie: a=b',
    '',
  ])('is for no other page: xdm_e=%j', async (shop) => {
    const { status, headers, text } = await opened(shop)
    expect(status).toBe(400)
    for (const name of ['content-security-policy', 'set-cookie']) expect(headers.get(name)).toBeNull()
    const message = expect.stringMatching(/^xdm_e must be the origin/)
    expect(JSON.parse(text)).toMatchObject({ object: 'error', message })
  })

  test.each(['', 'a b', 'a"b', '<script>', 'ช่อง', 'a'.repeat(101)])(
    'takes no channel such as %j',
    async (channel) => {
      expect(await opened('https://shop.example', channel)).toMatchObject({
        status: 400,
        text: expect.stringContaining('xdm_c must be the name of a channel'),
      })
    },
  )

  test('is on the vault alone, and speaks by postMessage alone', async () => {
    const { fetch, url, authorization } = makeSandbox()
    const query = '?xdm_e=https://shop.example&xdm_c=default1'
    const headers = { authorization: authorization.secret }
    expect((await fetch(`${url}/provider${query}`, { headers })).status).toBe(404)
    expect((await fetch(`${url}/provider${query}`)).status).toBe(401)
    expect([(await pageAt(query)).status, (await pageAt(`${query}&xdm_p=4`)).status]).toEqual([200, 400])
  })
})
