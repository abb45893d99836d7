import { afterEach, describe, expect, test, vi } from 'vitest'
import { createSandbox, SandboxError } from '../../src/index'
import type { SandboxOptions } from '../../src/options/config'
import { verifyWebhook } from '../../src/service/webhooks/signature'
import { makeClient } from '../support/client'
import { expectSuccess, makeSandbox, setUp, stateOf } from '../support/set-up'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('createSandbox without options', () => {
  test('has the documented keys and origins, and the clock of the machine (contract 2)', async () => {
    const before = Date.now()
    const sandbox = createSandbox()
    expect(sandbox.keys).toEqual({ public: 'pkey_test_sandbox', secret: 'skey_test_sandbox' })
    expect(sandbox.live.keys).toEqual({ public: 'pkey_sandbox', secret: 'skey_sandbox' })
    expect(sandbox.url).toBe('https://api.payment-sandbox.test')
    expect(sandbox.vaultUrl).toBe('https://vault.payment-sandbox.test')
    expect(sandbox.clock.frozen).toBe(false)
    expect(sandbox.clock.now().getTime()).toBeGreaterThanOrEqual(before)
    expect(sandbox.clock.now().getTime()).toBeLessThanOrEqual(Date.now())
    expect((await makeClient(sandbox).charge()).paid).toBe(true)
  })
})

describe('each option has its effect', () => {
  test('publicKey and secretKey replace the test keys', async () => {
    const keys = { public: 'pkey_test_mine', secret: 'skey_test_mine' }
    const { client, sandbox } = setUp({ publicKey: keys.public, secretKey: keys.secret })
    expect(sandbox.keys).toEqual(keys)
    expect((await client.charge()).paid).toBe(true)
    expect((await client.get('/charges', {}, { key: 'skey_test_sandbox' })).status).toBe(401)
  })

  test('webhookSecret signs the webhooks of test mode, and again after a reset', async () => {
    const secret = btoa('0123456789abcdef'.repeat(2))
    const { client, sandbox } = setUp({ webhookSecret: secret })
    const signed = new Set<string>()
    sandbox.webhooks.onDelivery(async (request) => {
      signed.add(verifyWebhook({ body: await request.text(), headers: request.headers, secret }).key)
    })
    await client.post('/customers')
    await sandbox.webhooks.settle()
    sandbox.reset()
    await client.charge()
    await sandbox.webhooks.settle()
    expect(signed).toEqual(new Set(['customer.create', 'charge.create', 'charge.complete']))
    expect(sandbox.webhooks.secret).toBe(secret)
    expect([sandbox.live, sandbox.createAccount().test].map(({ webhooks }) => webhooks.secret)).not.toContain(
      secret,
    )
  })

  test('webhookSecret is part of the state: a sandbox that could not sign with it refuses a snapshot', () => {
    const snapshot = createSandbox({ webhookSecret: 'whsec_of_the_shop' }).snapshot()
    const [plain, decoding] = [createSandbox(), makeSandbox({ secretEncoding: 'base64' })]
    plain.restore(JSON.parse(JSON.stringify(snapshot)))
    expect(plain.webhooks.secrets).toEqual(['whsec_of_the_shop'])
    const before = stateOf(decoding)
    expect(() => decoding.restore(snapshot)).toThrow(
      /webhook secret that is not base64, as secretEncoding is here/,
    )
    expect(stateOf(decoding)).toBe(before)
  })

  test.each([
    '2026-03-01T00:00:00Z',
    '2026-03-01',
    '2026-03-01T07:00:00+07:00',
    Date.UTC(2026, 2, 1),
    new Date(Date.UTC(2026, 2, 1)),
  ])('now: %j starts the clock there', (now) => {
    expect(makeSandbox({ now }).clock.now().toISOString()).toBe('2026-03-01T00:00:00.000Z')
  })

  test('faults: of both kinds, for the default account in test mode, and again after a reset', async () => {
    const { client, sandbox } = setUp({
      faults: [
        { method: 'POST', path: '/customers', rateLimit: true },
        { event: 'customer.*', drop: true, times: 2 },
      ],
    })
    expect((await client.post('/customers')).status).toBe(429)
    expect(sandbox.faults.list()).toMatchObject([
      { kind: 'request', path: '/customers', hits: 1 },
      { kind: 'webhook', event: 'customer.*', times: 2, hits: 0 },
    ])
    expect((await client.post('/customers')).status).toBe(200)
    expect(sandbox.live.faults.list()).toEqual([])
    sandbox.faults.clear()
    sandbox.reset()
    expect((await client.post('/customers')).status).toBe(429)
  })

  test('now and freeze together start at exactly that time, however long the creation takes', () => {
    let tick = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => {
      tick += 1
      return tick
    })
    const sandbox = createSandbox({ now: '2026-03-01', freeze: true })
    expect(sandbox.clock.now().toISOString()).toBe('2026-03-01T00:00:00.000Z')
    sandbox.reset()
    expect(sandbox.clock.now().toISOString()).toBe('2026-03-01T00:00:00.000Z')
  })

  test('freeze alone stops the clock where it is', () => {
    const { clock } = createSandbox({ freeze: true })
    expect([clock.frozen, clock.now()]).toEqual([true, clock.now()])
  })

  test('baseUrl and vaultUrl are the start of links, and select the server', async () => {
    const urls = { baseUrl: 'http://pay.localhost:8080/', vaultUrl: 'http://vault.localhost:8080' }
    const { client, sandbox } = setUp(urls)
    expect([sandbox.url, sandbox.vaultUrl]).toEqual(['http://pay.localhost:8080', urls.vaultUrl])
    const { authorize_uri } = await client.charge({ authentication: '3DS' })
    expect(authorize_uri).toMatch(/^http:\/\/pay\.localhost:8080\/payments\//)
  })

  test.each([
    [{ country: 'JP' }, 'jpy'],
    [{ country: 'SG' }, 'sgd'],
    [{ country: 'MY' }, 'myr'],
    [{ country: 'TH', currency: 'usd' }, 'usd'],
  ] as const)('%j settles in %s', async (options, currency) => {
    const { client } = setUp(options)
    expect(expectSuccess(await client.get('/balance')).currency).toBe(currency)
    expect((await client.charge()).funding_currency).toBe(currency)
  })

  test('accounts creates further accounts, each with its own keys', () => {
    const { accounts } = makeSandbox({ accounts: [{}, { country: 'SG' }] })
    expect(accounts.map(({ keys }) => keys.secret)).toHaveLength(3)
    expect(new Set(accounts.map(({ keys }) => keys.secret)).size).toBe(3)
  })
})

describe('randomSeed: the same requests give the same ids', () => {
  const idsOf = async (randomSeed: string | undefined): Promise<readonly string[]> => {
    const sandbox = createSandbox({ now: '2026-01-01', freeze: true, ...(randomSeed ? { randomSeed } : {}) })
    const client = makeClient(sandbox)
    const charge = await client.charge()
    const account = sandbox.createAccount()
    return [charge.id, charge.card?.id ?? '', charge.transaction ?? '', account.id, account.keys.secret]
  }

  test('in every sandbox with that seed, and in no other', async () => {
    const [first, again, other, none, noneAgain] = await Promise.all(
      ['a', 'a', 'b', undefined, undefined].map((seed) => idsOf(seed)),
    )
    expect(again).toEqual(first)
    for (const ids of [other, none, noneAgain]) for (const id of ids ?? []) expect(first).not.toContain(id)
    expect(none).not.toEqual(noneAgain)
  })

  test('also when other requests were refused in between', async () => {
    const plain = setUp({ randomSeed: 'a' }).client
    const { client } = setUp({ randomSeed: 'a' })
    await client.post('/charges', { amount: 1, currency: 'thb', card: 'tokn_test_x' })
    await client.post('/tokens', { card: {} }, { host: 'vault' })
    expect((await client.charge()).id).toBe((await plain.charge()).id)
  })

  test('again after a reset', async () => {
    const { client, sandbox } = setUp({ randomSeed: 'a' })
    const { id } = await client.charge()
    sandbox.reset()
    expect((await client.charge()).id).toBe(id)
  })
})

describe('a wrong option is a SandboxError that names it (contract 3)', () => {
  const drop = { drop: 'request' }
  const wrong: [options: unknown, message: RegExp][] = [
    [
      { webhookSecret: 'a,b' },
      /^webhookSecret: must be letters, digits and marks, without spaces and commas$/,
    ],
    [{ webhookSecret: 'a_b', secretEncoding: 'base64' }, /^webhookSecret: must be base64, as secretEnc/],
    [{ webhookSecret: 'a_b', overrides: { secretEncoding: 'base64' } }, /^webhookSecret: must be base64/],
    [{ now: 'soon' }, /^now: /],
    [{ now: Number.NaN }, /^now: /],
    [{ now: new Date(Number.NaN) }, /^now: /],
    [{ now: '+012026-01-01' }, /^now: /],
    [{ now: 1e17 }, /^now: /],
    [{ now: -1e17 }, /^now: /],
    [{ freeze: 'yes' }, /^freeze: /],
    [{ country: 'US' }, /^country: /],
    [{ currency: 'btc' }, /^currency: /],
    [{ accounts: [{ country: 'US' }] }, /^accounts\.0\.country: /],
    [{ accounts: [{ email: 'nobody' }] }, /^accounts\.0\.email: /],
    [
      { faults: { drop: 'request' } },
      /^faults: must be a list of faults, such as \[\{ drop: 'response' \}\]$/,
    ],
    [{ fixtures: 'busy-shop' }, /^fixtures: must be a list of fixtures, such as \['saved-card'\]$/],
    [{ webhooks: { endpoints: 'http://a.test' } }, /^webhooks\.endpoints: must be a list of URLs, such as/],
    [{ faults: ['drop'] }, /^faults\.0: must be a fault, such as/],
    [{ faults: [{}] }, /^faults\.0: does nothing: give delayMs, holdMs, respond, rateLimit or drop$/],
    [{ faults: [drop, { delayMs: -1 }] }, /^faults\.1\.delayMs: must be a whole number/],
    [{ faults: [{ delay_ms: 1, drop: 'request' }] }, /^faults\.0\.delay_ms: has no meaning here$/],
    [
      { faults: [drop, { path: '/charge', ...drop }] },
      /^faults\.1\.path: fits no .*: did you mean \/charges\?$/,
    ],
    [{ faults: [{ event: 'charge.*', drop: 'request' }] }, /^faults\.0\.drop: must be true or false$/],
    [{ prot: 1, constructor: 1 }, /^prot: is not an option; constructor: is not an option$/],
    [{ port: 4111 }, /^port: is an option of listen\(\)$/],
    [{ log: 'json' }, /^log: is an option of `payment-sandbox serve`$/],
    [null, /^options: must be an object$/],
    [4111, /^options: must be an object$/],
    [[], /^options: must be an object$/],
    [{ freeze: 1, randomSeed: '' }, /^freeze: .*; randomSeed: /],
    [{ randomSeed: 7, headerPrefix: 7 }, /^headerPrefix: must be a word .*; randomSeed: must be a text$/],
  ]
  test.each(wrong)('%j', (options, message) => {
    const create = () => createSandbox(options as SandboxOptions)
    expect(create).toThrow(SandboxError)
    expect(create).toThrow(
      expect.objectContaining({ code: 'invalid_option', message: expect.stringMatching(message) }),
    )
  })
})
