import { createMiddleware } from 'hono/factory'
import { letPagesRead } from './browsers'
import type { AppEnv } from './env'

/** Sets the id of the request, which is also in the log, and the headers that are common to all answers. */
export const identify = createMiddleware<AppEnv>((context, next) => {
  const id = context.env.backend.newRequestId()
  context.set('requestId', id)
  context.set('isFirst', context.req.routeIndex === 0)
  context.set('headers', {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache, no-store',
    'x-request-id': id,
  })
  if (context.env.host === 'vault') letPagesRead(context)
  return next()
})
