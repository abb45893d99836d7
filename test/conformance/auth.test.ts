import { describe, expect, test } from 'vitest'
import { authOutcomes } from '../spec/auth'
import { makeClient } from '../support/client'
import { makeSandbox } from '../support/set-up'

interface Attempt {
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: string
  /** It asks to change something. */
  readonly writes?: boolean
}

const sandboxWithKey = () => {
  const sandbox = makeSandbox()
  const account = sandbox.createAccount()
  return { sandbox, account, client: makeClient(sandbox, account) }
}
type KeySetup = ReturnType<typeof sandboxWithKey>

const plainHeader = (authorization: string): Attempt => ({ key: 'none', headers: { authorization } })

/** How each case of the table comes about; a case may come about in several ways. */
const attempts: Readonly<Record<string, (setup: KeySetup) => readonly Attempt[]>> = {
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
  // Only where something would be changed: it may look.
  'not authorized': ({ account }) => {
    account.update({ keys: { [account.keys.secret]: 'read_only' } })
    return [{ key: account.keys.secret, writes: true }]
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

const cases = authOutcomes.flatMap((row) => ['/charges', '/events'].map((path) => ({ ...row, path })))

describe('spec 5: a request with a wrong key is refused', () => {
  test.each(cases)('$case on $path: $status $code', async ({ case: name, path, status, code, message }) => {
    const setup = sandboxWithKey()
    const tried = attempts[name]?.(setup) ?? []
    expect(tried.length).toBeGreaterThan(0)
    for (const attempt of tried) {
      const { client } = setup
      const answer = attempt.writes
        ? await client.post(path.replace('events', 'customers'), {}, attempt)
        : await client.get(path, {}, attempt)
      expect({ attempt, status: answer.status }).toEqual({ attempt, status })
      expect(answer.body).toMatchObject({ code, message })
    }
  })

  test('a read-only key reads, on both servers, and changes nothing', async () => {
    const { account, client, sandbox } = sandboxWithKey()
    const { id } = await client.customer()
    account.update({ keys: { [account.keys.secret]: 'read_only', [account.keys.public]: 'read_only' } })
    expect((await client.get(`/customers/${id}`)).status).toBe(200)
    const state = JSON.stringify(sandbox)
    for (const answer of [
      await client.post('/charges', { amount: 10_000, currency: 'thb', customer: id }),
      await client.patch(`/customers/${id}`, { email: 'a@example.com' }),
      await client.delete(`/customers/${id}`),
      await client.post('/tokens', {}, { host: 'vault' }),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'not_authorized' } })
    expect(JSON.stringify(sandbox)).toBe(state)
  })
})
