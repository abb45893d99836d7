import { dayMs, hourMs, minuteMs } from '../../kernel/calendar'

/** When a failed delivery is tried again (assumption `webhook-retries`). */
export interface RetrySchedule {
  /** From each failed attempt to the next, in ms. */
  readonly delaysMs: readonly number[]
  /** After the last delay: repeat it, or stop. */
  readonly repeatsLast: boolean
  /** The latest time of an attempt after the first one. */
  readonly untilMs: number
}

/** Published by the real service: eleven attempts at most. */
export const publishedRetries: RetrySchedule = {
  delaysMs: [
    minuteMs,
    5 * minuteMs,
    15 * minuteMs,
    hourMs,
    3 * hourMs,
    6 * hourMs,
    12 * hourMs,
    24 * hourMs,
    48 * hourMs,
  ],
  repeatsLast: true,
  untilMs: 7 * dayMs,
}

/** The delays of the option `retry`, and no further attempts. */
export const chosenRetries = (delaysMs: readonly number[]): RetrySchedule => ({
  delaysMs,
  repeatsLast: false,
  untilMs: Number.POSITIVE_INFINITY,
})

/** A failed attempt. Times are epoch milliseconds. */
export interface FailedAttempt {
  /** The first attempt is 1. */
  readonly attempt: number
  readonly firstTriedAt: number
  readonly now: number
}

/** Time of the next attempt; `null` when there is none. */
export const nextAttemptAt = (
  { delaysMs, repeatsLast, untilMs }: RetrySchedule,
  { attempt, firstTriedAt, now }: FailedAttempt,
): number | null => {
  const delay = delaysMs[attempt - 1] ?? (repeatsLast ? delaysMs.at(-1) : undefined)
  if (delay === undefined) return null
  const at = now + delay
  return at - firstTriedAt > untilMs ? null : at
}
