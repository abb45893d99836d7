import type { MiddlewareHandler } from 'hono'
import type { H } from 'hono/types'
import type { AppEnv } from './env'

/**
 * Makes one middleware of several that wait for nothing: for each that Hono runs, it makes a promise and waits. The last
 * one may be the handler; then `next()` gives its answer, or its error, to the one before it.
 */
export const inOneStep =
  (...parts: readonly H<AppEnv>[]): MiddlewareHandler<AppEnv> =>
  (context, next) => {
    const run = (index: number): ReturnType<MiddlewareHandler> =>
      parts[index]?.(context, () => run(index + 1) as Promise<void>) ?? next()
    return run(0)
  }
