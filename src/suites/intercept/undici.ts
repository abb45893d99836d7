import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { isLoopback } from '../../kernel/hosts'
import { queueMicrotask } from '../../kernel/timers'
import { ConnectionEnd } from './connection'
import { failing, type Switchboard, targetOf, unreachableHost } from './switchboard'

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
export const watchUndici = (switchboard: Switchboard, ownProxy: () => URL | null) => {
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
