/** Contract 2, 4 and 6: accounts over HTTP, accounts that their first use makes, and 3-D Secure for all. */
import { describe, expect, onTestFinished } from 'vitest'
import { createSandbox, type KeyPair, type Sandbox, type WebhookSecret } from '../../src/index'
import { makeControl } from '../support/control'
import { clientWith, expectError, makeSandbox, plainSandbox, setUp, stateOf, test } from '../support/set-up'

interface Shown {
  readonly id: string
  readonly keys: { readonly test: KeyPair; readonly live: KeyPair }
  readonly [field: string]: unknown
}

const make = async (sandbox: Sandbox, body: object = {}): Promise<Shown> => {
  const answer = await makeControl(sandbox).post('/accounts', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as Shown
}

describe('POST /_sandbox/accounts (contract 6)', () => {
  test('returns an id, fresh keys of both modes and the webhook secret', async ({ sandbox }) => {
    const made = await make(sandbox, { email: 'shop@example.com', country: 'JP' })
    const account = sandbox.account(made.id) ?? expect.fail('it is not there')
    expect(made).toMatchObject({
      ...{ email: 'shop@example.com', country: 'JP', currency: 'jpy', locked: false, require_3ds: false },
      keys: { test: account.test.keys, live: account.live.keys },
      webhook_secret: account.test.webhookSecrets.list()[0]?.secret,
    })
    const { body } = await clientWith(sandbox, made.keys.test).get('/account')
    expect(body).toMatchObject({ team: made.id, email: 'shop@example.com', currency: 'jpy' })
  })

  test('creates an account in Thailand by default', async ({ sandbox }) => {
    const usual = { email: 'merchant@example.com', country: 'TH', currency: 'thb' }
    expect(await make(sandbox)).toMatchObject(usual)
  })

  test('accepts given keys, once', async ({ sandbox }) => {
    const keys = { test: { public: 'pkey_test_mine', secret: 'skey_test_mine' } }
    expect((await make(sandbox, { keys })).keys.test).toEqual(keys.test)
    const before = stateOf(sandbox)
    const again = await makeControl(sandbox).post('/accounts', { keys })
    const message = 'accounts: two keys are pkey_test_mine'
    expect([again.status, again.body.error]).toEqual([
      422,
      { code: 'invalid_option', message, issues: [{ path: 'keys', message }] },
    ])
    expect(stateOf(sandbox)).toBe(before)
  })

  const bad: [body: object, path: string][] = [
    [{ email: 'nobody' }, 'email'],
    [{ country: 'XX' }, 'country'],
    [{ currency: 'bitcoin' }, 'currency'],
    [{ name: 'Shop' }, 'name'],
    [{ keys: { test: { public: 'skey_test_a', secret: 'skey_test_a' } } }, 'keys.test.public'],
    [{ keys: { live: { public: 'pkey_test_a', secret: 'skey_a' } } }, 'keys.live.public'],
  ]
  test.for(bad)('%j is 422 at %s', async ([body, path], { sandbox }) => {
    const answer = await makeControl(sandbox).post('/accounts', body)
    expect([answer.status, answer.body.error]).toMatchObject([422, { issues: [{ path }] }])
    expect(sandbox.accounts).toHaveLength(1)
  })
})

describe('GET /_sandbox/accounts (contract 6)', () => {
  test('shows the settings of each account, its keys and its webhook secret', async ({
    sandbox,
    control,
  }) => {
    const made = []
    for (const account of [{ email: 'a@example.com' }, { country: 'JP' }])
      made.push((await control.post('/accounts', account)).body)
    const { body } = await control.get('/accounts')
    expect(body.data).toEqual([expect.objectContaining({ id: sandbox.accounts[0]?.id }), ...made])
  })

  test('shows the oldest webhook secret in use, and null when each one was deleted', async ({
    sandbox,
    client,
  }) => {
    const shown = async () => {
      const { body } = await makeControl(sandbox).get('/accounts')
      return (body.data as { webhook_secret: string | null }[])[0]?.webhook_secret
    }
    const [first] = sandbox.webhookSecrets.list()
    expect(await shown()).toBe(first?.secret)
    const { body: second } = await client.post<WebhookSecret>('/webhooks/secrets')
    expect(await shown()).toBe(first?.secret)
    await client.delete(`/webhooks/secrets/${first?.id}`)
    expect(await shown()).toBe(second.secret)
    await client.delete(`/webhooks/secrets/${second.id}`)
    expect(await shown()).toBeNull()
  })

  test('takes little memory for accounts that have no records: 100,000 of them can be shown', async () => {
    // Without the audit of each account at the end of the test.
    const sandbox = plainSandbox()
    onTestFinished(() => sandbox.close())
    for (let i = 0; i < 1_000; i += 1) sandbox.createAccount()
    const before = process.memoryUsage().heapUsed
    await makeControl(sandbox).get('/accounts')
    await (await sandbox.fetch(`${sandbox.url}/_sandbox/`)).text()
    // Garbage included. It was 80 kB for each account that was shown.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(1_000 * 30_000)
  })
})

describe('PATCH /_sandbox/accounts/:id', () => {
  test('locks an account, revokes or expires a key, and undoes each of them', async ({ client, sandbox }) => {
    const control = makeControl(sandbox)
    const { secret } = sandbox.keys
    const change = (body: object) => control.patch('/accounts/acct_sandbox', body)
    await client.get('/charges')
    expect((await change({ locked: true })).body.locked).toBe(true)
    expectError(await client.get('/charges'), 'locked_account_error')
    await change({ locked: false, keys: { [secret]: 'revoked' } })
    expectError(await client.get('/charges'), 'authentication_failure')
    const expired = await change({ keys: { [secret]: 'expired' } })
    expect(expired.body.key_states).toMatchObject({ [secret]: 'expired', [sandbox.keys.public]: 'active' })
    expectError(await client.get('/charges'), 'key_expired_error')
    await change({ keys: { [secret]: 'active' } })
    expect((await client.get('/charges')).status).toBe(200)
  })

  test('require_3ds makes card charges wait, those of other accounts not (contract 6)', async () => {
    const { client, sandbox } = setUp()
    const other = sandbox.createAccount()
    await makeControl(sandbox).patch('/accounts/acct_sandbox', { require_3ds: true })
    const waiting = await client.charge()
    expect(waiting).toMatchObject({ status: 'pending', authorize_uri: expect.stringMatching(/authorize$/) })
    expect(await client.confirm(waiting)).toMatchObject({ status: 'successful' })
    expect(await clientWith(sandbox, other.keys).charge()).toMatchObject({ status: 'successful' })
  })

  const refused: [body: object, status: number][] = [
    [{ locked: 'yes' }, 422],
    [{ keys: { skey_test_sandbox: 'lost' } }, 422],
    [{ colour: 'red' }, 422],
    [{ keys: { skey_test_unknown: 'revoked' }, locked: true }, 404],
  ]
  test.for(refused)('%j is %i and changes nothing', async ([body, status], { sandbox }) => {
    const before = stateOf(sandbox)
    expect((await makeControl(sandbox).patch('/accounts/acct_sandbox', body)).status).toBe(status)
    expect(stateOf(sandbox)).toBe(before)
  })

  test('of an unknown account is 404', async () => {
    expect((await makeControl(makeSandbox()).patch('/accounts/acct_none', {})).status).toBe(404)
  })
})

const pair = (name: string): KeyPair => ({ public: `pkey_test_${name}`, secret: `skey_test_${name}` })

describe('accounts: auto (contract 1)', () => {
  test('the first use of either key makes the account of both', async () => {
    const sandbox = makeSandbox({ accounts: 'auto' })
    const worker = clientWith(sandbox, pair('worker_1'))
    const { id } = await worker.charge()
    expect((await worker.get(`/charges/${id}`)).status).toBe(200)
    expect(sandbox.accounts).toHaveLength(2)
    expect(sandbox.accounts[1]?.live.keys).toEqual({ public: 'pkey_worker_1', secret: 'skey_worker_1' })
    const live = sandbox.accounts[1]?.live.keys ?? sandbox.keys
    expect((await clientWith(sandbox, live).get('/charges')).body.total).toBe(0)
  })

  const wrongKeys = [
    'skey_worker',
    'skey_test_',
    'skey_test_test_a',
    'skey_test_a b',
    'akey_test_a',
    `skey_test_${'a'.repeat(65)}`,
  ]
  test.each(wrongKeys)('%s is not a key of such a pair: 401, and no account is created', async (key) => {
    const { client, sandbox } = setUp({ accounts: 'auto' })
    const before = stateOf(sandbox)
    expectError(await client.get('/charges', {}, { key }), 'authentication_failure')
    expect(stateOf(sandbox)).toBe(before)
  })

  test('without it an unknown key stays unknown', async ({ client, sandbox }) => {
    expectError(await client.get('/charges', {}, { key: 'skey_test_worker' }), 'authentication_failure')
    expect(sandbox.accounts).toHaveLength(1)
  })

  test('a pair is not created if another account has one of its keys', async () => {
    const sandbox = makeSandbox({ accounts: 'auto', secretKey: 'skey_test_half' })
    const client = clientWith(sandbox, pair('sandbox'))
    expectError(await client.get('/charges'), 'authentication_failure')
    expect(sandbox.accounts).toHaveLength(1)
  })

  test('from maxAccounts on, a new key gets 401 and changes nothing, and known keys go on', async () => {
    const sandbox = makeSandbox({ accounts: 'auto', maxAccounts: 3 })
    for (const name of ['a', 'b'])
      expect((await clientWith(sandbox, pair(name)).get('/charges')).status).toBe(200)
    const before = stateOf(sandbox)
    expectError(await clientWith(sandbox, pair('c')).get('/charges'), 'authentication_failure', {
      message:
        /^authentication failed: this key is new, .* as it has 3 or more: .* higher --max-accounts \(max.* in code\)$/,
    })
    expect(stateOf(sandbox)).toBe(before)
    expect((await clientWith(sandbox, pair('a')).get('/charges')).status).toBe(200)
    sandbox.reset()
    expect((await clientWith(sandbox, pair('c')).get('/charges')).status).toBe(200)
  })

  test('reset and restore forget it, and its next use makes it again', async () => {
    const sandbox = makeSandbox({ accounts: 'auto' })
    const worker = clientWith(sandbox, pair('w'))
    await worker.charge()
    sandbox.reset()
    expect(sandbox.accounts).toHaveLength(1)
    expect((await worker.get('/charges')).body.total).toBe(0)
  })
})

test('the option webhookSecret holds for each account of accounts: auto, in test mode', async () => {
  const sandbox = makeSandbox({ accounts: 'auto', webhookSecret: 'c2VjcmV0' })
  for (const key of ['skey_test_w1', 'skey_test_w2']) {
    await sandbox.fetch('/account', { headers: { authorization: `Basic ${btoa(`${key}:`)}` } })
    expect(sandbox.account(key)?.webhooks.secret).toBe('c2VjcmV0')
  }
  expect(sandbox.createAccount().webhooks.secret).not.toBe('c2VjcmV0')
})

describe('the log line about an unknown key (contract 1)', () => {
  const hintFor = async (sandbox: Sandbox, headers: Record<string, string>): Promise<string> => {
    const hints: string[] = []
    sandbox.onRequest(({ hint }) => hints.push(hint ?? ''))
    await sandbox.fetch(`${sandbox.url}/charges`, { headers })
    sandbox.onRequest(null)
    return hints.join()
  }
  const basic = (credentials: string) => ({ authorization: `Basic ${btoa(credentials)}` })
  const hintOf = (sandbox: Sandbox, key: string) => hintFor(sandbox, basic(`${key}:`))
  const known = 'known keys: pkey_test_sandbox, skey_test_sandbox, pkey_sandbox, skey_sandbox'
  const notBasic = `the Authorization header is not Basic base64(<key>:); ${known}`

  test.each<[header: string, headers: Record<string, string>, hint: string]>([
    ['none', {}, `no Authorization header came; ${known}`],
    ['of another kind', { authorization: 'Bearer skey_test_sandbox' }, notBasic],
    ['with a word before it', { authorization: `a ${basic('skey_test_sandbox:').authorization}` }, notBasic],
    ['with a word after it', { authorization: `${basic('skey_test_sandbox:').authorization} a` }, notBasic],
    ['of letters that are no base64', { authorization: 'Basic a' }, notBasic],
    ['without a colon', basic('skey_test_sandbox'), notBasic],
    ['with an unknown key', basic('other:'), `key othe… is not known; ${known}`],
    [
      'with the public key',
      basic('pkey_test_sandbox:'),
      'key pkey_test_sandbox is a public key, which this operation does not take',
    ],
  ])('header %s', async (_, headers, hint) => {
    expect(await hintFor(makeSandbox(), headers)).toBe(hint)
  })

  test('a key that was revoked', async ({ sandbox }) => {
    sandbox.accounts[0]?.update({ keys: { skey_test_sandbox: 'revoked' } })
    expect(await hintOf(sandbox, 'skey_test_sandbox')).toBe('key skey_test_sandbox is revoked')
  })

  test('the nearest keys first, and that its first use makes an account where it does', async () => {
    const accounts = ['somchai', 'kanda'].map((name) => ({ keys: { test: pair(name) } }))
    const some = makeSandbox({ accounts })
    const nearest =
      'known keys: skey_test_…nda, pkey_test_…nda, pkey_test_sandbox, skey_test_sandbox and 8 more'
    expect(await hintOf(some, 'skey_test_kandy')).toBe(
      `key skey_test_…ndy is not known; the options publicKey and secretKey (--public-key, --secret-key) set your own; ${nearest}`,
    )
    expect(await hintOf(makeSandbox({ accounts: 'auto' }), 'other')).toBe(
      `key othe… is not known; any skey_test_<name> or pkey_test_<name> makes an account; ${known}`,
    )
  })

  test('the nearest keys first, how many more there are, and no key in full but those that all know', async () => {
    const { sandbox } = setUp()
    const accounts = Array.from({ length: 200 }, () => sandbox.createAccount())
    const meant = accounts[150]?.keys.secret ?? ''
    const hint = await hintOf(sandbox, `${meant.slice(0, -1)}!`)
    expect(hint).toMatch(/ is not known; .*; known keys: .* and 800 more$/)
    expect(hint.split('known keys: ')[1]).toMatch(new RegExp(`^${meant.slice(0, 10)}…${meant.slice(-3)}, `))
    expect(hint.length).toBeLessThan(250)
    for (const { keys } of accounts) expect(hint).not.toContain(keys.secret)
  })
})

test('options: accounts with keys of their own, 3-D Secure for all, or what is wrong (contract 6)', async () => {
  const keys = { test: { public: 'pkey_test_b', secret: 'skey_test_b' } }
  const sandbox = makeSandbox({ accounts: [{ keys }, { require3ds: false }], require3ds: true })
  expect(sandbox.accounts.map((account) => account.about().require3ds)).toEqual([true, true, false])
  expect(await clientWith(sandbox, keys.test).charge()).toMatchObject({ status: 'pending' })
  const invalid = (message: RegExp) =>
    expect.objectContaining({ code: 'invalid_option', message: expect.stringMatching(message) })
  expect(() => createSandbox({ accounts: [{ keys }, { keys }] })).toThrow(invalid(/two keys are pkey_test_b/))
  expect(() => createSandbox({ accounts: 'all' as 'auto' })).toThrow(
    invalid(/accounts: must be declared, auto/),
  )
})

test('an account is named by its id or by one of its keys, in either mode', async () => {
  const { sandbox } = setUp()
  const control = makeControl(sandbox)
  const account = sandbox.createAccount()
  for (const name of [account.id, account.keys.secret, account.keys.public, account.live.keys.secret]) {
    expect(sandbox.account(name)?.id).toBe(account.id)
    const renamed = await control.patch(`/accounts/${name}`, { locked: false })
    expect(renamed.body.id).toBe(account.id)
  }
  const missing = await control.post('/reset?account=skey_test_alice')
  expect([missing.status, JSON.stringify(missing.body)]).toEqual([
    404,
    expect.stringContaining('no account skey_test_alice: name one by its id or one of its keys'),
  ])
})
