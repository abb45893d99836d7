import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls'
import { readHost } from '../kernel/hosts'
import { once } from '../kernel/json'
import { errorMessage } from '../kernel/sandbox-error'
import { type Destination, destinationOf, unmappedHost, unmappedText } from '../options/destination'
import type { NamedHosts, NamedServer } from '../options/hosts'
import type { Certificate } from './authority'
import { dial, dialOwn, dialThrough, join } from './outer-proxy'
import { refuseTunnel } from './proxy'

/** Why a proxy does not take a call. */
export interface ProxyRefusal {
  /** Status code and reason: many clients show nothing else. */
  readonly status: string
  readonly code: string
  readonly message: string
}

/** Where a call goes: to a server of the sandbox, to the host that it names, or nowhere. */
export type ProxyRoute = Exclude<Destination, 'nowhere'> | ProxyRefusal

/** Where a call goes, with the refusal that a proxy answers. */
export const routeTo = (hosts: NamedHosts, target: URL): ProxyRoute => {
  const destination = destinationOf(hosts, target)
  if (destination !== 'nowhere') return destination
  return {
    status: `403 ${unmappedHost} ${target.hostname}`,
    code: unmappedHost,
    message: unmappedText(hosts, target),
  }
}

export interface ProxyPlan {
  /** @param client the connection of the client, which may decide what it may reach */
  readonly route: (target: URL, client: Duplex) => ProxyRoute
  /** The addresses of the sandbox. */
  readonly servers: () => Readonly<Record<NamedServer, URL>>
  /** The certificate with which the sandbox answers for the mapped hosts. */
  readonly certificate: () => Promise<Certificate>
  /** The proxy that calls to other hosts must use; `null` for none. */
  readonly outer: (target: URL) => URL | null
  /** A client has trusted the certificate, or refused it, which it may not show to people. */
  readonly onHandshake: (client: TlsClient, isTrusting: boolean) => void
}

export interface TlsClient {
  /** The host that it wants to call. */
  readonly host: string
  /** Its `User-Agent`; empty where it gives none. */
  readonly agent: string
}

export const refusalBody = ({ code, message }: ProxyRefusal): string =>
  JSON.stringify({ object: 'error', code, message })

const refuse = (client: Duplex, refusal: ProxyRefusal): void =>
  refuseTunnel(client, { status: refusal.status, body: refusalBody(refusal) })

const noHost: ProxyRefusal = {
  status: '400 Bad Request',
  code: 'bad_request',
  message: 'CONNECT needs a host and a port, such as api.example.com:443',
}

/** What a client sees when the server that it wants cannot be reached. */
export const unreachable = ({ host }: URL, error: unknown): ProxyRefusal => ({
  status: '502 Bad Gateway',
  code: 'bad_gateway',
  message: `cannot reach ${host}: ${errorMessage(error)}`,
})

const established = 'HTTP/1.1 200 Connection Established\r\n\r\n'

/** The handler of CONNECT, by which clients with an https_proxy ask for a connection to a host. */
export const connectHandler = (plan: ProxyPlan) => {
  const secureContext = once(() => plan.certificate().then(createSecureContext))
  const open = async (
    { url = '', headers }: IncomingMessage,
    client: Duplex,
    head: Buffer,
  ): Promise<void> => {
    const target = readHost(url, 'https:')
    if (target === null) return refuse(client, noHost)
    const destination = plan.route(target, client)
    if (typeof destination === 'object') return refuse(client, destination)
    if (destination === 'elsewhere') return passOn(target, plan.outer(target), client, head)
    const caller = { host: target.host, agent: headers['user-agent'] ?? '' }
    return answerItself(destination, caller, client, head)
  }

  const answerItself = async (
    destination: NamedServer,
    caller: TlsClient,
    client: Duplex,
    head: Buffer,
  ): Promise<void> => {
    client.write(established)
    const first = head.length > 0 ? head : await firstBytes(client)
    if (first === null) return
    client.unshift(first)
    const inner = first[0] === 0x16 ? secured(client, await secureContext()) : client
    inner.once('secure', () => plan.onHandshake(caller, true))
    inner.on('error', (error: NodeJS.ErrnoException) => {
      if (isDistrust(error)) plan.onHandshake(caller, false)
    })
    const own = await dialOwn(plan.servers()[destination]).catch(() => null)
    if (own === null) inner.destroy()
    else join(inner, own)
  }

  return (request: IncomingMessage, client: Duplex, head: Buffer): void => {
    client.on('error', () => client.destroy())
    open(request, client, head).catch(() => client.destroy())
  }
}

const passOn = async (target: URL, outer: URL | null, client: Duplex, head: Buffer): Promise<void> => {
  try {
    const upstream = await (outer === null ? dial(target) : dialThrough(outer, target))
    client.write(established)
    upstream.write(head)
    join(client, upstream)
  } catch (error) {
    refuse(client, unreachable(target, error))
  }
}

/** `null` when the client sends nothing. */
const firstBytes = (client: Duplex): Promise<Buffer | null> =>
  new Promise((resolve) => {
    client.once('data', (bytes: Buffer) => {
      client.pause()
      resolve(bytes)
    })
    client.once('close', () => resolve(null))
  })

/** Clients may also speak plain HTTP through a tunnel; a TLS handshake begins with this byte. */
const secured = (client: Duplex, secureContext: SecureContext): TLSSocket =>
  new TLSSocket(client, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] })

const isDistrust = ({ code = '' }: NodeJS.ErrnoException): boolean =>
  /ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN)$/.test(code)
