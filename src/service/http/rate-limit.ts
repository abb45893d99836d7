import { fail } from '../../kernel/errors'
import type { Exchange } from './exchange'

/** The limit counts in minutes of the virtual clock, for each key (assumption `rate-limit-window`). */
const windowMs = 60_000

/** Counts the request for its key and sets the headers of spec 7; refuses with 429 above the limit. */
export const limitRate = ({ principal, headers }: Exchange, limit: number): void => {
  if (principal === null) return
  const { world, key } = principal
  const now = world.now()
  const from = Math.floor(now / windowMs) * windowMs
  const end = from + windowMs
  // An id derived from the key, because the key itself would be in every saved state file.
  const id = world.idFrom('rate', key)
  const row = world.rateWindows.get(id)
  const used = row === undefined || row.from !== from ? 0 : row.used
  showRate(headers, limit, Math.max(0, limit - used - 1), end)
  if (used >= limit) {
    headers['retry-after'] = secondsUntil(end, now)
    throw fail('too_many_requests')
  }
  world.commit(() => {
    if (row === undefined) world.rateWindows.insert({ id, createdAt: now, from, used: 1 })
    else world.rateWindows.update(row, { from, used: used + 1 })
  })
}

/** The limit in the headers when no limit is set: the one in the specification. */
const shownLimit = 1000
/** A client that obeys `Retry-After` waits this long in real time: a minute is too long for a test. */
const playedMs = 1000

/** Sets the headers of an exceeded limit, for a fault that simulates it. */
export const simulateRateLimit = ({ backend, headers }: Exchange): void => {
  const { settings, timeline } = backend
  const now = timeline.now()
  const end = Math.floor(now / playedMs) * playedMs + playedMs
  showRate(headers, settings.rateLimit ?? shownLimit, 0, end)
  headers['retry-after'] = secondsUntil(end, now)
}

/** @param end in epoch milliseconds */
const showRate = (headers: Exchange['headers'], limit: number, remaining: number, end: number): void => {
  headers['x-ratelimit-limit'] = String(limit)
  headers['x-ratelimit-remaining'] = String(remaining)
  headers['x-ratelimit-reset'] = String(end / 1000)
}

const secondsUntil = (end: number, now: number): string => String(Math.ceil((end - now) / 1000))
