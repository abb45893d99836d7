/** The same seed and the same requests give the same log, however fast receivers answer. */
import { describe, expect, test } from 'vitest'
import type { Event, Sandbox } from '../../../src/index'
import { type Client, makeClient } from '../../support/client'
import { declining } from '../../support/schedules'
import { day, expectSuccess, makeSandbox, setUp, start } from '../../support/set-up'

const turns = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => setImmediate(resolve))
}

interface Receiver {
  readonly url: string
  /** How many turns of the event loop it takes to answer. */
  readonly slowness: (call: number) => number
}

/** Fails some events for a while, always the same ones: by what their ids end with. */
const receive = (sandbox: Sandbox, { url, slowness }: Receiver): void => {
  const tries = new Map<string, number>()
  let calls = 0
  sandbox.webhooks.onDelivery(
    async (request) => {
      const { id }: Event = await request.json()
      const tried = (tries.get(id) ?? 0) + 1
      tries.set(id, tried)
      calls += 1
      await turns(slowness(calls))
      return tried > (id.charCodeAt(id.length - 1) + url.length) % 5 ? 200 : 500
    },
    { url },
  )
}

const subscribe = async (client: Client, number: string): Promise<void> => {
  const customer = (await client.customer({ card: (await client.token(number)).id })).id
  const charge = { customer, amount: 10_000 }
  const schedule = { every: 1, period: 'week', on: { weekdays: ['monday'] }, start_on: '2026-01-16', charge }
  expectSuccess(await client.post('/schedules', schedule))
}

/** A bit of everything that time decides. */
const open = async (client: Client): Promise<void> => {
  await subscribe(client, '4242424242424242')
  await subscribe(client, declining)
  for (let i = 0; i < 3; i += 1) {
    const { id } = await client.charge({ metadata: { order: `A-${i}` } })
    expectSuccess(await client.post(`/charges/${id}/disputes`))
    await client.authorized()
    await client.charge({ source: { type: 'promptpay' }, card: '' })
  }
}

/** In steps, as events are kept for ninety days. */
const months = async (count: number, receivers: readonly Receiver[]): Promise<readonly Event[]> => {
  const sandbox = makeSandbox({ webhook: receivers.map(({ url }) => url) })
  for (const receiver of receivers) receive(sandbox, receiver)
  await open(makeClient(sandbox))
  const log = new Map<string, Event>()
  for (let step = 0; step < count; step += 1) {
    await sandbox.clock.advance('30d')
    for (const { webhook_deliveries: _, ...event } of sandbox.events.list())
      log.set(event.id, { ...event, webhook_deliveries: [] })
  }
  return [...log.values()]
}

const shop: Receiver = { url: 'http://shop.example/hooks', slowness: () => 0 }
const books: Receiver = { url: 'http://books.example/hook', slowness: () => 0 }

/** What tells of two deliveries of one event may come in either order: they were answered in either. */
const settled = (log: readonly Event[]): readonly Event[] =>
  log.toSorted((a, b) => (a.created_at + a.id < b.created_at + b.id ? -1 : 1))

describe('months of schedules, disputes, expiries and retries', () => {
  test('give the same events with the same ids at the same times, in the same order', async () => {
    const [once, again] = [await months(3, [shop]), await months(3, [shop])]
    expect(again).toEqual(once)
    const counts = new Map<string, number>()
    for (const { key } of once) counts.set(key, (counts.get(key) ?? 0) + 1)
    expect(Object.fromEntries(counts)).toMatchObject({
      'charge.dispute.close': 3,
      'schedule.occurrence.successful': 13,
      'webhooks.retry': expect.any(Number),
    })
    expect(once.filter(({ data }) => 'status' in data && data.status === 'expired')).toHaveLength(6)
  }, 30_000)

  test('also if receivers answer sooner or later, in either order', async () => {
    const quick = await months(1, [shop, books])
    const slow = await months(1, [
      { ...shop, slowness: (call) => call % 7 },
      { ...books, slowness: (call) => (call * 5) % 11 },
    ])
    expect(settled(slow)).toEqual(settled(quick))
  }, 30_000)
})

describe('times of events (assumption webhook-events)', () => {
  test('are those of the clock, and do not depend on the answers of receivers', async () => {
    const timesOf = async (settles: boolean): Promise<string[]> => {
      const { sandbox, client } = setUp()
      sandbox.webhooks.onDelivery(() => 200)
      for (let i = 0; i < 3; i += 1) {
        await client.customer()
        if (settles) await sandbox.webhooks.settle()
      }
      await sandbox.webhooks.settle()
      return sandbox.events.list().map(({ key, created_at }) => `${key} ${created_at}`)
    }
    const [made, delivered] = [`customer.create ${start}`, `webhooks.deliver ${start}`]
    // Events of one moment keep the order in which they happened.
    expect(await timesOf(true)).toEqual([made, delivered, made, delivered, made, delivered])
    expect(await timesOf(false)).toEqual([made, made, made, delivered, delivered, delivered])
  })

  test('a wait for an event about a delivery finds it at any place in the list', async () => {
    const { sandbox, client } = setUp()
    sandbox.webhooks.onDelivery(() => 200)
    await client.customer()
    await client.customer()
    const coming = sandbox.events.waitFor('webhooks.deliver')
    await client.customer()
    expect((await coming).key).toBe('webhooks.deliver')
    await sandbox.webhooks.settle()
    await sandbox.clock.advance(day)
    expect((await sandbox.events.waitFor('webhooks.*')).key).toBe('webhooks.deliver')
  })
})
