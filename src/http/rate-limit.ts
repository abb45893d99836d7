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
  const end = from + windowMs
  exchange.setHeader('x-ratelimit-limit', String(limit))
  exchange.setHeader('x-ratelimit-remaining', String(Math.max(0, limit - used - 1)))
  exchange.setHeader('x-ratelimit-reset', String(end / 1000))
  if (used >= limit) {
    exchange.setHeader('retry-after', String(Math.ceil((end - now) / 1000)))
    throw fail('too_many_requests')
  }
  world.commit(() => {
    if (row === undefined) world.rateWindows.insert({ id, createdAt: now, from, used: 1 })
    else world.rateWindows.update(row, { from, used: used + 1 })
  })
}
