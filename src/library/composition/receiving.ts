import type { Service } from '../../http/entrance'
import type { Receiver } from '../../intercept/call'

/** Answers intercepted calls, whose body comes beside the request. */
export const receiving =
  ({ answer }: Service): Receiver['receive'] =>
  async ({ request, server, body }) =>
    answer(request, { host: server, sent: body ?? '' })
