/** Contract 2: an account sees only its own, whatever other accounts do. */
import { describe, expect } from 'vitest'
import type { Account, Sandbox } from '../../../src/index'
import { routes } from '../../../src/service/resources/registry'
import { type Client, goodCard, type ListBody } from '../../support/client'
import { payee } from '../../support/payouts'
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

/** A victim with one of everything, and an attacker who knows all its ids. */
const setUp = async () => {
  const sandbox = makeSandbox()
  const [victim, attacker] = [sandbox.createAccount(), sandbox.createAccount()]
  const [theirs, mine] = [clientWith(sandbox, victim.keys), clientWith(sandbox, attacker.keys)]
  const token = (await theirs.token()).id
  const customer = await theirs.customer({ card: (await theirs.token()).id })
  await theirs.charge({ amount: 1_000_000 })
  const { id: recipient } = await payee(theirs)
  const qr = { type: 'promptpay', amount: 5_000, currency: 'thb' }
  const source = (await theirs.post('/sources', qr)).body.id
  const ids = { token, customer: customer.id, card: customer.default_card ?? '', recipient, source }
  return { sandbox, victim, attacker, theirs, mine, ids }
}

type Ids = Awaited<ReturnType<typeof setUp>>['ids']
type Attempt = (mine: Client, ids: Ids) => Promise<{ readonly status: number; readonly text: string }>

const money = { amount: 5_000, currency: 'thb' }
const daily = { every: 1, period: 'day', end_on: '2026-03-01' }

/** Ids of another account in every parameter that takes one. */
const attempts: Readonly<Record<string, Attempt>> = {
  'a charge of their token': (mine, { token }) => mine.post('/charges', { ...money, card: token }),
  'a charge of their card': (mine, { card }) => mine.post('/charges', { ...money, card }),
  'a charge of their customer': (mine, { customer }) => mine.post('/charges', { ...money, customer }),
  'a charge of their card, with a customer of one’s own': async (mine, { card }) => {
    const own = await mine.customer({ card: (await mine.token()).id })
    return mine.post('/charges', { ...money, customer: own.id, card })
  },
  'a charge of their source': (mine, { source }) => mine.post('/charges', { ...money, source }),
  'a customer with their token': (mine, { token }) => mine.post('/customers', { card: token }),
  'their card as the default one': async (mine, { card }) =>
    mine.patch(`/customers/${(await mine.customer()).id}`, { default_card: card }),
  'a transfer to their recipient': (mine, { recipient }) => mine.post('/transfers', { ...money, recipient }),
  'a schedule that charges their customer': (mine, { customer }) =>
    mine.post('/schedules', { ...daily, charge: { ...money, customer } }),
  'a schedule that transfers to their recipient': (mine, { recipient }) =>
    mine.post('/schedules', { ...daily, transfer: { recipient, amount: 5_000 } }),
  'a token, read on the vault': (mine, { token }) => mine.get(`/tokens/${token}`, {}, { host: 'vault' }),
  'their customer, through expand': (mine, { customer }) =>
    mine.get(`/customers/${customer}`, { expand: true }),
}

describe('with the ids of another account in hand', () => {
  test.each(Object.entries(attempts))(
    '%s is refused like an unknown id, and leaves no trace',
    async (_, attempt) => {
      const { sandbox, victim, mine, ids } = await setUp()
      const before = stateOf(sandbox, victim)
      const nobodys = Object.fromEntries(
        Object.entries(ids).map(([kind, id]) => [kind, id.replace(/.{19}$/, '0123456789abcdefghi')]),
      ) as Ids
      const [theirs, unknown] = [await attempt(mine, ids), await attempt(mine, nobodys)]
      expect(theirs.status).toBeGreaterThanOrEqual(400)
      const blank = (text: string): string => text.replace(/(?:tokn|cust|card|recp|src)_test_\w{19}/g, 'ID')
      expect([theirs.status, blank(theirs.text)]).toEqual([unknown.status, blank(unknown.text)])
      expect(stateOf(sandbox, victim)).toBe(before)
    },
  )

  test('search finds nothing of theirs, and an idempotency key of theirs answers nothing', async () => {
    const { sandbox, victim, attacker, theirs, mine } = await setUp()
    const headers = { 'idempotency-key': 'same-key' }
    const made = await theirs.post('/customers', { description: 'rare words' }, { headers })
    const before = stateOf(sandbox, victim)
    const own = await mine.post('/customers', {}, { headers })
    expect(own.headers.get('idempotent-replayed')).toBeNull()
    expect(own.body.id).not.toBe(made.body.id)
    for (const { keys } of [attacker, attacker.live]) {
      const client = clientWith(sandbox, keys)
      expect((await client.get('/search', { scope: 'customer', query: 'rare' })).body.total).toBe(0)
    }
    expect((await theirs.get('/search', { query: 'rare' })).body.total).toBe(1)
    expect(stateOf(sandbox, victim)).toBe(before)
  })

  test('faults, deliveries and the rate limit of one do nothing to the other', async () => {
    const sandbox = makeSandbox({ rateLimit: 5 })
    const [a, b] = [sandbox.createAccount(), sandbox.createAccount()]
    const [mine, theirs] = [clientWith(sandbox, a.keys), clientWith(sandbox, b.keys)]
    const heard: string[] = []
    b.webhooks.onDelivery(async (request) => {
      heard.push((await request.json()).key)
      return new Response()
    })
    a.faults.add({ path: '/customers', times: 10, respond: { status: 500 } })
    for (let i = 0; i < 6; i += 1) await mine.post('/customers')
    expect((await mine.post('/customers')).status).toBe(429)
    expect((await theirs.post('/customers')).status).toBe(200)
    expect([a.faults.list().length, b.faults.list().length]).toEqual([1, 0])
    await sandbox.clock.advance('2m')
    a.faults.clear()
    await mine.post('/customers')
    await b.webhooks.settle()
    expect(heard).toEqual(['customer.create'])
  })

  test('the journal of one account shows nothing of the other, and no card number at all', async () => {
    const { sandbox, victim, attacker, mine } = await setUp()
    await mine.post('/tokens', { card: goodCard }, { host: 'vault' })
    const read = async ({ id }: Account) => {
      const answer = await sandbox.fetch(`${sandbox.url}/_sandbox/requests?account=${id}`)
      return answer.text()
    }
    const [shown, other] = [await read(attacker), await read(victim)]
    expect(JSON.parse(shown).data.length).toBeGreaterThan(0)
    expect(shown).not.toContain(victim.id)
    expect(other).not.toContain(attacker.id)
    expect(shown + other).not.toContain(goodCard.number)
  })
})
