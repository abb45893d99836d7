import http, { type IncomingMessage } from 'node:http'
import { addAbortSignal, Duplex, type Readable } from 'node:stream'
import { afterMsIfAlive, yieldToEventLoop } from '../../kernel/real-time'
import { setImmediate } from '../../kernel/timers'
import type { NamedServer } from '../../options/hosts'
import { atHand, type Receiver, responseTo } from '../../sandbox/call'

/**
 * One end of a connection within the process: what is written to it can be read from the other end. It has what clients
 * and servers ask of a socket.
 */
export class ConnectionEnd extends Duplex {
  readonly connecting = false
  encrypted = false
  alpnProtocol: string | false = false
  readonly authorized = true
  readonly remoteAddress = '127.0.0.1'
  readonly remoteFamily = 'IPv4'
  #other: ConnectionEnd | null = null
  #goOn: (() => void) | null = null
  #timeoutMs = 0
  #stopTimer = (): void => undefined

  static pair(): readonly [ConnectionEnd, ConnectionEnd] {
    const one = new ConnectionEnd({ allowHalfOpen: false })
    // A client may end its side after the request, and wait for the answer.
    const other = new ConnectionEnd()
    one.#other = other
    other.#other = one
    return [one, other]
  }

  /** From now on a client takes it for a secure connection. What goes over it stays as it is. */
  secure(protocols: readonly unknown[] | ArrayBufferView = []): this {
    const offered = String(protocols)
    this.encrypted = true
    this.alpnProtocol = ['http/1.1', 'h2'].find((protocol) => offered.includes(protocol)) ?? false
    return this
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

  getPeerCertificate(): object {
    return {}
  }

  isSessionReused(): boolean {
    return false
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
    // Both sides have ended: the other one still has to read what came last.
    const isOver = error === null && this.readableEnded && this.writableFinished
    done(error)
    // In a later turn, as with sockets: a writer finds out later.
    if (!isOver) process.nextTick(() => other?.destroy())
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

/** Where the calls over a connection go. */
export interface ConnectionTarget {
  readonly receiver: Receiver
  readonly server: NamedServer
  /** The origin that the client called. */
  readonly origin: string
}

/** What the server must know about a connection. */
interface Caller {
  readonly target: () => ConnectionTarget
  readonly clientEnd: ConnectionEnd
  /** Whether its client ends it after one request, without being told to. */
  readonly isForOneRequest: boolean
}

const callers = new WeakMap<object, Caller>()

/**
 * Node's own server, which listens nowhere: connections are handed to it. So bodies, headers, timeouts and cut
 * connections are for every client what they are over a socket.
 */
const localServer = http
  .createServer((incoming, outgoing) => {
    const caller = callers.get(incoming.socket)
    // One call for each connection: no client keeps one beyond the interception, and what comes behind the first call,
    // before its answer, is sent again over the next connection.
    callers.delete(incoming.socket)
    if (caller === undefined) return
    outgoing.shouldKeepAlive = caller.isForOneRequest
    void answer(caller, incoming, outgoing)
  })
  .on('connect', (_, socket) => {
    const caller = callers.get(socket)
    if (caller !== undefined) callers.set(socket, { ...caller, isForOneRequest: false })
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    localServer.emit('connection', socket)
  })
Reflect.set(localServer, 'httpAllowHalfOpen', true)

/** A connection for one request of Node's client. */
export const requestConnection = (target: ConnectionTarget): ConnectionEnd => {
  const [clientEnd, serverEnd] = ConnectionEnd.pair()
  callers.set(serverEnd, { target: () => target, clientEnd, isForOneRequest: true })
  localServer.emit('connection', serverEnd)
  return clientEnd
}

interface Reusable {
  once(event: 'close', listener: () => void): unknown
}

/** Connections that have not been used yet, and sessions of HTTP/2: what ends each, and when it was opened. */
const reusable = new Map<Reusable, { readonly end: () => void; readonly openedIn: number }>()

/** Counts the ends of interceptions. */
let period = 0

/** Ends the connections that a client could use for later calls. What it has begun before is still answered. */
export const endReusable = async (): Promise<void> => {
  period += 1
  const now = period
  // What the client has begun is on its way.
  await yieldToEventLoop()
  for (const { end, openedIn } of reusable.values()) if (openedIn < now) end()
}

const keepReusable = (holder: Reusable, openedIn: number, end: () => void): void => {
  reusable.set(holder, { end, openedIn })
  holder.once('close', () => reusable.delete(holder))
}

interface SocketOptions {
  readonly signal?: AbortSignal | undefined
  readonly timeout?: number | undefined
}

/**
 * A connection as `net.connect` and `tls.connect` give it, for HTTP/1.1 or HTTP/2.
 *
 * @param target asked for each call: a client may open a connection during one interception, and use it during the next
 */
export const openConnection = (target: () => ConnectionTarget, options: SocketOptions): ConnectionEnd => {
  const [clientEnd, serverEnd] = ConnectionEnd.pair()
  const openedIn = period
  let isUnused = true
  serverEnd.once('readable', () => {
    isUnused = false
    reusable.delete(clientEnd)
    const first: Buffer | null = serverEnd.read()
    if (first === null) return
    serverEnd.unshift(first)
    const caller = { target, clientEnd, isForOneRequest: false }
    callers.set(serverEnd, caller)
    if (first.toString('latin1', 0, 4) === 'PRI ') serveHttp2(caller, serverEnd, openedIn)
    else localServer.emit('connection', serverEnd)
  })
  if (options.timeout) clientEnd.setTimeout(options.timeout)
  if (options.signal) addAbortSignal(options.signal, clientEnd)
  setImmediate(() => {
    if (clientEnd.destroyed) return
    if (isUnused) keepReusable(clientEnd, openedIn, () => clientEnd.destroy())
    clientEnd.emit('connect')
    clientEnd.emit('ready')
    if (clientEnd.encrypted) clientEnd.emit('secureConnect')
  })
  return clientEnd
}

/** A connection that fails. */
export const failingConnection = (error: Error): ConnectionEnd => {
  const [clientEnd] = ConnectionEnd.pair()
  setImmediate(() => clientEnd.destroy(error))
  return clientEnd
}

const serveHttp2 = (caller: Caller, serverEnd: ConnectionEnd, openedIn: number): void => {
  // Loaded where it is used: it takes Node long.
  const http2 = process.getBuiltinModule('node:http2')
  http2
    .createServer((incoming, outgoing) => void answer(caller, incoming, outgoing))
    .on('session', (session) => keepReusable(session, openedIn, () => session.close()))
    .emit('connection', Object.assign(serverEnd, { alpnProtocol: 'h2' }))
}

type LocalRequest = Readable & Pick<IncomingMessage, 'url' | 'method' | 'rawHeaders'>

interface LocalAnswer {
  sendDate: boolean
  setHeader(name: string, value: string | string[]): unknown
  writeHead(status: number): { end(body: Uint8Array): unknown }
}

const answer = async (caller: Caller, incoming: LocalRequest, outgoing: LocalAnswer): Promise<void> => {
  const { target, clientEnd } = caller
  const { receiver, server, origin } = target()
  try {
    const body = await bodyOf(incoming)
    const request = requestOf(incoming, origin)
    const response = await responseTo(receiver, { request, server, body })
    const { status, statusText, headers, body: sent } = await atHand(response)
    // HTTP/2 has none.
    if (statusText !== '' && outgoing instanceof http.ServerResponse) outgoing.statusMessage = statusText
    outgoing.sendDate = false
    for (const [name, value] of headers)
      outgoing.setHeader(name, name === 'set-cookie' ? headers.getSetCookie() : value)
    outgoing.writeHead(status).end(sent)
  } catch (error) {
    clientEnd.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

const bodyOf = (incoming: LocalRequest): Promise<Uint8Array | null> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    incoming
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .once('end', () => resolve(chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? null)))
      .once('error', reject)
  })

const requestOf = ({ url = '/', method = 'GET', rawHeaders }: LocalRequest, origin: string): Request => {
  const headers: [string, string][] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    // Those of HTTP/2 that stand for the first line of HTTP/1.1.
    if (!name.startsWith(':')) headers.push([name, value])
  }
  return new Request(url.startsWith('/') ? `${origin}${url}` : url, { method, headers })
}
