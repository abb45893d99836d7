import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './env'

/** Makes one middleware of several that wait for nothing: for each that Hono runs, it makes a promise and waits. */
export const inOneStep =
  (...parts: readonly MiddlewareHandler<AppEnv>[]): MiddlewareHandler<AppEnv> =>
  (context, next) => {
    const run = (index: number): ReturnType<MiddlewareHandler> =>
      parts[index]?.(context, () => run(index + 1) as Promise<void>) ?? next()
    return run(0)
  }
