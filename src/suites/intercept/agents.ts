import http, { type ClientRequest, type RequestOptions } from 'node:http'
import https from 'node:https'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import { urlToHttpOptions } from 'node:url'
import { requestConnection } from './connection'
import { answerInstead } from './patch'
import { type Switchboard, targetOf } from './switchboard'

declare module 'http' {
  interface Agent {
    /** The protocol of its requests. */
    readonly protocol: string
    readonly defaultPort: number
    addRequest(request: ClientRequest, options: RequestOptions, ...rest: unknown[]): void
  }
  interface ClientRequest {
    /** Gives the request its error instead of a connection. */
    onSocket(socket: null, error: Error): void
    onSocket(socket: Duplex): void
  }
}

/**
 * Intercepts at the agent, where the requests of Node's client arrive, however they were made.
 *
 * @returns functions that end this
 */
export const interceptAgents = (switchboard: Switchboard): readonly (() => void)[] => {
  /** @returns undefined for a request that goes to its usual place */
  const divert = (client: ClientRequest, options: RequestOptions): object | undefined => {
    if (options.socketPath) return undefined
    const { method, path, protocol } = client
    const target = targetOf({ method, path, origin: originOf(protocol, options) })
    const route = switchboard.routeOf(target)
    if (route === null) return undefined
    if ('refused' in route) client.onSocket(null, route.refused())
    else connect(client, options, requestConnection({ ...route, origin: target }))
    return client
  }
  const begin = (
    module: typeof http | typeof https,
    given: readonly unknown[],
  ): ClientRequest | undefined => {
    if (switchboard.isIdle) return undefined
    const [options, callback] = readRequest(given)
    const { method, path, host, hostname, port, socketPath } = options
    const agent = (module === http && options._defaultAgent) || module.globalAgent
    const protocol = options.protocol || agent.protocol
    const origin = originOf(protocol, { host: hostname || host, port })
    if (socketPath || switchboard.routeOf(targetOf({ method, path, origin })) === null) return undefined
    const own = { agent: ownAgent(options, agent, divert), _defaultAgent: agent }
    const request = new (nativeRequest())({ ...options, ...own }, callback)
    if ('secureEndpoint' in options && callback === undefined) request.once('socket', failUnheard)
    return request
  }
  return [
    answerInstead(http.Agent.prototype, 'addRequest', ([client, options]) =>
      divert(client as ClientRequest, options as RequestOptions),
    ),
    // The last line: a connection from before the interception, or to a proxy, where another library has put back the
    // functions that were there before it.
    answerInstead(http.ClientRequest.prototype, 'onSocket', ([socket], client) => {
      if (!(socket instanceof net.Socket) || !(client instanceof nativeRequest())) return undefined
      const diverted = divert(client, { host: client.host, port: socket.remotePort })
      if (diverted !== undefined) socket.destroy()
      return diverted
    }),
    ...[http, https].flatMap((module) => [
      answerInstead(module, 'request', (given) => begin(module, given)),
      answerInstead(module, 'get', (given) => {
        const request = begin(module, given)
        request?.end()
        return request
      }),
    ]),
  ]
}

/** Address and options in one object, as Node itself joins them, and the callback. */
const readRequest = (given: readonly unknown[]): readonly [RequestOptions, AnswerListener | undefined] => {
  const [address, ...rest] = given
  const isAddress = address instanceof URL || (typeof address === 'string' && URL.canParse(address))
  const all = isAddress ? [urlToHttpOptions(new URL(address)), ...rest] : given
  return [
    Object.assign({}, ...all.filter((one) => typeof one === 'object')),
    all.find((one): one is AnswerListener => typeof one === 'function'),
  ]
}

type AnswerListener = (answer: unknown) => void

/**
 * agent-base 4, which the published client brings, puts a function over `https.request` that takes options and a callback
 * only. It drops the callback of a call with address, options and callback, which would never get its answer.
 */
function failUnheard(this: ClientRequest): void {
  if (this.listenerCount('response') > 0) return
  this.destroy(
    new Error(
      'agent-base 4, which lies over the interception, has dropped the callback of this call: import the client that ' +
        'brings it (such as omise) before the interception begins',
    ),
  )
}

/** The class below those that msw and others put over it. A call that is ours needs none of them. */
const nativeRequest = (): (new (options: RequestOptions, callback?: AnswerListener) => ClientRequest) =>
  http.ClientRequest.prototype.constructor as never

/**
 * The agent of a call that is ours: proxy packages bring agents that never reach the prototype of Node's, some of which
 * tell the protocol by who calls them, and a function that makes connections needs no agent.
 */
const ownAgent = (
  { agent }: RequestOptions,
  { protocol, defaultPort }: http.Agent,
  divert: (client: ClientRequest, options: RequestOptions) => unknown,
): http.Agent =>
  Object.create(agent instanceof Object ? agent : http.Agent.prototype, {
    addRequest: { value: divert },
    protocol: { value: protocol },
    defaultPort: { value: defaultPort },
  })

/** Gives a request of Node's client its connection, whichever agent it came with. */
const connect = (
  client: ClientRequest,
  { timeout }: RequestOptions,
  clientEnd: ReturnType<typeof requestConnection>,
): void => {
  if (client.protocol === 'https:') clientEnd.secure()
  // A client that keeps its connection emits this: there is none to keep.
  clientEnd.once('free', () => clientEnd.destroy())
  if (timeout) clientEnd.setTimeout(timeout)
  client.onSocket(clientEnd)
}

/** The origin of a request as Node's agents see it. */
export const originOf = (
  protocol: string | null | undefined,
  { host, port }: Pick<RequestOptions, 'host' | 'port'>,
): string => {
  const name = host?.includes(':') && !host.startsWith('[') ? `[${host}]` : (host ?? 'localhost')
  return `${protocol}//${name}${port === undefined || port === null ? '' : `:${port}`}`
}
