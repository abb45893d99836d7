/** A server that begins with months of due jobs: it answers between them, and nothing is dated out of order. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createKeepable } from '../../src/create-sandbox'
import type { MoveProgress } from '../../src/index'
import type { Keepable } from '../../src/sandbox/keepable'
import { makeClient } from '../support/client'
import { day, stateOf } from '../support/set-up'

const begin = Date.parse('2026-01-15T09:00:00.000Z')
const months = 200 * day

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: begin }))
afterEach(() => void vi.useRealTimers())

/** A sandbox on the real clock with a daily schedule, as a server finds it in a state file after 200 days. */
const afterMonths = async () => {
  vi.setSystemTime(begin)
  const first = createKeepable({ randomSeed: 'test' })
  const client = makeClient(first)
  const { id: customer } = await client.customer({ card: (await client.token()).id })
  const charge = { customer, amount: 10_000 }
  await client.post('/schedules', { every: 1, period: 'day', end_date: '2027-01-01', charge })
  const state = JSON.parse(stateOf(first))
  await first.close()
  vi.setSystemTime(begin + months)
  const sandbox = createKeepable({ randomSeed: 'test' })
  onTestFinished(() => sandbox.close())
  sandbox.takeUp(state)
  return { sandbox, client: makeClient(sandbox) }
}

/** Resolves when no job is late any more. */
const whenOnTime = async (sandbox: { readonly clock: { now(): Date } }): Promise<void> => {
  while (sandbox.clock.now().getTime() < begin + months) await new Promise(setImmediate)
}

/** Charges of the first day and of 200 more. */
const charged = 201

describe('a clock that runs, after months in a state file', () => {
  test('lets the server answer before all due jobs are done, at the moment that it has reached', async () => {
    const { sandbox, client } = await afterMonths()
    const { created_at } = await client.charge()
    expect(sandbox.charges.count()).toBeLessThan(100)
    expect(Date.parse(created_at)).toBeGreaterThan(begin + day)
    expect(Date.parse(created_at)).toBeLessThan(begin + months / 2)
    await whenOnTime(sandbox)
    expect(sandbox.charges.count()).toBe(charged + 1)
    expect(sandbox.clock.now().getTime()).toBe(begin + months)
  })

  test('dates no event before one that is listed before it', async () => {
    const { sandbox, client } = await afterMonths()
    for (let i = 0; i < 5; i += 1) {
      await client.customer()
      await new Promise(setImmediate)
    }
    await whenOnTime(sandbox)
    const dates = sandbox.events.list().map(({ created_at }) => created_at)
    expect(dates.length).toBeGreaterThan(300)
    expect(dates).toEqual([...dates].sort())
  })

  test('reports its progress', async () => {
    const { sandbox, client } = await afterMonths()
    const reports: (MoveProgress | null)[] = []
    sandbox.onCatchUp((report) => reports.push(report))
    await client.get('/balance')
    await whenOnTime(sandbox)
    const [first] = reports
    expect(first?.to.getTime()).toBe(begin + months)
    expect(first?.now.getTime()).toBeGreaterThan(begin)
    expect([first?.done, (first?.due ?? 0) > 0, reports.at(-1)]).toEqual([16, true, null])
  })

  test('finishes all due jobs before a snapshot and before a move of the clock', async () => {
    const { sandbox, client } = await afterMonths()
    await client.get('/balance')
    sandbox.snapshot()
    expect(sandbox.charges.count()).toBe(charged)
    const other = await afterMonths()
    await other.client.get('/balance')
    await other.sandbox.clock.advance('1d')
    expect(other.sandbox.charges.count()).toBe(charged + 1)
    expect(other.sandbox.clock.now().getTime()).toBe(begin + months + day)
  })

  test.each([
    ['a freeze', (sandbox: Keepable) => sandbox.clock.freeze()],
    ['a reset', (sandbox: Keepable) => sandbox.reset()],
    ['the end of the sandbox', (sandbox: Keepable) => void sandbox.close()],
  ])('is not late any more after %s', async (_, end) => {
    const { sandbox, client } = await afterMonths()
    await client.get('/balance')
    end(sandbox)
    const count = sandbox.charges.count()
    for (let i = 0; i < 20; i += 1) await new Promise(setImmediate)
    expect(sandbox.charges.count()).toBe(count)
  })
})
