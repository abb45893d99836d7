import type { NamedServer } from '../options/hosts'
import type { KeyPair } from '../service/accounts'

/** A call of this process to a mapped host. */
export interface InterceptedCall {
  /** As it was sent: with the mapped host. Its body, if any, stays unread. */
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
  /** Its first keys. Without them it takes the calls with any key. */
  readonly keys?: KeyPair
  /** Whether this is one of its keys, or the id of a record whose page needs no key. */
  owns?(keyOrId: string): boolean
}

/** The answer with its length. @throws the error of a cut connection, or of the receiver */
export const responseTo = async (receiver: Receiver, call: InterceptedCall): Promise<Response> => {
  const response = await receiver.receive(call)
  // As Node's sockets say it.
  if (response.type === 'error') throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
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

/** The answer of a call of `fetch`. Rejects as the platform does when its caller aborts it meanwhile. */
export const unlessAborted = (answer: Promise<Response>, { signal }: Request): Promise<Response> =>
  Promise.race([
    answer,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    }),
  ])
