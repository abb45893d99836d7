import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './env'

/** Runs the jobs that are due on the virtual clock before the request looks at the state. */
export const catchUp = createMiddleware<AppEnv>((context, next) => {
  context.env.backend.catchUp()
  return next()
})
