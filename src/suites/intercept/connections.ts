import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from '../../kernel/json'
import type { NamedServer } from '../../options/hosts'
import { atHand, type Receiver, responseTo } from '../../sandbox/call'
import { ConnectionEnd } from './pair'

interface ConnectionTarget {
  readonly receiver: Receiver
  readonly server: NamedServer
}

/** What the server has to know of a connection. */
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
export const connect = (
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
