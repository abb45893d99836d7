import { createMiddleware } from 'hono/factory'
import { letPagesRead } from './browsers'
import type { AppEnv } from './env'

/** Sets the id of the request, which is also in the log, and the headers that are common to all answers. */
export const identify = createMiddleware<AppEnv>((context, next) => {
  const id = context.env.backend.newRequestId()
  context.set('requestId', id)
  context.header('content-type', 'application/json; charset=utf-8')
  context.header('cache-control', 'no-cache, no-store')
  context.header('x-request-id', id)
  if (context.env.host === 'vault') letPagesRead(context)
  return next()
})
