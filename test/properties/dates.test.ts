/** A record says when it happened, never when it will: on a frozen clock nothing is later than the clock. */
import { describe, expect, vi } from 'vitest'
import { seal } from '../../src/sandbox/snapshots/snapshot'
import { patience } from '../support/arbitraries'
import { auditBooks } from '../support/auditor'
import { makeClient } from '../support/client'
import { plainSandbox, savedState, setUp, stateOf, test } from '../support/set-up'

vi.setConfig({ testTimeout: patience })

describe('events of one moment', () => {
  test('stay in their order in a snapshot, and after a restore elsewhere', async ({ sandbox, client }) => {
    for (let i = 0; i < 30; i += 1) await client.customer()
    const copy = plainSandbox()
    copy.restore(savedState(sandbox))
    expect(copy.events.list()).toEqual(sandbox.events.list())
    await makeClient(copy).customer()
    expect(copy.events.list().slice(0, 30)).toEqual(sandbox.events.list())
  })
})

describe('a state with records later than the clock', () => {
  test('brings the clock with it: a restored record is never dated after it', () => {
    const ahead = plainSandbox({ now: '2099-01-01T00:00:00.000Z', freeze: false })
    const state = savedState(ahead)
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
      const state = sandbox.snapshot()
      expect(auditBooks({ ...state, clock: { ...state.clock, frozenAt: now } })).toEqual([])
    }
  })
})
