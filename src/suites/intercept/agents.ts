import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { Duplex } from 'node:stream'
import { urlToHttpOptions } from 'node:url'
import { once } from '../../kernel/json'
import { afterMsIfAlive } from '../../kernel/real-time'
import type { NamedServer } from '../../options/hosts'
import { atHand, type Receiver, responseTo } from '../../sandbox/call'
import { replace } from './patch'
import type { Switchboard } from './switchboard'

declare module 'http' {
  interface Agent {
    addRequest(request: ClientRequest, options: RequestOptions, ...rest: unknown[]): void
  }
  interface ClientRequest {
    /** Gives the request its error instead of a connection. */
    onSocket(socket: null, error: Error): void
    onSocket(socket: Duplex): void
  }
}

/**
 * Intercepts at the agent, where every request of Node's client arrives, however it was made.
 *
 * @returns a function that ends this
 */
export const interceptAgents = (switchboard: Switchboard): (() => void) => {
  const native = http.Agent.prototype.addRequest
  /** @returns false for a request that goes to its usual place */
  const divert = (client: ClientRequest, options: http.RequestOptions): boolean => {
    if (switchboard.isIdle || options.socketPath) return false
    const route = switchboard.routeOf(originOf(client.protocol, options))
    if (route === null) return false
    if ('refused' in route) client.onSocket(null, route.refused())
    else connect(client, options, route)
    return true
  }
  function addRequest(
    this: http.Agent,
    client: ClientRequest,
    options: http.RequestOptions,
    ...rest: unknown[]
  ) {
    if (!divert(client, options)) native.call(this, client, options, ...rest)
  }
  const restore = [
    replace(http.Agent.prototype, 'addRequest', addRequest),
    ...[http, https].flatMap((module) => [
      replace(module, 'request', withOwnAgents(module.request, divert)),
      replace(module, 'get', withOwnAgents(module.get, divert)),
    ]),
  ]
  syncBuiltinESMExports()
  return () => {
    for (const putBack of restore) putBack()
    syncBuiltinESMExports()
  }
}

type Divert = (client: ClientRequest, options: http.RequestOptions) => boolean

/**
 * Older proxy packages bring their own agents, which never reach the prototype of Node's. One of them, agent-base 4,
 * also replaces `https.request` by a function that knows its old parameters only: the options, and the callback.
 */
const withOwnAgents = <F extends (...args: never[]) => ClientRequest>(request: F, divert: Divert): F =>
  new Proxy(request, {
    apply: (target, self, given: unknown[]) => {
      const [options, ...rest] = inOneObject(given)
      const ours = hasForeignAgent(options)
        ? { ...options, agent: diverting(options.agent, divert) }
        : options
      return Reflect.apply(target, self, [ours, ...rest])
    },
  })

/** Address and options in one object, as Node itself joins them. */
const inOneObject = (given: readonly unknown[]): readonly unknown[] => {
  const [address, second, ...rest] = given
  if (typeof address !== 'string' && !(address instanceof URL)) return given
  const fromAddress = urlToHttpOptions(new URL(address))
  return typeof second === 'object'
    ? [{ ...fromAddress, ...second }, ...rest]
    : [fromAddress, second, ...rest]
}

interface ForeignAgent {
  addRequest(client: ClientRequest, options: http.RequestOptions): void
}

const hasForeignAgent = (argument: unknown): argument is { readonly agent: ForeignAgent } => {
  if (typeof argument !== 'object' || argument === null || !('agent' in argument)) return false
  const { agent } = argument
  return (
    typeof agent === 'object' && agent !== null && !(agent instanceof http.Agent) && 'addRequest' in agent
  )
}

const diverting = (agent: ForeignAgent, divert: Divert): ForeignAgent =>
  Object.create(agent, {
    addRequest: {
      value: (client: ClientRequest, options: http.RequestOptions): void => {
        if (!divert(client, options)) agent.addRequest(client, options)
      },
    },
  })

/**
 * One end of a connection within the process: what is written to it can be read from the other end. It has what Node's
 * client and server ask of a socket.
 */
class ConnectionEnd extends Duplex {
  readonly connecting = false
  readonly encrypted: boolean
  readonly remoteAddress = '127.0.0.1'
  #other: ConnectionEnd | null = null
  #goOn: (() => void) | null = null
  #timeoutMs = 0
  #stopTimer = (): void => undefined

  private constructor(isSecure: boolean) {
    super({ allowHalfOpen: false })
    this.encrypted = isSecure
  }

  static pair(isSecure: boolean): readonly [ConnectionEnd, ConnectionEnd] {
    const [one, other] = [new ConnectionEnd(isSecure), new ConnectionEnd(isSecure)]
    one.#other = other
    other.#other = one
    return [one, other]
  }

  /** As of a socket: emits `timeout` after this time without a byte; 0 ends that. */
  setTimeout(ms: number, listener?: () => void): this {
    if (listener !== undefined) this.once('timeout', listener)
    this.#timeoutMs = ms
    this.#touch()
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {
    const goOn = this.#goOn
    this.#goOn = null
    goOn?.()
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#touch()
    if (this.#other === null) done()
    else this.#other.#receive(chunk, done)
  }

  override _final(done: () => void): void {
    this.#other?.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#stopTimer()
    const other = this.#other
    done(error)
    // In a later turn, as with sockets: a writer finds out later.
    process.nextTick(() => other?.destroy())
  }

  #receive(chunk: Buffer, done: () => void): void {
    if (!this.destroyed) this.#touch()
    if (this.destroyed || this.push(chunk)) done()
    else this.#goOn = done
  }

  #touch(): void {
    this.#stopTimer()
    if (this.#timeoutMs > 0 && !this.destroyed)
      this.#stopTimer = afterMsIfAlive(this.#timeoutMs, () => void this.emit('timeout'))
  }
}

interface ConnectionTarget {
  readonly receiver: Receiver
  readonly server: NamedServer
}

/** What the server must know about a connection. */
interface Caller extends ConnectionTarget {
  readonly origin: string
  readonly clientEnd: ConnectionEnd
}

const callers = new WeakMap<object, Caller>()

/**
 * Node's own server, which listens nowhere: connections are handed to it. So bodies, headers, timeouts and cut
 * connections are for every client what they are over a socket.
 */
const localServer = once(() => http.createServer((incoming, outgoing) => void answer(incoming, outgoing)))

const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const caller = callers.get(incoming.socket)
  if (caller === undefined) return
  const { receiver, server, origin, clientEnd } = caller
  try {
    const body = await bodyOf(incoming)
    const request = requestOf(incoming, origin)
    const response = await responseTo(receiver, { request, server, body })
    const { status, statusText, headers, body: sent } = await atHand(response)
    if (statusText !== '') outgoing.statusMessage = statusText
    outgoing.sendDate = false
    outgoing.writeHead(status, [...headers].flat()).end(sent)
  } catch (error) {
    clientEnd.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

const bodyOf = (incoming: IncomingMessage): Promise<Uint8Array | null> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    incoming
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .once('end', () => resolve(chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? null)))
      .once('error', reject)
  })

const requestOf = ({ url = '/', method = 'GET', rawHeaders }: IncomingMessage, origin: string): Request => {
  const headers: [string, string][] = []
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''])
  return new Request(url.startsWith('/') ? `${origin}${url}` : url, { method, headers })
}

/** Connects a request of Node's client to a receiver, whichever agent it came with. */
const connect = (
  client: ClientRequest,
  options: http.RequestOptions,
  destination: ConnectionTarget,
): void => {
  const { protocol } = client
  const [clientEnd, serverEnd] = ConnectionEnd.pair(protocol === 'https:')
  callers.set(serverEnd, { ...destination, origin: originOf(protocol, options), clientEnd })
  // A client that keeps its connection emits this: there is none to keep.
  clientEnd.once('free', () => clientEnd.destroy())
  localServer().emit('connection', serverEnd)
  if (options.timeout) clientEnd.setTimeout(options.timeout)
  client.onSocket(clientEnd)
}

/** The origin of a request as Node's agents see it. */
export const originOf = (protocol: string, { host, port }: http.RequestOptions): string => {
  const name = host?.includes(':') && !host.startsWith('[') ? `[${host}]` : (host ?? 'localhost')
  return `${protocol}//${name}${port === undefined || port === null ? '' : `:${port}`}`
}
