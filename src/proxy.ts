import type { IncomingMessage, ServerResponse } from 'node:http'
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
  const { body } = renderError(
    fail(
      'bad_request',
      {},
      `requests for ${host} are not answered here: start the sandbox with --proxy-host api=<host>,vault=<host>`,
    ),
  )
  incoming.resume()
  outgoing.writeHead(421, { 'content-type': 'application/json; charset=utf-8' })
  outgoing.end(JSON.stringify(body))
}
