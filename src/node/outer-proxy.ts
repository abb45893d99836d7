import { type ClientRequest, request as requestHttp } from 'node:http'
import { type RequestOptions, request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'
import { getProxyForUrl } from 'proxy-from-env'
import { isLoopback } from '../kernel/hosts'
import { connectMs, endpointOf } from './tunnel'

/** The proxy that this process itself has to use for a host, by HTTPS_PROXY and its like; `null` for none. */
export const outerProxy = (target: URL): URL | null => {
  const proxy = isLoopback(target.hostname) ? '' : getProxyForUrl(target.href)
  return URL.canParse(proxy) && /^https?:$/.test(new URL(proxy).protocol) ? new URL(proxy) : null
}

/** How a request to a server begins. Each has a connection of its own. */
export const startingAt = (
  server: URL,
): { send: (options: RequestOptions) => ClientRequest; options: RequestOptions } => ({
  send: server.protocol === 'https:' ? requestHttps : requestHttp,
  options: { ...endpointOf(server), agent: false },
})

/** What proves to a proxy with a name and a password in its URL that it may be used. */
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
      ...{ ...options, method: 'CONNECT', path, timeout: connectMs },
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
