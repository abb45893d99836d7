import { describe, expect } from 'vitest'
import { createSandbox, type RequestEntry, type Sandbox } from '../../src/index'
import { makeClient } from '../support/client'
import {
  clientWith,
  expectError,
  expectSuccess,
  makeSandbox,
  plainSandbox,
  setUp,
  stateOf,
  test,
} from '../support/set-up'

const json = { 'content-type': 'application/json' }
const boundary = '----of-a-form-as-browsers-write-it'

describe('fetch', () => {
  test('is a plain function that can replace the global one', async () => {
    const { fetch, url, authorization } = makeSandbox()
    const answer = await fetch(`${url}/charges`, { headers: { authorization: authorization.secret } })
    expect(answer).toBeInstanceOf(Response)
    expect(await answer.json()).toMatchObject({ object: 'list', total: 0 })
  })

  test('accepts a Request, a URL or a string, with or without further settings', async ({ sandbox }) => {
    const url = new URL(`${sandbox.url}/charges`)
    const init = { headers: { authorization: sandbox.authorization.secret } }
    for (const answer of [
      await sandbox.fetch(new Request(url, init)),
      await sandbox.fetch(new Request(url), init),
      await sandbox.fetch(url, init),
      await sandbox.fetch(String(url), init),
    ])
      expect(answer.status).toBe(200)
  })

  test('the origin selects the server: the vault or the API (contract 2)', async ({ sandbox }) => {
    const card = { name: 'A', number: '4242424242424242', expiration_month: 1, expiration_year: 2030 }
    const headers = { ...json, authorization: sandbox.authorization.public }
    const post = { method: 'POST', headers, body: JSON.stringify({ card }) }
    expect((await sandbox.fetch(`${sandbox.vaultUrl}/tokens`, post)).status).toBe(200)
    for (const origin of [sandbox.url, 'http://localhost:4112']) {
      const answer = await sandbox.fetch(`${origin}/tokens`, post)
      expect(await answer.json()).toMatchObject({ code: 'invalid_domain' })
    }
  })

  test('GET / describes the service without a key', async ({ sandbox }) => {
    for (const url of [sandbox.url, sandbox.vaultUrl])
      expect(await (await sandbox.fetch(url)).json()).toMatchObject({ object: 'system_info' })
  })

  test.for([
    ['a text', '{"email":"a@example.com"}', 'application/json'],
    ['a text without a type', '{"email":"a@example.com"}', undefined],
    ['a form without a type', new URLSearchParams({ email: 'a@example.com' }), undefined],
    [
      'a multipart text',
      `--${boundary}\r\ncontent-disposition: form-data; name="email"\r\n\r\na@example.com\r\n--${boundary}--\r\n`,
      `multipart/form-data; boundary=${boundary}`,
    ],
  ] as const)('reads %s', async ([_, body, type], { sandbox }) => {
    const headers = { authorization: sandbox.authorization.secret, ...(type && { 'content-type': type }) }
    const answer = await sandbox.fetch('/customers', { method: 'post', headers, body })
    expect(await answer.json()).toMatchObject({ email: 'a@example.com' })
  })

  test.for(['GET', 'head'])('refuses %s with a body, as the platform does', async (method, { sandbox }) => {
    await expect(sandbox.fetch('/charges', { method, body: 'x' })).rejects.toThrow(/GET\/HEAD method/)
  })

  test('rejects a call that was aborted before, and nothing happens', async ({ sandbox }) => {
    const headers = { authorization: sandbox.authorization.secret }
    const init = { method: 'POST', headers, body: 'email=a@example.com', signal: AbortSignal.abort('late') }
    await expect(sandbox.fetch('/customers', init)).rejects.toBe('late')
    await expect(sandbox.fetch(new Request(`${sandbox.url}/customers`, init))).rejects.toBe('late')
    expect(sandbox.customers.count()).toBe(0)
  })

  test('rejects a call that is aborted while a fault delays it, as the platform does', async () => {
    const sandbox = makeSandbox()
    sandbox.faults.add({ delayMs: 600_000, times: 2 })
    const headers = { authorization: sandbox.authorization.secret }
    for (const call of [
      (signal: AbortSignal) => sandbox.fetch('/charges', { headers, signal }),
      (signal: AbortSignal) => sandbox.fetch(new Request(`${sandbox.url}/charges`, { headers, signal })),
    ]) {
      const caller = new AbortController()
      const answer = call(caller.signal)
      caller.abort()
      await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
    }
  })
})

describe('an answer is a whole Response', () => {
  // Not that of `/`, which is the platform's own: the dashboard may take that path, so another middleware runs first.
  const answerOf = async (sandbox = makeSandbox()): Promise<Response> =>
    await sandbox.fetch('/charges', { headers: { authorization: sandbox.authorization.secret } })
  const described = { object: 'list' }

  test('it says its length in bytes', async () => {
    const answer = await answerOf()
    const length = Number(answer.headers.get('content-length'))
    expect(length).toBe((await answer.arrayBuffer()).byteLength)
  })

  test.each<[string, (answer: Response) => Promise<unknown>]>([
    ['json', (answer) => answer.json()],
    ['text', async (answer) => JSON.parse(await answer.text())],
    ['arrayBuffer', async (answer) => JSON.parse(new TextDecoder().decode(await answer.arrayBuffer()))],
    ['blob', async (answer) => JSON.parse(await (await answer.blob()).text())],
    ['clone', (answer) => answer.clone().json()],
    ['its stream', async (answer) => await new Response(answer.body, answer).json()],
  ])('%s gives its body', async (_, read) => {
    expect(await read(await answerOf())).toMatchObject(described)
  })

  test.each(['json', 'text', 'arrayBuffer'] as const)(
    '%s reads its body once, and leaves no stream to read',
    async (reader) => {
      const answer = await answerOf()
      expect(answer.bodyUsed).toBe(false)
      await answer[reader]()
      expect(answer.bodyUsed).toBe(true)
      for (const again of ['json', 'text', 'arrayBuffer', 'blob', 'formData'] as const)
        await expect(answer[again]()).rejects.toThrow(TypeError)
      expect(() => answer.clone()).toThrow(TypeError)
      expect(answer.body?.locked).toBe(true)
      expect(() => answer.body?.getReader()).toThrow(TypeError)
    },
  )

  test.each(['json', 'text', 'arrayBuffer'] as const)(
    '%s refuses a body that another reader has',
    async (reader) => {
      const answer = await answerOf()
      answer.body?.getReader()
      await expect(answer[reader]()).rejects.toThrow(TypeError)
    },
  )

  test('its clone has its status and headers, as they are then', async () => {
    const answer = await answerOf()
    answer.headers.set('x-more', 'yes')
    const { status, headers, ok } = answer.clone()
    expect([status, ok, [...headers]]).toEqual([200, true, [...answer.headers]])
    expect(headers.get('x-more')).toBe('yes')
  })

  test('it and its clone are read both, in any order', async () => {
    const answer = await answerOf()
    const clone = answer.clone()
    expect(await answer.json()).toMatchObject(described)
    expect(await clone.json()).toMatchObject(described)
  })

  test('its text is decoded as it would be from a socket', async ({ sandbox }) => {
    sandbox.faults.add({ respond: { status: 503, body: '\ufeffhalf of a \ud83c character' } })
    expect(await (await answerOf(sandbox)).text()).toBe('half of a \ufffd character')
  })
})

describe('close', () => {
  const closed = expect.objectContaining({ name: 'SandboxError', code: 'closed' })

  test('`await using` closes it at the end of the block', async () => {
    let kept: Sandbox
    {
      await using sandbox = createSandbox()
      await sandbox.listen({ port: 0 })
      kept = sandbox
    }
    await expect(kept.fetch(kept.url)).rejects.toEqual(closed)
    await expect(fetch(kept.url)).rejects.toThrow()
  })

  test('records can still be read', async () => {
    const sandbox = plainSandbox()
    await makeClient(sandbox).charge()
    await sandbox.close()
    expect(sandbox.charges.count()).toBe(1)
  })
})

describe('sandboxes side by side share nothing', () => {
  test('neither records nor clocks, nor the ids of the same seed', async () => {
    const one = setUp()
    const two = setUp()
    const before = stateOf(two.sandbox)
    const charge = await one.client.charge()
    await one.sandbox.clock.advance('1d')
    one.sandbox.accounts[0]?.update({ locked: true })
    expect(stateOf(two.sandbox)).toBe(before)
    expectError(await two.client.get(`/charges/${charge.id}`), 'not_found', { message: /was not found$/ })
    expect((await two.client.charge()).id).toBe(charge.id)
  })

  test('also when their requests take turns', async () => {
    const shops = Array.from({ length: 5 }, () => setUp())
    await Promise.all(
      shops.map(({ client }, i) => Promise.all(Array.from({ length: i }, () => client.charge()))),
    )
    expect(shops.map(({ sandbox }) => sandbox.charges.count())).toEqual([0, 1, 2, 3, 4])
  })
})

describe('createAccount', () => {
  test('creates an account with fresh keys for both modes', async ({ sandbox }) => {
    const account = sandbox.createAccount()
    expect(account.id).toMatch(/^acct_[0-9a-z]{19}$/)
    expect(account.keys.secret).toMatch(/^skey_test_[0-9a-z]{19}$/)
    expect(account.keys.public).toMatch(/^pkey_test_[0-9a-z]{19}$/)
    expect(account.live.keys.secret).toMatch(/^skey_(?!test_)[0-9a-z]{19}$/)
    expect(account.authorization.secret).toBe(`Basic ${btoa(`${account.keys.secret}:`)}`)
    expect(sandbox.accounts.map(({ id }) => id)).toEqual(['acct_sandbox', account.id])
    await clientWith(sandbox, account.keys).charge()
    await clientWith(sandbox, account.live.keys).charge()
    const counts = [account.test, account.live, sandbox].map(({ charges }) => charges.count())
    expect(counts).toEqual([1, 1, 0])
  })

  test('accepts country and currency', async ({ sandbox }) => {
    const account = sandbox.createAccount({ country: 'JP' })
    const client = clientWith(sandbox, account.keys)
    expect(expectSuccess(await client.get('/capability')).country).toBe('JP')
    expect((await client.charge({ currency: 'usd' })).funding_currency).toBe('jpy')
  })

  test('an update that names a key of another account changes nothing', ({ sandbox }) => {
    const account = sandbox.createAccount()
    const before = stateOf(sandbox)
    const keys = { [account.keys.secret]: 'revoked', [sandbox.keys.secret]: 'revoked' } as const
    const refusal = expect.objectContaining({ code: 'not_found' })
    expect(() => account.update({ locked: true, keys })).toThrow(refusal)
    expect(stateOf(sandbox)).toBe(before)
  })
})

describe('onRequest', () => {
  test('gets each request: method, path, status, error; never a whole key of its own', async () => {
    const own = { secretKey: 'skey_test_of_the_shop', publicKey: 'pkey_test_of_the_shop' }
    const { client, sandbox } = setUp(own)
    const log: RequestEntry[] = []
    sandbox.onRequest((entry) => log.push(entry))
    await client.get('/charges', { limit: 1 })
    await client.get('/charges/chrg_test_x')
    await client.get('/charges', {}, { key: 'skey_test_wrong_one' })
    expect(log).toMatchObject([
      { method: 'GET', path: '/charges', status: 200, error: null, hint: null },
      { method: 'GET', path: '/charges/chrg_test_x', status: 404, error: 'not_found' },
      { method: 'GET', path: '/charges', status: 401, error: 'authentication_failure' },
    ])
    expect(log[2]?.hint).toMatch(/is not known; .*known keys: /)
    for (const key of [...Object.values(sandbox.keys), 'skey_test_wrong_one'])
      expect(JSON.stringify(log)).not.toContain(key)
    expect(log.every((entry) => entry.durationMs >= 0)).toBe(true)
    sandbox.onRequest(null)
    await client.get('/charges')
    expect(log).toHaveLength(3)
  })
})
