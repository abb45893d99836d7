import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ProxyHosts } from './config'
import { renderError } from './http/render'
import type { Entrance } from './http/transport'
import { fail } from './kernel/errors'

/** Whom the address of a request names; `null` when that is somebody else. */
type Addressee = Entrance['host'] | null

/**
 * Clients that are told `http_proxy` send the whole address of whom they mean, `GET http://api.example.com/charges`.
 * Takes the host off such an address, and says which of the two servers it means.
 *
 * @param which the server that the request came to
 */
export const addressee = (
  incoming: IncomingMessage,
  which: Entrance['host'],
  hosts: ProxyHosts,
): Addressee => {
  const { url = '/' } = incoming
  if (url.startsWith('/')) return which
  if (url === '*') {
    // OPTIONS of the server as a whole.
    incoming.url = '/'
    return which
  }
  if (!URL.canParse(url)) return null
  const { host, port, pathname, search } = new URL(url)
  incoming.url = `${pathname}${search}`
  if (host === hosts.api) return 'api'
  if (host === hosts.vault) return 'vault'
  // The whole address of this very server is no proxy's business.
  return port === String(incoming.socket.localPort) ? which : null
}

/** Passing it on would let a test reach the real service; answering it would pretend to be it. */
export const refuseForeign = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
  const host = incoming.headers.host ?? 'this host'
  refuseWith(incoming, outgoing, {
    status: 421,
    message: `requests for ${host} are not answered here: start the sandbox with --proxy-host api=<host>,vault=<host>`,
  })
}

/** One of two hosts may be meant for somebody in between, so that neither can be trusted (RFC 9112, section 3.2). */
export const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

export const refuseTwoHosts = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
  outgoing.shouldKeepAlive = false
  refuseWith(incoming, outgoing, { status: 400, message: 'the request has two Host headers: send one' })
}

const type = 'application/json; charset=utf-8'

const refuseWith = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, message }: { readonly status: number; readonly message: string },
): void => {
  incoming.resume()
  outgoing.writeHead(status, { 'content-type': type })
  outgoing.end(textOf(message))
}

const textOf = (message: string): string => JSON.stringify(renderError(fail('bad_request', {}, message)).body)

/** A tunnel would have to be spoken through in TLS, with the certificate of whoever was called. */
export const refuseTunnel = ({ url = '' }: IncomingMessage, socket: Duplex): void => {
  const host = url.replace(/:443$/, '').slice(0, 100)
  const text = textOf(
    `no tunnel to ${host} is opened here: let the client call http://${host}, which http_proxy takes without one, or this server itself`,
  )
  // Whoever asked may have gone meanwhile, or never goes.
  socket.on('error', () => socket.destroy()).once('finish', () => socket.destroy())
  socket.end(
    `HTTP/1.1 405 Method Not Allowed\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
  )
}
