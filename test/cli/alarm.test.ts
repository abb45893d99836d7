/** On a listening server, due jobs run by themselves, without any request. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSandbox } from '../../src/index'
import { startAlarm } from '../../src/node/server'
import { makeClient } from '../support/client'

it('an authorization expires on a listening sandbox without any request, also before one that was planned earlier', async () => {
  const sandbox = createSandbox({ now: '2026-01-15T09:00:00Z' })
  await sandbox.listen({ port: 0 })
  const client = makeClient(sandbox)
  const first = await client.authorized()
  await client.authorized({ expires_at: new Date(sandbox.clock.now().getTime() + 1500).toISOString() })
  expect(sandbox.charges.list()).toMatchObject(Array(2).fill({ status: 'pending', expired: false }))
  await expect.poll(() => sandbox.charges.list()).toMatchObject([{ expired: false }, { expired: true }])
  await sandbox.clock.set(Date.parse(first.expires_at) - 20)
  await expect.poll(() => sandbox.charges.list()).toMatchObject([{ expired: true }, { expired: true }])
  await sandbox.close()
})

describe('the alarm', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const longest = 2 ** 31 - 1
  /** Replaces real time, with the limit of a real timer. */
  const after = (ms: number, work: () => void): (() => void) => {
    const timer = setTimeout(work, Math.min(ms, longest))
    return () => clearTimeout(timer)
  }

  const clockOf = (dueMs: () => number) => ({
    get nextDueMs() {
      return dueMs()
    },
    catchUp: vi.fn(),
    watch: () => () => undefined,
  })

  it('waits longer than one timer can', () => {
    const end = Date.now() + 3 * longest
    const clock = clockOf(() => Math.max(0, end - Date.now()))
    startAlarm(clock, after)
    vi.advanceTimersByTime(longest)
    expect(clock.catchUp).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(1)
  })

  it('does not ring after it is stopped', () => {
    startAlarm(
      clockOf(() => 10),
      after,
    )()
    expect(vi.getTimerCount()).toBe(0)
  })
})
