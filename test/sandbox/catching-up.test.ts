/** A server that begins with months of due jobs: they run first, and nothing is dated out of order. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSandbox } from '../../src/create-sandbox'
import type { Sandbox } from '../../src/sandbox/sandbox'
import { makeClient } from '../support/client'
import { day, savedState } from '../support/set-up'

const begin = Date.parse('2026-01-15T09:00:00.000Z')
const months = 200 * day

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: begin }))
afterEach(() => void vi.useRealTimers())

/** A sandbox on the real clock with a daily schedule, as a server finds it in a state file after 200 days. */
const afterMonths = async () => {
  vi.setSystemTime(begin)
  const first = createSandbox({ randomSeed: 'test', time: 'test' })
  const client = makeClient(first)
  const { id: customer } = await client.customer({ card: (await client.token()).id })
  const charge = { customer, amount: 10_000 }
  await client.post('/schedules', { every: 1, period: 'day', end_date: '2027-01-01', charge })
  const state = savedState(first)
  await first.close()
  vi.setSystemTime(begin + months)
  const sandbox = createSandbox({ randomSeed: 'test', time: 'test' })
  onTestFinished(() => sandbox.close())
  sandbox.host.loadState(state)
  return { sandbox, client: makeClient(sandbox) }
}

/** Charges of the first day and of 200 more. */
const charged = 201

describe('a clock that runs, after months in a state file', () => {
  test('a request finds everything done that fell due meanwhile, each at its time', async () => {
    const { sandbox, client } = await afterMonths()
    const { created_at } = await client.charge()
    expect(Date.parse(created_at)).toBe(begin + months)
    expect(sandbox.charges.count()).toBe(charged + 1)
    const dates = sandbox.events.list().map((event) => event.created_at)
    expect(dates.length).toBeGreaterThan(300)
    expect(dates).toEqual([...dates].sort())
  })

  test('what ran late is reported once', async () => {
    const { sandbox, client } = await afterMonths()
    const report = vi.fn()
    sandbox.host.onCatchUp(report)
    await client.get('/balance')
    await client.get('/balance')
    const firstDay = new Date('2026-01-16T01:30:00.000Z')
    expect(report.mock.calls).toEqual([[{ from: firstDay, done: charged - 1 }]])
  })

  test('a job that is on time is not reported', async () => {
    const { sandbox, client } = await afterMonths()
    await client.get('/balance')
    const report = vi.fn()
    sandbox.host.onCatchUp(report)
    vi.setSystemTime(Date.parse('2026-08-04T01:30:01.000Z'))
    await client.get('/balance')
    expect(sandbox.charges.count()).toBe(charged + 1)
    expect(report).not.toHaveBeenCalled()
  })

  test.each([
    ['a snapshot', (sandbox: Sandbox) => void sandbox.snapshot()],
    ['a freeze', (sandbox: Sandbox) => sandbox.clock.freeze()],
  ])('%s comes after everything that fell due', async (_, end) => {
    const { sandbox } = await afterMonths()
    end(sandbox)
    expect(sandbox.charges.count()).toBe(charged)
  })
})
