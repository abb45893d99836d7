import { once } from 'node:events'
import { type ClientRequest, request as requestHttp } from 'node:http'
import { type RequestOptions, request as requestHttps } from 'node:https'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { getProxyForUrl } from 'proxy-from-env'
import { isLoopback } from '../kernel/hosts'
import { afterMsIfAlive } from '../kernel/real-time'

/** The proxy that this process must use for a host, from HTTPS_PROXY and the like; `null` for none. */
export const outerProxy = (target: URL): URL | null => {
  const proxy = isLoopback(target.hostname) ? '' : getProxyForUrl(target.href)
  return URL.canParse(proxy) && /^https?:$/.test(new URL(proxy).protocol) ? new URL(proxy) : null
}

/** How a request to a server begins. Each has its own connection. */
export const startingAt = (
  server: URL,
): { send: (options: RequestOptions) => ClientRequest; options: RequestOptions } => ({
  send: server.protocol === 'https:' ? requestHttps : requestHttp,
  options: { ...endpointOf(server), agent: false },
})

/** The credentials for a proxy with name and password in its URL. */
export const proxyAuthorization = ({ username, password }: URL): Readonly<Record<string, string>> =>
  username === ''
    ? {}
    : {
        'proxy-authorization': `Basic ${btoa(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)}`,
      }

/**
 * Opens a connection to the host and port of a URL through a proxy.
 *
 * @throws Error of the system, or one with the status that the proxy answered
 */
export const dialThrough = (proxy: URL, target: URL): Promise<Socket> => {
  const { host, port } = endpointOf(target)
  const path = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const { send, options } = startingAt(proxy)
  return new Promise((resolve, reject) => {
    const request = send({
      ...options,
      method: 'CONNECT',
      path,
      timeout: connectMs,
      headers: { host: path, ...proxyAuthorization(proxy) },
    })
    request.once('timeout', () => request.destroy(new Error(`the proxy ${proxy.host} does not answer`)))
    request.once('error', reject)
    request.once('connect', ({ statusCode }, socket, head) => {
      if (statusCode !== 200) {
        socket.destroy()
        reject(new Error(`the proxy ${proxy.host} answered ${statusCode}`))
        return
      }
      socket.setTimeout(0)
      socket.unshift(head)
      resolve(socket)
    })
    request.end()
  })
}

/** How long a connection to another server may take, in ms. */
const connectMs = 30_000

/** The parts of a URL as sockets take them. */
const endpointOf = ({ hostname, port, protocol }: URL): { host: string; port: number } => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: Number(port || (protocol === 'https:' ? 443 : 80)),
})

/**
 * Opens a connection to the host and port of a URL.
 *
 * @throws Error of the system, or one that says how long it waited
 */
export const dial = (target: URL): Promise<Socket> =>
  settled(connect({ ...endpointOf(target), allowHalfOpen: true }), 'connect')

/** Opens a connection to a server of this process, which may have a certificate that no authority signed. */
export const dialOwn = (target: URL): Promise<Socket> =>
  target.protocol === 'https:'
    ? settled(connectTls({ ...endpointOf(target), rejectUnauthorized: false }), 'secureConnect')
    : dial(target)

const settled = async (socket: Socket, ready: 'connect' | 'secureConnect'): Promise<Socket> => {
  const giveUp = (): void => void socket.destroy(new Error(`no connection within ${connectMs / 1000} s`))
  const stopWaiting = afterMsIfAlive(connectMs, giveUp)
  await once(socket, ready).finally(stopWaiting)
  return socket
}

/** Passes on what each of two connections receives, and its end, to the other. A failure of one ends both. */
export const join = (one: Duplex, other: Duplex): void => {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy())
    from.once('close', () => {
      // After an orderly end the other side may still have data to send.
      if (!from.readableEnded) to.destroy()
    })
    if (from.destroyed) to.destroy()
    else from.pipe(to)
  }
}
