import http, { type ClientRequest } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { getRawRequest } from '@mswjs/interceptors'
import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest'
import { getClientRequestBodyStream } from '@mswjs/interceptors/utils/node'
import type { NamedServer } from '../hosts'
import { once } from '../kernel/json'
import { answerOf, type Receiver, responseOf } from './call'
import { keep } from './patch'

interface Destination {
  readonly receiver: Receiver
  readonly server: NamedServer
}

/** The two agents of `@mswjs/interceptors`: their connections are streams without a socket. */
interface Agents {
  readonly 'http:': http.Agent
  readonly 'https:': http.Agent
}

/**
 * Takes the agents out of the library and leaves its patches out. They begin at `https.request`: too late for code that
 * holds this function already, and wrong over agent-base 4, which replaces it for an older Node. They would also pass
 * every call to other hosts through the library, and undo those of the copy that a test's own msw brings.
 */
class Connector extends ClientRequestInterceptor {
  takeAgents(): Agents {
    const putBack = [
      ...[http, https].map((module) => keep(module, 'request')),
      ...(['Headers', 'Request', 'Response'] as const).map((name) => keep(globalThis, name)),
    ]
    const taken: http.Agent[] = []
    const take = (_: URL, { agent }: { readonly agent: http.Agent }): void => void taken.push(agent)
    for (const module of [http, https]) Reflect.set(module, 'request', take)
    this.setup()
    http.request('http://payment-sandbox.test')
    https.request('https://payment-sandbox.test')
    for (const end of this.subscriptions.splice(0)) end()
    for (const restore of putBack) restore()
    const [plain, secure] = taken
    if (plain === undefined || secure === undefined) throw new Error('the library has no agents')
    return { 'http:': plain, 'https:': secure }
  }
}

const destinations = new WeakMap<object, Destination>()

const agents = once((): Agents => {
  const connector = new Connector()
  const taken = connector.takeAgents()
  connector.on('request', async ({ request, controller }) => {
    const client = getRawRequest(request)
    if (!(client instanceof http.ClientRequest)) return
    const destination = destinations.get(client)
    if (destination === undefined) return
    try {
      const body = await bodyOf(request)
      const { receiver, server } = destination
      controller.respondWith(responseOf(await answerOf(receiver, { request, server, body })))
    } catch (error) {
      // In this way the client gets the error once, whatever it waits for.
      client.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  })
  return taken
})

/** Connects a request of Node's client to a receiver, whichever agent it came with. */
export const connect = (
  client: ClientRequest,
  options: http.RequestOptions,
  destination: Destination,
  addRequest: http.Agent['addRequest'],
): void => {
  const { protocol, method } = client
  destinations.set(client, destination)
  client.prependOnceListener('socket', announce)
  const href = originOf(protocol, options)
  const agent = agents()[protocol === 'https:' ? 'https:' : 'http:']
  addRequest.call(agent, client, { ...options, href, method })
}

/** The origin of a request as Node's agents see it. */
export const originOf = (protocol: string, { host, port }: http.RequestOptions): string => {
  const name = host?.includes(':') && !host.startsWith('[') ? `[${host}]` : (host ?? 'localhost')
  return `${protocol}//${name}${port === undefined || port === null ? '' : `:${port}`}`
}

/**
 * Lets a client see its connection before the answer. The library does so with the answer only, when it is too late for
 * the timeouts that begin with the connection.
 */
const announce = (socket: Socket): void => {
  process.nextTick(() => {
    const mockConnect = Reflect.get(socket, 'mockConnect')
    if (socket.destroyed || typeof mockConnect !== 'function') return
    Reflect.apply(mockConnect, socket, [])
    Reflect.set(socket, 'mockConnect', () => undefined)
  })
}

/** Reads the Node stream: that of the Request costs more, and there is none for GET. */
const bodyOf = async (request: Request): Promise<Uint8Array | null> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of getClientRequestBodyStream(request)) chunks.push(chunk)
  if (chunks.length === 0) return null
  return chunks.length === 1 ? (chunks[0] ?? null) : Buffer.concat(chunks)
}
