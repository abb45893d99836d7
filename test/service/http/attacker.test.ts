/** Contract 2: a client that knows every id of another account can do nothing with it. */
import { describe, expect, test } from 'vitest'
import type { Account, Sandbox } from '../../../src/index'
import { type Client, goodCard } from '../../support/client'
import { goodRecipient } from '../../support/payouts'
import { clientWith, makeSandbox } from '../../support/set-up'

const home = (sandbox: Sandbox, { id }: Account): string => {
  const { worlds, jobs } = sandbox.snapshot()
  const own = (key: string): boolean => key.startsWith(`${id}/`)
  return JSON.stringify([
    Object.entries(worlds).filter(([key]) => own(key)),
    jobs.pending.filter(({ world }) => own(world)),
  ])
}

/** A victim with one of everything, and an attacker who knows all its ids. */
const scene = async () => {
  const sandbox = makeSandbox()
  const [victim, attacker] = [sandbox.createAccount(), sandbox.createAccount()]
  const [theirs, mine] = [clientWith(sandbox, victim.keys), clientWith(sandbox, attacker.keys)]
  const token = (await theirs.token()).id
  const customer = await theirs.customer({ card: (await theirs.token()).id })
  await theirs.charge({ amount: 1_000_000 })
  const { id: recipient } = (await theirs.post('/recipients', { ...goodRecipient })).body
  const verified = await theirs.post(`/recipients/${recipient}/verify`)
  expect(verified.status).toBe(200)
  const { id: source } = (
    await theirs.post('/sources', { type: 'promptpay', amount: 5_000, currency: 'thb' })
  ).body
  const ids = { token, customer: customer.id, card: customer.default_card ?? '', recipient, source }
  return { sandbox, victim, attacker, theirs, mine, ids }
}

type Ids = Awaited<ReturnType<typeof scene>>['ids']
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
      const { sandbox, victim, mine, ids } = await scene()
      const before = home(sandbox, victim)
      const nobodys = Object.fromEntries(
        Object.entries(ids).map(([kind, id]) => [kind, id.replace(/.{19}$/, '0123456789abcdefghi')]),
      ) as Ids
      const [theirs, unknown] = [await attempt(mine, ids), await attempt(mine, nobodys)]
      expect(theirs.status).toBeGreaterThanOrEqual(400)
      const blank = (text: string): string => text.replace(/(?:tokn|cust|card|recp|src)_test_\w{19}/g, 'ID')
      expect([theirs.status, blank(theirs.text)]).toEqual([unknown.status, blank(unknown.text)])
      expect(home(sandbox, victim)).toBe(before)
    },
  )

  test('search finds nothing of theirs, and an idempotency key of theirs answers nothing', async () => {
    const { sandbox, victim, theirs, mine } = await scene()
    const headers = { 'idempotency-key': 'same-key' }
    const made = await theirs.post('/customers', { description: 'rare words' }, { headers })
    const before = home(sandbox, victim)
    const own = await mine.post('/customers', {}, { headers })
    expect(own.headers.get('idempotent-replayed')).toBeNull()
    expect(own.body.id).not.toBe(made.body.id)
    expect((await mine.get('/search', { scope: 'customer', query: 'rare' })).body.total).toBe(0)
    expect(home(sandbox, victim)).toBe(before)
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
    const { sandbox, victim, attacker, mine } = await scene()
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
