import { describe, expect, test } from 'vitest'
import { makeClient } from '../support/client'
import { makeSandbox } from '../support/sandbox'
import { builtAuth } from './tables'

interface Attempt {
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: string
}

const sandboxWithKey = () => {
  const sandbox = makeSandbox()
  const account = sandbox.createAccount()
  return { sandbox, account, client: makeClient(sandbox, account) }
}
type Stage = ReturnType<typeof sandboxWithKey>

const plainHeader = (authorization: string): Attempt => ({ key: 'none', headers: { authorization } })

/** How each case of the table comes about; a case may come about in several ways. */
const attempts: Readonly<Record<string, (stage: Stage) => readonly Attempt[]>> = {
  'missing key': () => [{ key: 'none' }],
  'malformed key': () => [{ key: 'skey' }, { key: '' }, { key: 'skey_test_' }, { key: 'skey_test_\u00e9' }],
  'revoked key': ({ account }) => {
    account.update({ keys: { [account.keys.secret]: 'revoked' } })
    return [{ key: account.keys.secret }]
  },
  // The key of one environment, written as one of the other.
  'wrong-environment key': ({ account }) => [
    { key: account.live.keys.secret.replace('skey_', 'skey_test_') },
    { key: account.test.keys.secret.replace('skey_test_', 'skey_') },
  ],
  'public key on a secret operation': ({ account }) => [
    { key: account.keys.public },
    { key: account.live.keys.public },
  ],
  'expired key': ({ account }) => {
    account.update({ keys: { [account.keys.secret]: 'expired' } })
    return [{ key: account.keys.secret }]
  },
  'locked account': ({ account }) => {
    account.update({ locked: true })
    return [{ key: account.keys.secret }, { key: account.live.keys.secret }, { key: account.keys.public }]
  },
  'invalid key': () => [{ key: 'skey_test_nobody' }],
  'bad basic format': ({ account }) => [
    plainHeader(account.keys.secret),
    plainHeader(`Bearer ${account.keys.secret}`),
    plainHeader(`Basic ${account.keys.secret}`),
    plainHeader(`Basic ${btoa(account.keys.secret)}`),
    plainHeader('Basic'),
    plainHeader('Basic %%%'),
  ],
}

const cases = builtAuth.flatMap((row) => ['/charges', '/events'].map((path) => ({ ...row, path })))

describe('spec 5: what a request with the wrong key is answered', () => {
  test.each(cases)('$case on $path: $status $code', async ({ case: name, path, status, code, message }) => {
    const stage = sandboxWithKey()
    const tried = attempts[name]?.(stage) ?? []
    expect(tried.length).toBeGreaterThan(0)
    for (const attempt of tried) {
      const answer = await stage.client.get(path, {}, attempt)
      expect({ attempt, status: answer.status }).toEqual({ attempt, status })
      expect(answer.body).toMatchObject({ code, message })
    }
  })

  test.each([
    ['revoked', 401],
    ['expired', 403],
  ] as const)('a key that was just used is refused as soon as it is %s', async (state, status) => {
    const { account, client } = sandboxWithKey()
    expect((await client.get('/charges')).status).toBe(200)
    account.update({ keys: { [account.keys.secret]: state } })
    expect((await client.get('/charges')).status).toBe(status)
  })

  test('a key works again once it is active and its account is unlocked', async () => {
    const { account, client } = sandboxWithKey()
    account.update({ locked: true, keys: { [account.keys.secret]: 'expired' } })
    expect((await client.get('/charges')).status).toBe(403)
    account.update({ locked: false, keys: { [account.keys.secret]: 'active' } })
    expect((await client.get('/charges')).status).toBe(200)
  })

  test('the password is ignored, as some published clients send one', async () => {
    const { account, client } = sandboxWithKey()
    const authorization = `Basic ${btoa(`${account.keys.secret}:x`)}`
    expect((await client.get('/charges', {}, plainHeader(authorization))).status).toBe(200)
  })
})
