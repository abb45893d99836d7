import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { readHost } from '../kernel/hosts'
import { yieldToEventLoop } from '../kernel/real-time'
import { type NamedHosts, noHosts } from '../options/hosts'
import type { Access, Connection, Incoming, Service } from '../service/http/incoming'
import { cutShort, tooLarge } from '../service/http/read-body'
import { addressee, refuse, renderRefusal } from './proxy'

export interface Listener {
  readonly which: Incoming['host']
  readonly proxyHosts?: NamedHosts | undefined
  readonly access: Access
  readonly authority?: Incoming['authority']
  /** Called when the server begins to stop: ends answers that stream without an end. */
  readonly stops: Set<() => void>
  /** Whether Hono's adapter may replace the global Request and Response with its own, much faster ones. */
  readonly ownsProcess: boolean
}

/** Passes requests from Node's sockets to the app, with Hono's adapter. */
export const listenerOf = (
  sandbox: Service,
  { which, proxyHosts = noHosts, access, authority, stops, ownsProcess }: Listener,
): RequestListener => {
  const listeners = {
    api: adapt(sandbox, { host: 'api', access, authority, stops }, ownsProcess),
    vault: adapt(sandbox, { host: 'vault', access, authority, stops }, ownsProcess),
  }
  const writeHost = hostWriter()
  return (incoming, outgoing) => {
    const host = addressee(incoming, { which, proxyHosts, access })
    if (typeof host === 'object') {
      refuse(incoming, outgoing, { ...host, page: sandbox.errorPage() })
      return
    }
    if (incoming.headers.host !== undefined) incoming.headers.host = writeHost(incoming.headers.host)
    void listeners[host](incoming, outgoing)
  }
}

/** Writes a host as in a URL, since Hono's adapter refuses other forms. Keeps the last one: most requests repeat it. */
const hostWriter = (): ((host: string) => string) => {
  let last = { host: '', written: '' }
  return (host) => {
    if (host !== last.host) last = { host, written: readHost(host)?.host ?? host }
    return last.written
  }
}

const adapt = (sandbox: Service, { host, access, authority, stops }: Incoming, ownsProcess: boolean) => {
  const answer = async (request: Request, { incoming, outgoing }: HttpBindings): Promise<Response> => {
    const connection = connectionOf(incoming, outgoing)
    try {
      // Field by field: spreading costs the engine thirty times as much.
      const response = await sandbox.answer(request, { host, access, authority, stops, connection })
      // Requests that came together are answered together: to wake each client in between takes half of the time.
      await yieldToEventLoop()
      return response
    } catch {
      // The sandbox was closed between the arrival of the request and its turn.
      return connection.cut()
    }
  }
  return getRequestListener((request, env) => answer(request, env as HttpBindings), {
    overrideGlobalObjects: ownsProcess,
    // Otherwise the adapter would keep reading an unread body after the answer.
    autoCleanupIncoming: false,
    // For a request without a host, which HTTP/1.0 allows.
    hostname: 'localhost',
    errorHandler: () => refuseAddress(sandbox.errorPage()),
  })
}

/** An address that is not a URL has no route. */
const refuseAddress = (page: string): Response => {
  const message = 'the address of the request cannot be read as a URL'
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  return new Response(renderRefusal({ code: 'bad_request', message, page }), { status: 400, headers })
}

const connectionOf = (incoming: IncomingMessage, outgoing: ServerResponse): Connection => ({
  headerNames: () => Object.keys(incoming.headers),
  hasBody: hasBody(incoming),
  read: (maximum) => read(incoming, outgoing, maximum),
  cut: () => {
    outgoing.destroy()
    // As RESPONSE_ALREADY_SENT of the adapter, which is made when its module is loaded.
    return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
  },
})

const hasBody = (incoming: IncomingMessage): boolean =>
  Number(incoming.headers['content-length'] ?? 0) > 0 || incoming.headers['transfer-encoding'] !== undefined

/**
 * Refuses a body that is too large at once, and discards the rest of it: a client that writes before it reads would
 * otherwise get a closed connection instead of the answer. Node's own timeout ends a body that takes too long.
 */
const read = (incoming: IncomingMessage, outgoing: ServerResponse, maximum: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const isTooLarge = Number(incoming.headers['content-length'] ?? 0) > maximum
    if (isTooLarge) reject(tooLarge(maximum))
    const chunks: Buffer[] = []
    let bytes = 0
    const begin = (): void => {
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (isTooLarge || bytes > maximum) {
          chunks.length = 0
          reject(tooLarge(maximum))
        } else chunks.push(chunk)
      })
      incoming.once('end', () => {
        if (bytes <= maximum) resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
      })
    }
    incoming.once('error', () => reject(cutShort()))
    // A client that sends `Expect: 100-continue` need not send a body that is refused.
    if (isTooLarge || incoming.headers.expect === undefined) begin()
    else askForBody(outgoing, begin)
  })

/** Sends `100 Continue`. Among pipelined requests it must wait for its turn, like an answer. */
const askForBody = (outgoing: ServerResponse, then: () => void): void => {
  const ask = (): void => {
    outgoing.writeContinue()
    then()
  }
  if (outgoing.socket === null) outgoing.once('socket', ask)
  else ask()
}
