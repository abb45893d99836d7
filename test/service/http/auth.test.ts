import { describe, expect } from 'vitest'
import type { KeyPair } from '../../../src/index'
import { goodCard } from '../../support/client'
import { clientWith, expectError, expectSuccess, setUp, test } from '../../support/set-up'

const secret = 'skey_test_sandbox'

describe('200: the Authorization header (5)', () => {
  const accepted: [name: string, header: string][] = [
    ['Basic base64(<key>:)', `Basic ${btoa(`${secret}:`)}`],
    ['any password', `Basic ${btoa(`${secret}:x`)}`],
    ['a password with a colon', `Basic ${btoa(`${secret}:a:b`)}`],
    ['the scheme in small letters', `basic ${btoa(`${secret}:`)}`],
    ['the scheme in capitals', `BASIC ${btoa(`${secret}:`)}`],
    ['more than one space', `Basic   ${btoa(`${secret}:`)}`],
  ]
  test.for(accepted)('takes %s', async ([_, authorization], { client }) => {
    expectSuccess(await client.get('/charges', {}, { key: 'none', headers: { authorization } }))
  })

  test('the sandbox has it ready for both keys', async ({ client, sandbox }) => {
    expect(sandbox.authorization).toEqual({
      secret: `Basic ${btoa('skey_test_sandbox:')}`,
      public: `Basic ${btoa('pkey_test_sandbox:')}`,
    })
    const headers = { authorization: sandbox.authorization.secret }
    expectSuccess(await client.get('/charges', {}, { key: 'none', headers }))
  })

  test('GET / needs no key, /capability takes either', async ({ client }) => {
    for (const host of ['api', 'vault'] as const)
      expect(expectSuccess(await client.get('/', {}, { key: 'none', host })).versions).toContain('2019-05-29')
    for (const key of ['public', 'secret']) expectSuccess(await client.get('/capability', {}, { key }))
  })
})

/** The record of another account answers like one that does not exist. */
const strange = { message: /^(charge|customer|token) \S+ was not found$/ }

describe('200: an account and its modes see their own records only', () => {
  test('test and live are two partitions with ids of their own (1, 5)', async ({ client, sandbox }) => {
    const live = clientWith(sandbox, sandbox.live.keys)
    const inTest = await client.charge()
    const inLive = await live.charge()
    expect([inTest.livemode, inLive.livemode]).toEqual([false, true])
    expect(inLive.id).toMatch(/^chrg_(?!test_)[0-9a-z]{19}$/)
    expectError(await client.get(`/charges/${inLive.id}`), 'not_found', strange)
    expectError(await live.get(`/charges/${inTest.id}`), 'not_found', strange)
    expectError(await live.post(`/charges/${inTest.id}/refunds`), 'not_found', strange)
    const { id: card } = await client.token()
    expectError(await live.post('/charges', { amount: 10_000, currency: 'thb', card }), 'not_found', strange)
    expect([sandbox.charges.count(), sandbox.live.charges.count()]).toEqual([1, 1])
  })

  test('what is planned in live mode happens to the live records', async ({ client, sandbox }) => {
    const live = clientWith(sandbox, sandbox.live.keys)
    const inTest = await client.authorized()
    const { id } = await live.authorized()
    await client.post(`/charges/${inTest.id}/reverse`)
    await sandbox.clock.advance('8d')
    expect(expectSuccess(await live.get(`/charges/${id}`))).toMatchObject({ status: 'expired' })
  })
})

describe('401: authentication_failure (5 rule 3)', () => {
  const refused: [name: string, header: string | null][] = [
    ['none at all', null],
    ['an empty one', ''],
    ['the bare scheme', 'Basic'],
    ['a Bearer token', `Bearer ${secret}`],
    ['the key as it is', secret],
    ['the key after Basic', `Basic ${secret}:`],
    ['no base64', 'Basic ~~~~'],
    ['base64 of nothing', 'Basic '],
    ['no colon', `Basic ${btoa(secret)}`],
    ['no colon, with a letter more than a key', `Basic ${btoa(`${secret}x`)}`],
    ['an empty key', `Basic ${btoa(':')}`],
    ['the key as password', `Basic ${btoa(`:${secret}`)}`],
    ['a space before the key', `Basic ${btoa(` ${secret}:`)}`],
    ['another case', `Basic ${btoa(`${secret.toUpperCase()}:`)}`],
    ['an unknown key', `Basic ${btoa('skey_test_unknown:')}`],
    ['a name that every object has', `Basic ${btoa('__proto__:')}`],
    ['the public key on a secret operation', `Basic ${btoa('pkey_test_sandbox:')}`],
    ['the public live key on a secret operation', `Basic ${btoa('pkey_sandbox:')}`],
  ]
  test.for(refused)('%s', async ([_, authorization], { client }) => {
    const asking = { key: 'none', headers: authorization === null ? {} : { authorization } }
    for (let i = 0; i < 2; i += 1)
      expectError(await client.get('/charges', {}, asking), 'authentication_failure')
    expectError(await client.post('/charges', { amount: 10_000 }, asking), 'authentication_failure')
  })

  test('comes before everything else that may be wrong', async ({ client }) => {
    const asking = { key: 'none', headers: { 'service-version': 'soon' } }
    for (const path of ['/charges/chrg_test_x', '/no/such/path', '/charges?limit=1000'])
      expectError(await client.get(path, {}, asking), 'authentication_failure')
    const body = { ...asking, body: '{', contentType: 'application/json' }
    expectError(await client.send('POST', '/charges', body), 'authentication_failure')
  })

  test('has no challenge, which would make a browser ask for a password', async ({ client }) => {
    expect((await client.get('/charges', {}, { key: 'none' })).headers.get('www-authenticate')).toBeNull()
  })
})

describe('401 and 403: keys and accounts that are switched off (contract 2)', () => {
  const states = [
    ['revoked', 'authentication_failure'],
    ['expired', 'key_expired_error'],
  ] as const
  test.each(states)('a key that is %s answers %s, at once; the other keys work on', async (state, name) => {
    const { client, sandbox } = setUp()
    const { id } = await client.charge()
    const account = sandbox.accounts[0]
    account?.update({ keys: { [secret]: state } })
    expectError(await client.get(`/charges/${id}`), name)
    await client.token()
    await clientWith(sandbox, sandbox.live.keys).charge()
    account?.update({ keys: { [secret]: 'active' } })
    expectSuccess(await client.get(`/charges/${id}`))
  })

  test('all keys of a locked account answer locked_account_error, until it is unlocked', async () => {
    const { client, sandbox } = setUp()
    const other = sandbox.createAccount()
    sandbox.accounts[0]?.update({ locked: true })
    const locked = { card: goodCard }
    expectError(await client.get('/charges'), 'locked_account_error')
    expectError(await clientWith(sandbox, sandbox.live.keys).get('/charges'), 'locked_account_error')
    expectError(await client.post('/tokens', locked, { host: 'vault' }), 'locked_account_error')
    await clientWith(sandbox, other.keys).charge()
    sandbox.accounts[0]?.update({ locked: false })
    await client.charge()
  })
})

describe('400 and 404: only clients with a key get details (4.1 rule 6)', () => {
  test.for(['/nothing', '/charges/x/nothing', '/tokens', '/_sandboxes', '/account/api_versions', '/schema'])(
    'GET %s does not exist',
    async (path, { client }) => {
      expectError(await client.get(path), 'not_found')
    },
  )

  test('a method that a path does not have is not found', async ({ client }) => {
    const { id } = await client.charge()
    for (const answer of [await client.delete(`/charges/${id}`), await client.patch('/charges', {})])
      expectError(answer, 'not_found')
  })
})

test('the fresh keys of the accounts of one sandbox do not open another', async () => {
  const first = setUp({ randomSeed: 'first' })
  const second = setUp({ randomSeed: 'second' })
  const keys: KeyPair = first.sandbox.createAccount().keys
  expectSuccess(await clientWith(first.sandbox, keys).get('/charges'))
  expectError(await clientWith(second.sandbox, keys).get('/charges'), 'authentication_failure')
})
