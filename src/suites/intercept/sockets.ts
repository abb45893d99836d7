import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import dns from 'node:dns'
import http from 'node:http'
import type { Socket } from 'node:net'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import { isLoopback } from '../../kernel/hosts'
import { queueMicrotask, setImmediate } from '../../kernel/timers'
import { originOf } from './agents'
import { ConnectionEnd, failingConnection, openConnection } from './connection'
import { answerInstead } from './patch'
import {
  type CallRoute,
  failing,
  type ReceiverRoute,
  type Switchboard,
  targetOf,
  unreachableHost,
} from './switchboard'

/** @param isHttp whether it is certain that HTTP will be spoken */
type RouteOf = (origin: string, isHttp: boolean) => CallRoute | null

/**
 * Intercepts connections by their names, before any look-up: those of undici with a dispatcher of its own, of `node:http2`,
 * `tls.connect` and `net.connect` are answered. The rest is refused: no connection to a mapped host leaves the process.
 *
 * @param ownProxy that of `exec --intercept`, whose tunnels lead to the sandbox
 * @returns functions that end this
 */
export const interceptSockets = (
  switchboard: Switchboard,
  ownProxy: () => URL | null,
): readonly (() => void)[] => {
  const undici = watchUndici(switchboard, ownProxy)
  const routeOf: RouteOf = (origin, isHttp) => {
    const route = switchboard.isIdle ? null : switchboard.routeOf(origin)
    if (route === null || isHttp || undici.isConnecting()) return route
    // Else it may be a database, on this machine or on a host that is not mapped.
    return 'isForOthers' in route || (URL.canParse(origin) && isLoopback(new URL(origin).hostname))
      ? null
      : route
  }
  const [overTcp, overTls] = [connectOver('http:', routeOf), connectOver('https:', routeOf)]
  return [
    undici.stop,
    answerInstead(tls, 'connect', overTls),
    answerInstead(net, 'connect', overTcp),
    answerInstead(net, 'createConnection', overTcp),
    // Where msw 3 has ended, and taken away what was over its own functions.
    answerInstead(http.Agent.prototype, 'createConnection', overTcp),
    answerInstead(net.Socket.prototype, 'connect', refuseSocket(routeOf)),
    answerInstead(dns, 'lookup', refuseLookup(routeOf)),
    answerInstead(dns.promises, 'lookup', (given) => {
      const error = lookupRefusal(given[0], routeOf)
      return error === null ? undefined : Promise.reject(error)
    }),
  ]
}

const connectOver =
  (protocol: 'http:' | 'https:', routeOf: RouteOf) =>
  (given: readonly unknown[]): Duplex | undefined => {
    const options = readConnection(given)
    const { socket, path, host, port, servername, ALPNProtocols = [] } = options
    const isSecure = protocol === 'https:'
    const ready = (end: ConnectionEnd): ConnectionEnd => {
      const callback = given.find((one): one is () => void => typeof one === 'function')
      if (callback !== undefined) end.once(isSecure ? 'secureConnect' : 'connect', callback)
      return isSecure ? end.secure(ALPNProtocols) : end
    }
    if (socket instanceof ConnectionEnd) {
      setImmediate(() => socket.emit('secureConnect'))
      return ready(socket)
    }
    if (socket || path) return undefined
    // A client that has looked the name up already still names it.
    const name = servername && host && net.isIP(host) && !isLoopback(host) ? servername : host
    const origin = originOf(protocol, { host: name, port })
    const route = routeOf(origin, String(ALPNProtocols) !== '')
    if (route === null) return undefined
    if ('refused' in route) return failingConnection(route.refused())
    const present = (): ReceiverRoute => {
      const now = routeOf(origin, true)
      return now === null || 'refused' in now ? route : now
    }
    return ready(openConnection(() => ({ ...present(), origin }), options))
  }

/** What connects by a class, or by a function that was taken from its module before. */
const refuseSocket =
  (routeOf: RouteOf) =>
  (given: readonly unknown[], self: unknown): Duplex | undefined => {
    const { host, port, path } = readConnection(given)
    if (path || !(self instanceof net.Socket)) return undefined
    const name = self instanceof tls.TLSSocket ? 'tls.TLSSocket' : 'net.Socket'
    const error = refusalOf(
      routeOf(originOf('http:', { host, port }), false),
      `the connection to ${host}:${port} by a ${name} of its own, or by a function that was taken from node:net or node:tls ` +
        'before the interception began, was refused: call tls.connect(), net.connect() or an HTTP client, or begin the ' +
        'interception before that code is loaded',
    )
    if (error === null) return undefined
    setImmediate(() => self.destroy(error))
    return self
  }

const refuseLookup =
  (routeOf: RouteOf) =>
  (given: readonly unknown[]): object | undefined => {
    const error = lookupRefusal(given[0], routeOf)
    const callback = given.at(-1)
    if (error === null || typeof callback !== 'function') return undefined
    setImmediate(() => callback(error))
    return {}
  }

const lookupRefusal = (name: unknown, routeOf: RouteOf): Error | null =>
  typeof name === 'string' && name !== ''
    ? refusalOf(
        routeOf(`http://${name}`, false),
        `the look-up of ${name} by dns.lookup() was refused: the name leads to the sandbox, which has no address; call it ` +
          'by an HTTP client, which looks nothing up',
      )
    : null

const refusalOf = (route: CallRoute | null, text: string): Error | null => {
  if (route === null) return null
  return 'refused' in route ? route.refused() : failing(unreachableHost, text)()
}

type ConnectionOptions = tls.ConnectionOptions & { readonly signal?: AbortSignal }

/** Address and options, however they are written: also in the one array into which Node puts them itself. */
const readConnection = (given: readonly unknown[]): ConnectionOptions => {
  const all: readonly unknown[] = Array.isArray(given[0]) ? given[0] : given
  const [first, second] = all
  const objects = all.filter((one) => typeof one === 'object' && one !== null)
  if (typeof first === 'object') return Object.assign({}, ...objects)
  const named = typeof first === 'string' && !/^\d+$/.test(first) ? { path: first } : { port: first }
  return Object.assign({ ...named, ...(typeof second === 'string' && { host: second }) }, ...objects)
}

/** What undici, and Node's own copy of it, says of a request before it is written. */
interface UndiciMessage {
  readonly request: { readonly method: string; readonly path: string; readonly origin: string | URL }
  readonly socket: Socket
}

/**
 * Watches undici, whichever of its dispatchers is in use: it refuses what goes through a proxy, or over a connection from
 * before the interception.
 *
 * @param ownProxy that of `exec --intercept`, whose tunnels lead to the sandbox
 */
const watchUndici = (switchboard: Switchboard, ownProxy: () => URL | null) => {
  let isConnecting = false
  const beforeConnect = (): void => {
    isConnecting = true
    queueMicrotask(() => {
      isConnecting = false
    })
  }
  const sendHeaders = (message: unknown): void => {
    const { request, socket } = message as UndiciMessage
    if (socket instanceof ConnectionEnd || leadsTo(ownProxy(), socket)) return
    const target = targetOf(request)
    const route = switchboard.routeOf(target)
    if (route === null) return
    const way = target === String(request.origin) ? ofBefore : throughProxy
    const text = `the call to ${target} by undici ${way}`
    socket.destroy('refused' in route ? route.refused() : failing(unreachableHost, text)())
  }
  subscribe('undici:client:beforeConnect', beforeConnect)
  subscribe('undici:client:sendHeaders', sendHeaders)
  return {
    /** Whether undici opens a connection right now. */
    isConnecting: (): boolean => isConnecting,
    stop: (): void => {
      unsubscribe('undici:client:beforeConnect', beforeConnect)
      unsubscribe('undici:client:sendHeaders', sendHeaders)
    },
  }
}

const throughProxy =
  'through a proxy was refused: leave the dispatcher for the proxy out in tests, or run the command by ' +
  'payment-sandbox exec --intercept'

const ofBefore = 'over a connection from before the interception was refused: close that dispatcher first'

const leadsTo = (proxy: URL | null, { remotePort, remoteAddress = '' }: Socket): boolean =>
  proxy !== null && remotePort === Number(proxy.port) && isLoopback(remoteAddress)
