import { dayMs, hourMs, minuteMs } from '../kernel/calendar'

/** When a delivery that failed is tried again (assumption `webhook-retries`). */
export interface RetrySchedule {
  /** From each failed attempt to the next, in ms. */
  readonly delaysMs: readonly number[]
  /** After the last of them: that one again and again, or an end. */
  readonly repeatsLast: boolean
  /** No attempt is made later than this after the first one. */
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

/** The times that somebody chose, and no more. */
export const chosenRetries = (delaysMs: readonly number[]): RetrySchedule => ({
  delaysMs,
  repeatsLast: false,
  untilMs: Number.POSITIVE_INFINITY,
})

/** What is known when an attempt has failed. Times are epoch milliseconds. */
export interface FailedAttempt {
  /** 1 is the first. */
  readonly attempt: number
  readonly firstTriedAt: number
  readonly now: number
}

/** When to try again; `null` when it is given up for good. */
export const nextAttemptAt = (
  { delaysMs, repeatsLast, untilMs }: RetrySchedule,
  { attempt, firstTriedAt, now }: FailedAttempt,
): number | null => {
  const delay = delaysMs[attempt - 1] ?? (repeatsLast ? delaysMs.at(-1) : undefined)
  if (delay === undefined) return null
  const at = now + delay
  return at - firstTriedAt > untilMs ? null : at
}
