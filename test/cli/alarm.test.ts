/** On a listening server, due jobs run by themselves, without any request. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSandbox, type Sandbox } from '../../src/index'
import { startAlarm } from '../../src/node/server'
import { card } from './command'

const authorized = async (sandbox: Sandbox) => {
  const post = async (url: string, authorization: string, fields: Readonly<Record<string, string>>) => {
    const answer = await sandbox.fetch(url, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams(fields),
    })
    return await answer.json()
  }
  const token = await post(`${sandbox.vaultUrl}/tokens`, sandbox.authorization.public, card)
  const sale = { amount: '100000', currency: 'thb', capture: 'false', card: token.id }
  return await post(`${sandbox.url}/charges`, sandbox.authorization.secret, sale)
}

it('an authorization expires on a listening sandbox without any request', async () => {
  const sandbox = createSandbox({ now: '2026-01-15T09:00:00Z' })
  await sandbox.listen({ port: 0 })
  const charge = await authorized(sandbox)
  expect(sandbox.charges.last()).toMatchObject({ status: 'pending', expired: false })
  await sandbox.clock.set(Date.parse(charge.expires_at) - 20)
  await expect.poll(() => sandbox.charges.last()).toMatchObject({ expired: true })
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

  /** A clock whose next job is due when the test says so. */
  const clockOf = (dueMs: number | null) => {
    let tell = (): void => undefined
    const clock = {
      nextDueMs: dueMs,
      catchUpInTurns: vi.fn(() => {
        clock.nextDueMs = null
      }),
      watch: (sooner: () => void) => {
        tell = sooner
        return () => {
          tell = () => undefined
        }
      },
      move: (ms: number | null): void => {
        clock.nextDueMs = ms
        tell()
      },
    }
    return clock
  }

  it('rings when the next job is due, and is then set for the one after', () => {
    const clock = clockOf(500)
    startAlarm(clock, after)
    vi.advanceTimersByTime(499)
    expect(clock.catchUpInTurns).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(clock.catchUpInTurns).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is set again when an earlier job is planned, or when no job is left', () => {
    const clock = clockOf(null)
    startAlarm(clock, after)
    expect(vi.getTimerCount()).toBe(0)
    clock.move(60_000)
    clock.move(10)
    vi.advanceTimersByTime(10)
    expect(clock.catchUpInTurns).toHaveBeenCalledTimes(1)
    clock.move(10)
    clock.move(null)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('waits longer than one timer can', () => {
    const clock = clockOf(3 * longest)
    clock.catchUpInTurns.mockImplementation(() => undefined)
    const start = Date.now()
    Object.defineProperty(clock, 'nextDueMs', { get: () => Math.max(0, start + 3 * longest - Date.now()) })
    startAlarm(clock, after)
    vi.advanceTimersByTime(longest)
    expect(clock.catchUpInTurns).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(1)
  })

  it('does not ring after it is stopped', () => {
    const clock = clockOf(10)
    const stop = startAlarm(clock, after)
    stop()
    clock.move(5)
    expect(vi.getTimerCount()).toBe(0)
  })
})
