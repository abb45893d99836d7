/** Contract 2: an account sees only its own, whatever happens beside it. */
import { describe, expect } from 'vitest'
import type { Account, Sandbox } from '../../../src/index'
import { routes } from '../../../src/service/resources/registry'
import { type Client, goodCard, type ListBody } from '../../support/client'
import { clientWith, makeSandbox, test } from '../../support/set-up'

/** Requests of all kinds, the same for each account, with idempotency keys that are the same as well. */
const work = async (client: Client, rounds: number): Promise<void> => {
  for (let i = 0; i < rounds; i += 1) {
    const { body: token } = await client.post('/tokens', { card: goodCard }, { host: 'vault' })
    const params = { amount: 10_000 + i, currency: 'thb', card: token.id }
    const headers = { 'idempotency-key': `round-${i}` }
    const { body: charge } = await client.post('/charges', params, { headers })
    await client.refund(charge.id, { amount: 100 })
    await client.customer({ description: `round ${i}` })
    await client.charge({ source: { type: 'promptpay' }, card: '' })
    await client.post('/links', { amount: 2_000, currency: 'thb', title: 'A', description: 'B' })
    await client.post('/transfers', { amount: 5_000 })
  }
}

const lists = routes
  .filter(({ method, path, key }) => method === 'get' && key === 'secret' && !path.includes(':'))
  .map(({ path }) => path)

/** Every id that an account can get to see. */
const idsSeen = async (client: Client): Promise<ReadonlySet<string>> => {
  const seen = new Set<string>()
  for (const path of lists) {
    const { text } = await client.get<ListBody>(path, { limit: 100 })
    for (const [id] of text.matchAll(/"[a-z]+_(?:test_)?[a-z0-9]{19}"/g)) seen.add(id)
  }
  return seen
}

/** The part of the state that is one account's. */
const stateOf = (sandbox: Sandbox, { id }: Account): string => {
  const { worlds, jobs } = sandbox.snapshot()
  const own = (key: string): boolean => key.startsWith(`${id}/`)
  return JSON.stringify({
    worlds: Object.entries(worlds).filter(([key]) => own(key)),
    jobs: jobs.pending.filter(({ world }) => own(world)),
    about: sandbox.account(id)?.about(),
  })
}

describe('accounts side by side', () => {
  test('many accounts at once, with the same idempotency keys, see only their own', async ({ sandbox }) => {
    const accounts = Array.from({ length: 5 }, () => sandbox.createAccount())
    const clients = accounts.map((account) => clientWith(sandbox, account.keys))
    await Promise.all(clients.map((client) => work(client, 4)))
    const seen = await Promise.all(clients.map(idsSeen))
    for (const [i, ids] of seen.entries()) {
      expect(ids.size).toBeGreaterThan(30)
      for (const other of seen.slice(i + 1)) expect([...ids].filter((id) => other.has(id))).toEqual([])
    }
    for (const { test: own } of accounts)
      expect([own.charges.count(), own.refunds.count(), own.customers.count()]).toEqual([8, 4, 4])
    expect(sandbox.charges.count()).toBe(0)
  })
})

describe('snapshot, restore and reset of one account', () => {
  const two = async () => {
    const sandbox = makeSandbox()
    const [a, b] = [sandbox.createAccount(), sandbox.createAccount()]
    const [mine, theirs] = [clientWith(sandbox, a.keys), clientWith(sandbox, b.keys)]
    await Promise.all([work(mine, 2), work(theirs, 2)])
    await Promise.all([mine.authorized(), theirs.authorized()])
    return { sandbox, a, b, mine, theirs }
  }

  test('restore brings back records, settings, keys and what is planned, and touches no other', async () => {
    const { sandbox, a, b, mine } = await two()
    const saved = a.snapshot()
    const [before, other] = [stateOf(sandbox, a), stateOf(sandbox, b)]
    await work(mine, 2)
    await mine.patch('/account', { chain_enabled: true })
    await mine.authorized()
    a.update({ locked: true, require3ds: true, keys: { [a.keys.public]: 'revoked' } })
    expect(stateOf(sandbox, a)).not.toBe(before)
    for (const _ of [1, 2]) {
      a.restore(saved)
      expect([stateOf(sandbox, a), stateOf(sandbox, b)]).toEqual([before, other])
    }
    expect((await mine.get('/charges')).status).toBe(200)
  })

  test('reset empties it, and touches no other; over HTTP with ?account=', async () => {
    const { sandbox, a, b, mine, theirs } = await two()
    const other = stateOf(sandbox, b)
    await sandbox.clock.advance('1h')
    const now = sandbox.clock.now()
    a.reset()
    // What an account has from the start: its default recipient, bank account and webhook secret.
    expect((await idsSeen(mine)).size).toBeLessThan(5)
    expect([a.test.charges.count(), a.test.events.count(), stateOf(sandbox, b)]).toEqual([0, 0, other])
    const answer = await sandbox.fetch(`${sandbox.url}/_sandbox/reset?account=${b.id}`, { method: 'POST' })
    expect([answer.status, (await theirs.get('/charges')).body.total]).toEqual([200, 0])
    expect(sandbox.clock.now()).toEqual(now)
    await sandbox.clock.advance('30d')
    expect(sandbox.accounts.map(({ test: own }) => own.events.count())).toEqual([0, 0, 0])
  })

  test('reset of a declared account goes back to how it began', async () => {
    const sandbox = makeSandbox({ accounts: [{}], require3ds: true })
    const account = sandbox.accounts[1] ?? expect.fail('no account')
    const before = stateOf(sandbox, account)
    account.update({ require3ds: false, locked: true })
    account.reset()
    expect(stateOf(sandbox, account)).toBe(before)
  })

  test('what fell due since then happens after it, and the books of all add up', async () => {
    const { sandbox, a, mine } = await two()
    const saved = a.snapshot()
    await sandbox.clock.advance('30d')
    a.restore(saved)
    await mine.get('/charges')
    expect(a.test.charges.count({ status: 'expired' })).toBe(3)
  })

  test("another account's snapshot, or none, is refused", async () => {
    const { a, b } = await two()
    const invalid = expect.objectContaining({ code: 'invalid_snapshot' })
    expect(() => a.restore(b.snapshot())).toThrow(invalid)
    expect(() => a.restore(JSON.parse(JSON.stringify(a.snapshot())))).toThrow(invalid)
  })
})
