import type { Service } from '../../service/http/entrance'
import type { Receiver } from './call'

/** Answers intercepted calls, whose body comes beside the request. */
export const receiving =
  ({ answer }: Service): Receiver['receive'] =>
  async ({ request, server, body }) =>
    answer(request, { host: server, sent: body ?? '' })
