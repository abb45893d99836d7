import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as requestHttp,
} from 'node:http'
import { isIP, type Socket } from 'node:net'
import { urlToHttpOptions } from 'node:url'
import { once } from '../kernel/json'
import {
  BodyStart,
  type Network,
  type NetworkAnswer,
  notSent,
  type Outgoing,
  privateName,
} from '../service/webhooks/network'

/** Shorter than the 5 s after which most servers close an idle connection, so no request goes to a closed socket. */
const idleMs = 4_000

/**
 * Idle connections do not keep the process alive. The queues of webhooks limit the busy ones. Made at the first
 * delivery: a server that starts would load the modules of name look-up too.
 */
const agentOptions = async (isPublic: boolean) => {
  const { lookupName, lookupPublicName } = await import('./name-lookup')
  const lookup = isPublic ? lookupPublicName : lookupName
  return { keepAlive: true, timeout: idleMs, scheduling: 'lifo', lookup } as const
}

/** `getCACertificates` came with Node 22.15. */
interface NewerTls {
  readonly rootCertificates: readonly string[]
  readonly getCACertificates?: (of: 'default') => readonly string[]
}

/** The `ca` of an option of TLS replaces the usual certificates, so those come first. */
const withUsual = async (more: readonly string[]): Promise<readonly string[]> => {
  const tls: NewerTls = await import('node:tls')
  if (tls.getCACertificates !== undefined) return [...tls.getCACertificates('default'), ...more]
  // Older Node does not say what NODE_EXTRA_CA_CERTS added.
  const { readFile } = await import('node:fs/promises')
  const extra = process.env.NODE_EXTRA_CA_CERTS
  const added = extra === undefined ? '' : await readFile(extra, 'utf8').catch(() => '')
  return [...tls.rootCertificates, ...(added === '' ? [] : [added]), ...more]
}

/** @param trusted certificates in PEM that it trusts besides the usual ones */
const agentsFor = (isPublic: boolean, trusted: readonly string[]) => ({
  plain: once(async () => ({ agent: new Agent(await agentOptions(isPublic)), request: requestHttp })),
  /** Loads `node:https` at the first delivery over https. */
  secure: once(async () => {
    const { Agent: SecureAgent, request } = await import('node:https')
    const ca = trusted.length === 0 ? {} : { ca: [...(await withUsual(trusted))] }
    // Node 20 does not name a protocol by itself, and a receiver of HTTP/2 answers 403 then.
    const tls = { ...ca, ALPNProtocols: ['http/1.1'] }
    return { agent: new SecureAgent({ ...(await agentOptions(isPublic)), ...tls }), request, tls }
  }),
})

const reachesOf = (trusted: readonly string[]) => ({
  everywhere: agentsFor(false, trusted),
  /** A connection is made to the address that was checked: a name that leads elsewhere a moment later changes nothing. */
  publicOnly: agentsFor(true, trusted),
})

/** For all sandboxes that trust no more than the usual certificates. */
const usual = reachesOf([])

const proxyNames = ['http_proxy', 'https_proxy', 'all_proxy']

/** The proxy that the environment names for a receiver; `null` for none. Without one its code is not loaded. */
const proxyFor = async (receiver: URL) => {
  const isNamed = proxyNames.some((name) => process.env[name] || process.env[name.toUpperCase()])
  if (!isNamed) return null
  const through = await import('./outer-proxy')
  const proxy = through.outerProxy(receiver)
  return proxy === null ? null : { proxy, ...through }
}

type Proxied = NonNullable<Awaited<ReturnType<typeof proxyFor>>>
type Secure = Awaited<ReturnType<ReturnType<typeof agentsFor>['secure']>>

/** A proxy gets the whole address of a receiver over http. */
const throughProxy = (
  { proxy, startingAt, proxyAuthorization }: Proxied,
  to: ProxiedDelivery,
): ClientRequest => {
  const { send, options } = startingAt(proxy)
  const headers = { ...to.headers, host: to.receiver.host, ...proxyAuthorization(proxy) }
  return send({ ...options, method: 'POST', path: to.receiver.href, headers })
}

/** Over https, a proxy passes the bytes on to the receiver, which shows its certificate. */
const throughTunnel = async (
  { proxy, dialThrough }: Proxied,
  { request, tls }: Secure,
  { receiver, headers, signal }: ProxiedDelivery & Pick<Outgoing, 'signal'>,
): Promise<ClientRequest> => {
  const { connect } = await import('node:tls')
  const socket = await unlessAborted(dialThrough(proxy, receiver), signal)
  const { hostname, ...to } = urlToHttpOptions(receiver)
  const host = String(hostname)
  const named = isIP(host) === 0 ? { servername: host } : {}
  const createConnection = () => connect({ ...tls, ...named, host, socket })
  // Without an agent: each one opens connections of its own.
  return request({ ...to, hostname, method: 'POST', headers, createConnection })
}

/** @throws Error with the code `privateName` for a name that leads to a private address */
const mustBePublic = async ({ hostname }: URL): Promise<void> => {
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return // Addresses were checked before.
  const { lookupPublicName } = await import('./name-lookup')
  await new Promise<void>((resolve, reject) =>
    lookupPublicName(hostname, { all: true }, (error) => (error === null ? resolve() : reject(error))),
  )
}

interface ProxiedDelivery {
  readonly receiver: URL
  readonly headers: OutgoingHttpHeaders
}

/** Closes a connection that came too late. */
const unlessAborted = (dialled: Promise<Socket>, signal: AbortSignal): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const end = (): void => reject(new Error('ended'))
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    dialled.then((socket) => (signal.aborted ? socket.destroy() : resolve(socket)), reject)
  })

/**
 * Delivers over Node's own sockets, for a sandbox with servers in Node. This costs a quarter of `fetch`, for which
 * other requests would have to wait.
 * @param trusted certificates in PEM that it trusts besides the usual ones
 */
export const nodeNetworkOf = (trusted: readonly string[]): Network => {
  const { everywhere, publicOnly } = trusted.length === 0 ? usual : reachesOf(trusted)
  const attempt: Network = async (outgoing) => {
    const receiver = new URL(outgoing.url)
    const headers = { ...outgoing.headers, 'content-length': Buffer.byteLength(outgoing.body) }
    const isPublic = typeof outgoing.privateRefusal === 'string'
    const { plain, secure } = isPublic ? publicOnly : everywhere
    const isSecure = receiver.protocol === 'https:'
    const proxied = await proxyFor(receiver)
    if (proxied !== null) {
      // A proxy looks names up by itself.
      if (isPublic) await mustBePublic(receiver)
      if (!isSecure) return answerOf(throughProxy(proxied, { receiver, headers }), outgoing)
      const sent = { receiver, headers, signal: outgoing.signal }
      return answerOf(await throughTunnel(proxied, await secure(), sent), outgoing)
    }
    const { request, agent } = await (isSecure ? secure() : plain())
    // As one object: agent-base 4, which the published client brings, replaces https.request by a function without a
    // third argument.
    return answerOf(request({ ...urlToHttpOptions(receiver), method: 'POST', headers, agent }), outgoing)
  }
  return (outgoing) =>
    attempt(outgoing).catch((error: unknown) => {
      const { privateRefusal = null } = outgoing
      const isPrivate = error instanceof Error && 'code' in error && error.code === privateName
      throw isPrivate && privateRefusal !== null ? notSent(new URL(outgoing.url).host, privateRefusal) : error
    })
}

/** Sends the head, and the body once it may begin. */
const sendOpened = (sent: ClientRequest, { url, body }: Outgoing, opened: () => Promise<void>): void => {
  sent.flushHeaders()
  sent.once('socket', (socket) => {
    const open = async (): Promise<void> => {
      await opened()
      if (!sent.destroyed) sent.end(body)
    }
    if (socket.connecting) socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', open)
    else void open()
  })
}

const answerOf = (sent: ClientRequest, outgoing: Outgoing): Promise<NetworkAnswer> =>
  new Promise((resolve, reject) => {
    const { body, opened, signal } = outgoing
    const end = (): void => void sent.destroy(new Error('ended'))
    signal.addEventListener('abort', end, { once: true })
    sent.once('close', () => signal.removeEventListener('abort', end))
    sent.once('error', reject)
    sent.once('response', (incoming: IncomingMessage) => {
      // The status is the result: the rest of the body does not matter, even if it never ends.
      const start = new BodyStart()
      const done = (): void => resolve({ status: incoming.statusCode ?? 0, text: start.text })
      sent.off('error', reject).on('error', done)
      incoming.once('end', done).once('error', done).once('close', done)
      incoming.on('data', (chunk: Buffer) => {
        if (start.add(chunk)) sent.destroy()
      })
    })
    // The receiver asks for another protocol.
    sent.once('upgrade', () => {
      sent.destroy()
      reject(new Error('the receiver wants another protocol than HTTP'))
    })
    if (signal.aborted) end()
    else if (opened === undefined) sent.end(body)
    else sendOpened(sent, outgoing, opened)
  })
