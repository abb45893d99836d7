/** A record says when it happened, never when it will: on a frozen clock nothing is later than the clock. */
import fc from 'fast-check'
import { describe, expect, vi } from 'vitest'
import type { Sandbox } from '../../src/index'
import { seal } from '../../src/sandbox/snapshots/snapshot'
import { patience, runs } from '../support/arbitraries'
import { makeClient } from '../support/client'
import { storyOf, tell } from '../support/happenings'
import { clientWith, expectSuccess, plainSandbox, setUp, stateOf, test } from '../support/set-up'

vi.setConfig({ testTimeout: patience })

/** Dates that are meant to lie ahead. */
const ahead = new Set(['expiresAt', 'expires_at', 'transferableAt', 'transferable_at', 'retryAt', 'runAt'])

/** Every date within a value that says when something happened, by its path. */
const datesIn = (value: unknown, path = ''): (readonly [path: string, time: number])[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const place = `${path}/${name}`
    const isDate = /(_at|[a-z]At)$/.test(name) && !ahead.has(name) && member !== null
    return isDate && typeof member !== 'object'
      ? [[place, typeof member === 'number' ? member : Date.parse(String(member))] as const]
      : datesIn(member, place)
  })
}

const lists = [
  '/charges',
  '/charges/schedules',
  '/customers',
  '/disputes',
  '/events',
  '/links',
  '/recipients',
  '/refunds',
  '/schedules',
  '/transactions',
  '/transfers',
  '/transfers/schedules',
  '/webhooks/secrets',
]

interface Page {
  readonly total: number
  readonly data: readonly { readonly id: string; readonly created_at: string }[]
}

/** What is wrong with the dates and the order of the lists of one mode. */
const faultsIn = async (sandbox: Sandbox, mode: Sandbox['live']): Promise<readonly string[]> => {
  const client = clientWith(sandbox, mode.keys)
  const now = sandbox.clock.now().getTime()
  const to = sandbox.clock.now().toISOString()
  const faults: string[] = []
  for (const path of lists) {
    const read = async (params: object): Promise<Page> =>
      expectSuccess(await client.get<Page>(path, { limit: 100, ...params }))
    const [all, until, newest] = [
      await read({ order: 'chronological' }),
      await read({ order: 'chronological', to }),
      await read({ offset: 0, limit: 3 }),
    ]
    if (until.total !== all.total) faults.push(`${path}: to=now shows ${until.total} of ${all.total}`)
    for (const [place, time] of datesIn(all.data))
      if (time > now) faults.push(`${path}${place} is after the clock`)
    const times = all.data.map(({ created_at }) => created_at)
    if (times.join() !== times.toSorted().join()) faults.push(`${path} is not in the order of its dates`)
    const ids = all.data.map(({ id }) => id)
    if (all.total <= 100 && newest.data.map(({ id }) => id).join() !== ids.reverse().slice(0, 3).join())
      faults.push(`${path} is not the same in both orders`)
  }
  return faults
}

describe('after any operations on a frozen clock', () => {
  test('no date of a past change is later than the clock, and lists up to now show all, in one order', async () => {
    const property = fc.asyncProperty(storyOf(12), async (steps) => {
      const sandbox = plainSandbox()
      await tell(sandbox, steps)
      await sandbox.webhooks.settle()
      const now = sandbox.clock.now().getTime()
      const { clock: _, ...state } = JSON.parse(stateOf(sandbox))
      expect(datesIn(state).filter(([, time]) => time > now)).toEqual([])
      for (const { update, test: mode, live } of sandbox.accounts) {
        update({ locked: false })
        for (const one of [mode, live]) expect(await faultsIn(sandbox, one)).toEqual([])
      }
      await sandbox.close()
    })
    await fc.assert(property, runs(60))
  })
})

describe('events of one moment', () => {
  test('stay in their order in a snapshot, and after a restore elsewhere', async ({ sandbox, client }) => {
    for (let i = 0; i < 30; i += 1) await client.customer()
    const copy = plainSandbox()
    copy.restore(JSON.parse(stateOf(sandbox)))
    expect(copy.events.list()).toEqual(sandbox.events.list())
    await makeClient(copy).customer()
    expect(copy.events.list().slice(0, 30)).toEqual(sandbox.events.list())
  })
})

describe('a state with records later than the clock', () => {
  test('brings the clock with it: a restored record is never dated after it', () => {
    const ahead = plainSandbox({ now: '2099-01-01T00:00:00.000Z', freeze: false })
    const state = JSON.parse(stateOf(ahead))
    const behind = plainSandbox()
    // As from a machine whose clock is ahead of that of this one.
    behind.restore(seal({ ...state, clock: { offset: 0, frozenAt: null } }))
    expect(behind.clock.now().getTime()).toBeGreaterThanOrEqual(Date.parse('2099-01-01T00:00:00.000Z'))
  })

  test('of one account alone is refused, since the clock is that of all accounts', async () => {
    const { sandbox, client } = setUp()
    const [account] = sandbox.accounts
    const before = sandbox.snapshot()
    await sandbox.clock.advance('1d')
    await client.customer()
    const later = account?.snapshot() ?? expect.fail('there is no account')
    sandbox.restore(before)
    const state = stateOf(sandbox)
    expect(() => sandbox.accounts[0]?.restore(later)).toThrow(
      expect.objectContaining({ code: 'invalid_snapshot', message: expect.stringContaining('clock.set') }),
    )
    expect(stateOf(sandbox)).toBe(state)
    await sandbox.clock.advance('1d')
    sandbox.accounts[0]?.restore(later)
    expect(sandbox.customers.list()).toHaveLength(1)
  })

  test('of the beginning is not later than the clock after a reset, though the clock ran while it was made', () => {
    for (let i = 0; i < 20; i += 1) {
      const sandbox = plainSandbox({ freeze: false, fixtures: ['busy-shop'] })
      sandbox.reset()
      const now = sandbox.clock.now().getTime()
      const { clock: _, ...state } = JSON.parse(stateOf(sandbox))
      expect(datesIn(state).filter(([, time]) => time > now)).toEqual([])
    }
  })
})
