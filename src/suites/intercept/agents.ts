import http, { type ClientRequest } from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import type { Duplex } from 'node:stream'
import { urlToHttpOptions } from 'node:url'
import { connect, originOf } from './connections'
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
