import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ErrorName, fail } from '../kernel/errors'
import { readHost, unknownHostText } from '../kernel/hosts'
import { type NamedHosts, serverFor } from '../options/hosts'
import { renderError } from '../service/http/errors'
import type { Access, Incoming } from '../service/http/incoming'
import { isWebhook, noReceiver } from '../service/webhooks/message'

/** The server that received a request. */
interface ReachedServer {
  readonly which: Incoming['host']
  readonly proxyHosts: NamedHosts
  readonly access: Access
}

interface RequestRefusal {
  readonly status: number
  readonly code: ErrorName
  readonly message: string
}

/**
 * Finds the server that a request is for, or its refusal. Clients with an `http_proxy` send an absolute URL,
 * `GET http://api.example.com/charges`: its host decides the server, and is then removed from `incoming.url`.
 */
export const addressee = (
  incoming: IncomingMessage,
  place: ReachedServer,
): Incoming['host'] | RequestRefusal => {
  const { url = '/', headers } = incoming
  const { host } = headers
  if (hasTwoHosts(incoming)) return twoHosts
  if (isWebhook(headers['user-agent'])) return noReceiver
  // `OPTIONS *` asks about the whole server.
  if (url === '*') incoming.url = '/'
  const target = url.startsWith('/') || url === '*' ? null : wholeAddress(url)
  const which = target === null ? place.which : namedBy(target, incoming, place)
  if (which === null || target === undefined) return foreign(host)
  // HTTP/1.0 clients may omit the Host header; browsers always send it.
  if (host !== undefined && !place.access.allows(host, 'service')) return unknownHost(host)
  if (target === null) return which
  incoming.url = `${target.pathname}${target.search}`
  const isOneHost = host === undefined || readHost(host, target.protocol)?.host === target.host
  return isOneHost ? which : otherHost
}

/** `undefined` for a text that is not an HTTP URL. */
const wholeAddress = (url: string): URL | undefined =>
  /^https?:/i.test(url) && URL.canParse(url) ? new URL(url) : undefined

/** The server of an absolute URL; `null` for another machine. */
const namedBy = (
  target: URL | undefined,
  { socket }: IncomingMessage,
  place: ReachedServer,
): Incoming['host'] | null => {
  if (target === undefined) return null
  const { host, port } = target
  const named = serverFor(place.proxyHosts, target)
  if (named !== null) return named
  // An absolute URL of this server needs no proxy host.
  const isHere = port === String(socket.localPort) && place.access.allows(host, 'service')
  return isHere ? place.which : null
}

/** An intermediary may have used either of two Host headers, so neither can be trusted (RFC 9112, section 3.2). */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean => {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

const twoHosts: RequestRefusal = {
  status: 400,
  code: 'bad_request',
  message: 'the request has two Host headers: send one',
}

const otherHost: RequestRefusal = {
  ...twoHosts,
  message: 'the Host header names another host than the address: send the same in both',
}

/** Forwarding the request would let a test reach the real service; answering it would impersonate that service. */
const foreign = (host = 'this host'): RequestRefusal => ({
  status: 421,
  code: 'bad_request',
  message: `requests for ${host} are not answered here: start the sandbox with --proxy-host api=<host>,vault=<host>`,
})

const unknownHost = (host: string): RequestRefusal => ({
  status: 403,
  code: 'not_authorized',
  message: unknownHostText(host),
})

const type = 'application/json; charset=utf-8'

/** @param refusal with the address of the page about errors */
export const refuse = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, ...refusal }: RequestRefusal & { readonly page: string },
): void => {
  incoming.resume()
  if (status === 400) outgoing.shouldKeepAlive = false
  outgoing.writeHead(status, { 'content-type': type })
  const isControl = incoming.url?.startsWith('/_sandbox') === true
  outgoing.end(isControl ? JSON.stringify({ error: { message: refusal.message } }) : renderRefusal(refusal))
}

export const renderRefusal = ({
  code,
  message,
  page,
}: Omit<RequestRefusal, 'status'> & { page: string }): string =>
  JSON.stringify(renderError(fail(code, {}, message), page).body)

/** Answers a request for a tunnel with an error, and closes the connection. */
export const refuseTunnel = (client: Duplex, { status, body }: { status: string; body: string }): void => {
  // The client may have closed the connection already, or may never close it.
  client.on('error', () => client.destroy()).once('finish', () => client.destroy())
  client.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/** Without --proxy-host there is no host for which a tunnel could end here. */
export const refuseConnect = ({ url = '' }: IncomingMessage, client: Duplex, page: string): void => {
  const host = url.replace(/:443$/, '').slice(0, 100)
  const message = `no tunnel to ${host} is opened here: start the sandbox with --proxy-host api=<host>,vault=<host>, or let the client call this server itself`
  refuseTunnel(client, {
    status: '405 Method Not Allowed',
    body: renderRefusal({ code: 'bad_request', message, page }),
  })
}
