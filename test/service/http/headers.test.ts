import { describe, expect } from 'vitest'
import { currentVersion } from '../../../src/service/versions/history'
import { goodCard } from '../../support/client'
import { makeControl } from '../../support/control'
import { expectError, expectSuccess, setUp, test } from '../../support/set-up'

const version = (name: string) => ({ headers: { 'service-version': name } })

describe('200: the version of the API (9)', () => {
  test('is named on every success, the newest one by default', async ({ client }) => {
    for (const asking of [{}, version(currentVersion)]) {
      const { headers } = await client.get('/charges', {}, asking)
      expect([headers.get('service-version'), headers.get('sandbox-warning')]).toEqual([currentVersion, null])
    }
    expect((await client.get('/charges/x')).headers.get('service-version')).toBeNull()
  })

  test('the prefix of the headers can be that of the real service', async () => {
    const { client } = setUp({ headerPrefix: 'Acme-Pay' })
    const answer = await client.get('/charges', {}, { headers: { 'Acme-Pay-Version': '2019-05-29' } })
    expect(answer.headers.get('acme-pay-version')).toBe('2019-05-29')
    expect(answer.headers.get('service-version')).toBeNull()
    expectSuccess(await client.get('/charges', {}, version('nonsense')))
    const wrong = { headers: { 'acme-pay-version': 'nonsense' } }
    expectError(await client.get('/charges', {}, wrong), 'bad_request', { message: /^version/ })
  })
})

describe('400: a version that is not a date (contract 5)', () => {
  test.each(['2', 'latest', '2019-5-29', '2019-02-30', '29-05-2019', ''])('%j', async (name) => {
    const { client, sandbox } = setUp()
    const answer = await client.post('/customers', {}, version(name))
    expectError(answer, 'bad_request', { message: /^version is not/ })
    expect(sandbox.customers.count()).toBe(0)
  })
})

describe('every answer', () => {
  test('has an id of its own, which the log has too, and is never cached', async ({ client, sandbox }) => {
    const log: string[] = []
    sandbox.onRequest((entry) => log.push(entry.id))
    const ids: (string | null)[] = []
    for (const path of ['/charges', '/charges/x', '/nothing']) {
      const { headers } = await client.get(path)
      ids.push(headers.get('x-request-id'))
      expect(headers.get('cache-control')).toBe('no-cache, no-store')
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
    expect(ids).toEqual(log)
    expect(new Set(ids).size).toBe(3)
  })
})

describe('Sandbox-Ignored-Params names unknown parameters (contract 5)', () => {
  const ignored = 'sandbox-ignored-params'
  test('in forms, JSON and queries, also inside of known objects, also when refused', async ({ client }) => {
    const card = { ...goodCard, colour: 'red' }
    const made = await client.post('/tokens', { card, foo: 1 }, { host: 'vault', as: 'json' })
    expect(made.headers.get(ignored)).toBe('card[colour], foo')
    expect((await client.get('/charges', { page: 2, limit: 1 })).headers.get(ignored)).toBe('page')
    expect((await client.post('/charges', { foo: 1 })).headers.get(ignored)).toBe('foo')
    const items = [{ sku: 'a' }, { sku: 'b', size: 'L' }]
    const source = { type: 'promptpay', items, shipping: { floor: 3 } }
    for (const as of ['form', 'json'] as const) {
      const nested = await client.post('/charges', { amount: 10_000, currency: 'thb', source }, { as })
      expect(nested.headers.get(ignored)).toBe('source[items][1][size], source[shipping][floor]')
    }
  })

  test('is absent when all parameters are known; metadata is free', async ({ client }) => {
    const params = { email: 'a@example.com', metadata: { any: { thing: '1' } } }
    const answer = await client.post('/customers', params)
    expect(answer.headers.get(ignored)).toBeNull()
  })

  test('carries any name safely', async ({ client }) => {
    const answer = await client.post('/customers', { 'a\r\nset-cookie: x': 1, ส้ม: 2 })
    expect(expectSuccess(answer).object).toBe('customer')
    expect(answer.headers.get(ignored)).toBe('a%0D%0Aset-cookie%3A%20x, %E0%B8%AA%E0%B9%89%E0%B8%A1')
    expect(answer.headers.get('set-cookie')).toBeNull()
  })
})

describe('headers with notes have 2 kB at most in all (contract 23)', () => {
  const names = (count: number, length: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`.padEnd(length, 'x'), 1]))
  const notesOf = ({ headers }: { readonly headers: Headers }) => {
    const ignored = headers.get('sandbox-ignored-params') ?? ''
    const warning = headers.get('sandbox-warning') ?? ''
    expect(ignored.length + warning.length).toBeLessThanOrEqual(2048)
    return { ignored, warning }
  }

  test('JSON that is sent as a form is no parameter that was nearly right', async ({ client }) => {
    const body = JSON.stringify({ card: 'x'.repeat(9000), amount: 100 })
    const contentType = 'application/x-www-form-urlencoded'
    const { ignored, warning } = notesOf(await client.send('POST', '/charges', { body, contentType }))
    expect(ignored).toBe('%7B%22card%22%3A%22xxxxxxxxxxxxxxxxxxxxxxxxxxxx...')
    expect(warning).toBe(
      'the body is JSON, and its content type is that of a form: send "content-type: application/json"',
    )
  })

  test('the first names, then how many more', async ({ client }) => {
    const few = notesOf(await client.post('/customers', names(14, 41), { as: 'json' }))
    expect(few.ignored.split(', ')).toHaveLength(14)
    expect(few.ignored.split(', ')[0]).toBe(`${'p0'.padEnd(37, 'x')}...`)
    const many = notesOf(await client.post('/customers', names(900, 20), { as: 'json' }))
    const shown = many.ignored.split(', ')
    expect(shown.slice(0, 2)).toEqual(['p0'.padEnd(20, 'x'), 'p1'.padEnd(20, 'x')])
    expect(shown.at(-1)).toBe(`and ${900 - shown.length + 1} more`)
  })

  test('the first warnings, then how many more', async ({ client }) => {
    const query = Array.from({ length: 20 }, (_, i) => `${`a${i}`.padEnd(41, 'z')}:1`).join(' ')
    const { warning } = notesOf(await client.get('/search', { scope: 'charge', query }))
    expect(warning).toContain(`query: ${'a0'.padEnd(37, 'z')}... is not a queryable attribute`)
    const shown = warning.split('; ')
    expect(shown.at(-1)).toBe(`and ${20 - shown.length + 1} more`)
  })

  test('a name of any letters is encoded whole', async ({ client }) => {
    const { ignored } = notesOf(await client.post('/customers', { ['ส้ม'.repeat(400)]: 1 }, { as: 'json' }))
    expect(decodeURIComponent(ignored)).toBe(`${'ส้ม'.repeat(400).slice(0, 37)}...`)
  })
})

describe('the layout of JSON', () => {
  test.for(['curl/8.5.0', 'HTTPie/3.2', 'Wget/1.21', 'Mozilla/5.0 (X11)'])(
    'is indented for %s',
    async (agent, { client }) => {
      for (const path of ['/charges', '/nothing']) {
        const { text, body } = await client.get(path, {}, { headers: { 'user-agent': agent } })
        expect(text).toBe(`${JSON.stringify(body, null, 2)}\n`)
      }
    },
  )

  test.each(['node', 'Go-http-client/2.0', 'my-curl-wrapper', ''])('is compact for %j', async (agent) => {
    const { client } = setUp()
    const { text, body } = await client.get('/charges', {}, { headers: { 'user-agent': agent } })
    expect(text).toBe(JSON.stringify(body))
  })
})

describe('404: a path that does not exist says which one was probably meant (4.1 rule 6)', () => {
  test.for([
    ['PUT', '/charges/chrg_test_1', '/charges/:id takes GET and PATCH, not PUT'],
    ['POST', '/charges/chrg_test_1/refunds/rfnd_test_1', '/charges/:id/refunds/:id takes GET, not POST'],
    ['DELETE', '/charges', '/charges takes GET and POST, not DELETE'],
    ['GET', '/charge', 'did you mean /charges?'],
    ['GET', '/Charges/', 'did you mean /charges?'],
    ['POST', '/charges/chrg_test_1/refund', 'did you mean /charges/:id/refunds?'],
    ['GET', '/capabilities', 'did you mean /capability?'],
    ['GET', '/v1/charges/chrg_test_1/capture', 'did you mean /charges/:id/capture?'],
    ['GET', '/nothing/like/it/at/all', null],
    ['GET', `/${'x'.repeat(4000)}`, null],
  ] as const)('%s %s: %s', async ([method, path, hint], { sandbox }) => {
    const logged: (string | null)[] = []
    sandbox.onRequest((entry) => logged.push(entry.hint))
    const headers = { authorization: sandbox.authorization.secret }
    const answer = await sandbox.fetch(`${sandbox.url}${path}`, { method, headers })
    const { code, message } = await answer.json()
    expect([answer.status, code, message]).toEqual([404, 'not_found', 'the requested object was not found'])
    expect([answer.headers.get('sandbox-warning'), ...logged]).toEqual([hint, hint])
  })

  test('an operation of the API, asked of the vault, is said to be at the API', async () => {
    const { client, sandbox } = setUp()
    const answer = await client.get('/charges', {}, { host: 'vault' })
    expectError(answer, 'not_found')
    expect(answer.headers.get('sandbox-warning')).toBe(`this is the vault: /charges is at ${sandbox.url}`)
  })

  test('without a key it says only what is wrong with the key', async ({ sandbox }) => {
    const answer = await sandbox.fetch(`${sandbox.url}/charge`)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('sandbox-warning')).toMatch(
      /^no Authorization header came; known keys: pkey_test_sandbox, skey_test_sandbox, /,
    )
  })
})

describe('401: the warning says what is wrong with a key (contract 10)', () => {
  const warningFor = async (key: string): Promise<string | null> => {
    const { sandbox } = setUp({ secretKey: 'skey_test_of_the_shop' })
    const headers = { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` }
    return (await sandbox.fetch(`${sandbox.url}/charges`, { headers })).headers.get('sandbox-warning')
  }

  test('the nearest keys, masked, unless they are well known', async () => {
    expect(await warningFor('skey_test_of_the_shoq')).toBe(
      'key skey_test_...hoq is not known; the options publicKey and secretKey (--public-key, --secret-key) set your own; known keys: skey_test_...hop, pkey_test_sandbox, pkey_sandbox and 1 more',
    )
  })

  test('characters that no header can hold are left out', async () => {
    expect(await warningFor('กุญแจ\u0007 skey')).toMatch(/^key [ -~]+ is not known; known keys: /)
  })
})

describe('Sandbox-Warning', () => {
  test('names a card number in the place of a token and where to make one, and the journal keeps it', async () => {
    const number = goodCard.number
    const { client, sandbox } = setUp({ vaultUrl: 'http://127.0.0.1:4999' })
    const warning = 'card is a card number, not a token: make a token at http://127.0.0.1:4999/tokens'
    for (const card of [number, number.replace(/....(?=.)/g, '$& '), { number }])
      for (const path of ['/charges', '/customers']) {
        const { headers } = await client.post(path, { amount: '10000', currency: 'thb', card })
        expect(headers.get('sandbox-warning')).toBe(warning)
        expect(sandbox.requests.last()?.warnings).toEqual([warning])
      }
    const { body } = await makeControl(sandbox).get('/requests?limit=1')
    expect(body.data).toMatchObject([{ warnings: [warning] }])
    for (const card of [(await client.token()).id, 'tokn_test_x'])
      expect((await client.post('/charges', { card })).headers.get('sandbox-warning')).toBeNull()
    expect(sandbox.requests.last()?.warnings).toEqual([])
  })
})
