import { tooLarge } from '../../http/body'
import type { Service } from '../../http/entrance'
import type { Receiver } from '../../intercept/call'

const nothing = new Uint8Array()

/** Answers intercepted calls, whose body comes beside the request as it does from a socket. */
export const receiving =
  ({ answer }: Service): Receiver['receive'] =>
  async ({ request, server, body }) => {
    const bytes = body ?? nothing
    return answer(request, {
      host: server,
      connection: {
        hasBody: bytes.byteLength > 0,
        read: (maximum) =>
          bytes.byteLength > maximum ? Promise.reject(tooLarge(maximum)) : Promise.resolve(bytes),
        cut: () => Response.error(),
      },
    })
  }
