import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { addressName, isLoopback } from '../kernel/hosts'
import { once } from '../kernel/json'
import { type NamedHosts, type NamedServer, namesOf } from '../options/hosts'
import { createAuthority } from './authority'
import { connectHandler, type ProxyRefusal, type ProxyRoute, routeTo } from './https-proxy'
import { outerProxy } from './outer-proxy'

export type ConnectHandler = (request: IncomingMessage, client: Duplex, head: Buffer) => void

/**
 * What the servers of `listen({ proxyHost })` need to answer CONNECT. Nothing is made before a client asks: an authority
 * takes 45 ms.
 *
 * @param servers the addresses of the sandbox, read at each call
 */
export const proxyFor = (hosts: NamedHosts, servers: () => Readonly<Record<NamedServer, URL>>) => {
  const authority = once(createAuthority)
  const route = (target: URL, client: Duplex): ProxyRoute => {
    const way = routeTo(hosts, target)
    return way === 'elsewhere' && !isOfThisMachine(client) ? noRelay : way
  }
  const connect = connectHandler({
    route,
    servers,
    certificate: async () => (await authority()).issue(namesOf(hosts)),
    outer: outerProxy,
    onHandshake: () => undefined,
  })
  // The certificate that clients have to trust, in PEM.
  return { connect, authority: async () => (await authority()).cert }
}

/** A server that listens on other addresses must not connect other machines to what this machine can reach. */
const noRelay: ProxyRefusal = {
  status: '403 Forbidden',
  code: 'not_authorized',
  message:
    'clients on other machines are connected to the hosts of --proxy-host only: name other hosts in NO_PROXY',
}

const isOfThisMachine = (client: Duplex): boolean => {
  const address = 'remoteAddress' in client ? client.remoteAddress : null
  return typeof address === 'string' && isLoopback(addressName(address.replace(/^::ffff:/i, '')))
}
