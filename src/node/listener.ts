import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { ProxyHosts } from '../config'
import { cutShort, tooLarge } from '../http/body'
import type { Access, Answer, Entrance, Transport } from '../http/transport'
import { once } from '../kernel/json'
import { limits } from '../kernel/limits'
import { addressee, refuse } from './proxy'

export interface Answering {
  answer(request: Request, entrance: Entrance): Response | Promise<Response>
}

export interface Listener {
  readonly which: Entrance['host']
  readonly proxyHosts?: ProxyHosts | undefined
  readonly access: Access
  /** What is called when the server begins to stop: for answers that go on until they are told. */
  readonly stops: Set<() => void>
}

/**
 * From Node's sockets to the app. Almost every request needs no more of the web's objects than its method, address
 * and headers, and its answer is written straight to the socket: making real ones would cost several times what the
 * service itself does, and loading them as much as starting Node. The few others take the adapter of Hono.
 */
export const listenerOf = (
  sandbox: Answering,
  { which, proxyHosts = {}, access, stops }: Listener,
): RequestListener => {
  const general = {
    api: once(() => generalListener(sandbox, { host: 'api', access, stops })),
    vault: once(() => generalListener(sandbox, { host: 'vault', access, stops })),
  }
  return (incoming, outgoing) => {
    const host = addressee(incoming, { which, proxyHosts, access })
    if (typeof host === 'object') {
      refuse(incoming, outgoing, host)
      return
    }
    if (needsWebObjects(incoming)) {
      general[host]().then(
        (listener) => listener(incoming, outgoing),
        () => outgoing.destroy(),
      )
      return
    }
    void answer(sandbox, { host, access }, incoming, outgoing)
  }
}

/** HEAD is answered by a copy of what GET would get; the control plane streams. */
const needsWebObjects = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'HEAD' || url.startsWith('/_sandbox') || isEncoded(url)

/** What stands in such a path shows only where it is routed: `/%5fsandbox` is the control plane, too. */
const isEncoded = (url: string): boolean => {
  const percent = url.indexOf('%')
  const query = url.indexOf('?')
  return percent !== -1 && (query === -1 || percent < query)
}

const generalListener = async (sandbox: Answering, entrance: Entrance) => {
  const [{ getRequestListener }, { RESPONSE_ALREADY_SENT }] = await Promise.all([
    import('@hono/node-server'),
    import('@hono/node-server/utils/response'),
  ])
  return getRequestListener(
    (request, env) =>
      sandbox.answer(request, {
        ...entrance,
        transport: transportOf(
          env.incoming as IncomingMessage,
          env.outgoing as ServerResponse,
          RESPONSE_ALREADY_SENT,
        ),
      }),
    { overrideGlobalObjects: false, hostname: 'localhost', autoCleanupIncoming: false },
  )
}

/** As much of a Request as the app reads when its transport has the body. */
class PlainRequest {
  readonly method: string
  readonly url: string
  readonly headers: { readonly get: (name: string) => string | null }

  constructor({ method = 'GET', url = '/', headers }: IncomingMessage) {
    this.method = method
    this.url = `http://localhost${url}`
    this.headers = {
      get: (name) => {
        const value = headers[name.toLowerCase()]
        return Array.isArray(value) ? value.join(', ') : (value ?? null)
      },
    }
  }
}

/** Stands for the answer that the transport has written. */
const written = { status: 200 } as Response

const answer = async (
  sandbox: Answering,
  entrance: Entrance,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> => {
  try {
    const given = sandbox.answer(new PlainRequest(incoming) as Request, {
      ...entrance,
      transport: transportOf(incoming, outgoing, written),
    })
    const response = given === written ? given : await given
    if (response !== written) await copy(response, outgoing)
  } catch {
    // The sandbox was closed between the arrival of the request and its turn.
    outgoing.destroy()
  }
}

/** What the framework answered by itself. */
const copy = async (response: Response, outgoing: ServerResponse): Promise<void> => {
  const body = Buffer.from(await response.arrayBuffer())
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(body)
}

const transportOf = (incoming: IncomingMessage, outgoing: ServerResponse, sent: Response): Transport => ({
  readBody: () =>
    hasBody(incoming)
      ? read({ incoming, outgoing }, limits.bodyBytesMax, (bytes) => bytes.toString('utf8'))
      : undefined,
  readBytes: (maximum) =>
    hasBody(incoming) ? read({ incoming, outgoing }, maximum, (bytes) => new Uint8Array(bytes)) : undefined,
  respond: ({ status, headers, body }: Answer) => {
    const bytes = Buffer.byteLength(body)
    outgoing.writeHead(status, { ...headers, 'content-length': bytes })
    outgoing.end(body)
    return sent
  },
  cut: () => {
    outgoing.destroy()
    return sent
  },
})

/** Some published clients send a body with GET, so the method does not tell. */
const hasBody = (incoming: IncomingMessage): boolean =>
  Number(incoming.headers['content-length'] ?? 0) > 0 || incoming.headers['transfer-encoding'] !== undefined

interface Exchanged {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/**
 * What is too much is refused at once, and what still comes of it is let pass: a client that writes before it reads
 * would otherwise meet a closed connection instead of the answer. Node ends it when it takes too long.
 */
const read = <T>(
  { incoming, outgoing }: Exchanged,
  maximum: number,
  make: (bytes: Buffer) => T,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const isTooLarge = Number(incoming.headers['content-length'] ?? 0) > maximum
    // Who asks before sending need not send what is refused.
    if (!isTooLarge && incoming.headers.expect !== undefined) outgoing.writeContinue()
    if (isTooLarge) reject(tooLarge(maximum))
    const chunks: Buffer[] = []
    let bytes = 0
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (isTooLarge || bytes > maximum) {
        chunks.length = 0
        reject(tooLarge(maximum))
      } else chunks.push(chunk)
    })
    incoming.once('end', () => {
      if (bytes <= maximum)
        resolve(make(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    })
    incoming.once('error', () => reject(cutShort()))
  })
