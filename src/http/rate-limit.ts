import type { Principal } from '../accounts'
import { fail } from '../kernel/errors'
import type { Exchange } from './exchange'

/** So many requests in each minute of the virtual clock, for each key (assumption `rate-limit-window`). */
const windowMs = 60_000

/** Counts a request and sets the headers of spec 7; refuses with 429 what is too much. */
export const limitRate = (exchange: Exchange, { world, key }: Principal, limit: number): void => {
  const now = exchange.backend.now()
  const from = Math.floor(now / windowMs) * windowMs
  // Not the key itself: it would stand in every file that the state is saved to.
  const id = world.idFrom('rate', key)
  const row = world.rateWindows.get(id)
  const used = row === undefined || row.from !== from ? 0 : row.used
  tellRate(exchange, { limit, remaining: Math.max(0, limit - used - 1), end: from + windowMs })
  if (used >= limit) {
    exchange.setHeader('retry-after', secondsUntil(from + windowMs, now))
    throw fail('too_many_requests')
  }
  world.commit(() => {
    if (row === undefined) world.rateWindows.insert({ id, createdAt: now, from, used: 1 })
    else world.rateWindows.update(row, { from, used: used + 1 })
  })
}

/** As the specification shows it, where no limit was chosen. */
const shownLimit = 1000
/** A client that does as it is told waits so long, in real time; a test does not want to wait for a minute. */
const playedMs = 1000

/** The headers of a limit that is used up, for a fault that plays it. */
export const playLimit = (exchange: Exchange): void => {
  const { rateLimit } = exchange.backend.settings
  const now = exchange.backend.now()
  const end = Math.floor(now / playedMs) * playedMs + playedMs
  tellRate(exchange, { limit: rateLimit ?? shownLimit, remaining: 0, end })
  exchange.setHeader('retry-after', secondsUntil(end, now))
}

interface Rate {
  readonly limit: number
  readonly remaining: number
  /** Epoch milliseconds. */
  readonly end: number
}

const tellRate = (exchange: Exchange, { limit, remaining, end }: Rate): void => {
  exchange.setHeader('x-ratelimit-limit', String(limit))
  exchange.setHeader('x-ratelimit-remaining', String(remaining))
  exchange.setHeader('x-ratelimit-reset', String(end / 1000))
}

const secondsUntil = (end: number, now: number): string => String(Math.ceil((end - now) / 1000))
