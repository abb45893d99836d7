import type { NamedServer } from '../options/hosts'
import type { Service } from '../service/http/entrance'

/** A call of this process to a mapped host. */
export interface InterceptedCall {
  /** As it was sent: with the mapped host. A body that it may have stays unread. */
  readonly request: Request
  readonly server: NamedServer
  /** The whole body, also of a GET, which a Request cannot have. */
  readonly body: string | Uint8Array | null
}

/** What answers calls: a sandbox of this process, or one behind sockets. */
export interface Receiver {
  /**
   * @returns `Response.error()` for a connection that a fault cuts
   * @throws the error that the client gets, as a rejection
   */
  receive(call: InterceptedCall): Promise<Response>
}

/** How a client without a response sees its connection: the error of Node's own sockets. */
const connectionCut = (): Error => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })

/** The answer with its length. @throws the error of a cut connection, or of the receiver */
export const responseTo = async (receiver: Receiver, call: InterceptedCall): Promise<Response> => {
  const response = await receiver.receive(call)
  if (response.type === 'error') throw connectionCut()
  if (response.headers.has('content-length')) return response
  const { body, ...head } = await atHand(response)
  head.headers.set('content-length', String(body.byteLength))
  return new Response(body.byteLength === 0 ? null : body, head)
}

/** An answer with its body at hand. */
export interface InterceptedAnswer {
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
}

export const atHand = async (response: Response): Promise<InterceptedAnswer> => {
  const { status, statusText, headers } = response
  return { status, statusText, headers, body: new Uint8Array(await response.arrayBuffer()) }
}

/** Answers intercepted calls, whose body comes beside the request. */
export const receiving =
  ({ answer }: Service): Receiver['receive'] =>
  async ({ request, server, body }) =>
    answer(request, { host: server, sent: body ?? '' })
