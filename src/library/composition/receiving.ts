import { tooLarge } from '../../http/body'
import type { Entrance } from '../../http/entrance'
import type { Receiver } from '../../intercept/call'

interface Service {
  answer(request: Request, entrance: Entrance): Response | Promise<Response>
}

/** Answers intercepted calls, whose body comes beside the request as it does from a socket. */
export const receiving =
  ({ answer }: Service): Receiver['receive'] =>
  async ({ request, server, body }) => {
    const read = (maximum: number): Promise<Uint8Array> | undefined => {
      if (body === null || body.byteLength === 0) return undefined
      return body.byteLength > maximum ? Promise.reject(tooLarge(maximum)) : Promise.resolve(body)
    }
    return answer(request, { host: server, connection: { read, cut: () => Response.error() } })
  }
