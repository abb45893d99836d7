import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextAttemptAt, publishedRetries, type RetrySchedule } from '../../../src/service/webhooks/outbox'
import { runs } from '../../support/arbitraries'

const day = 86_400_000

/** The delays until a schedule gives up, where each attempt fails after `takes` ms. */
const delaysOf = (schedule: RetrySchedule, takes = 0): number[] => {
  const delays: number[] = []
  let now = 0
  for (let attempt = 1; attempt < 1000; attempt += 1) {
    const failedAt = now + takes
    const next = nextAttemptAt(schedule, { attempt, firstTriedAt: takes, now: failedAt })
    if (next === null) return delays
    delays.push(next - failedAt)
    now = next
  }
  throw new Error('it never gives up')
}

describe('the published schedule (assumption webhook-retries)', () => {
  test('never ends later than seven days after the first attempt, however long receivers take', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (takes) => {
        const delays = delaysOf(publishedRetries, takes)
        const last = delays.reduce((sum, delay) => sum + delay, 0)
        expect(last).toBeLessThanOrEqual(7 * day)
        expect(delays.length).toBe(10)
      }),
      runs(100),
    )
  })

  test('allows an attempt exactly seven days after the first one, and none a millisecond later', () => {
    const failedAt = (now: number) => nextAttemptAt(publishedRetries, { attempt: 11, firstTriedAt: 0, now })
    expect(failedAt(5 * day)).toBe(7 * day)
    expect(failedAt(5 * day + 1)).toBeNull()
  })
})
