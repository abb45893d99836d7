import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterMsIfAlive } from '../kernel/real-time'

/** How long a client may take to finish its request and to read its answer after the server begins to close. */
const lastCallMs = 700

/**
 * `close`: requests in flight get their answer, and nothing else is waited for. Node alone would also wait
 * for connections without a request (opened in advance by browsers, kept alive, or still in the TLS handshake), and
 * for requests that never end.
 */
export const closing = (server: Server) => {
  const sockets = new Set<Socket>()
  let inFlight = 0
  let ending = false
  let isUnref = false
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const cutTheIdle = (): void => {
    if (ending && inFlight === 0) cut()
  }
  const count = (_: IncomingMessage, outgoing: ServerResponse): void => {
    inFlight += 1
    if (ending) outgoing.shouldKeepAlive = false
    outgoing.once('close', () => {
      inFlight -= 1
      cutTheIdle()
    })
  }
  server.on('request', count).on('checkContinue', count)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    if (isUnref) socket.unref()
    socket.once('close', () => sockets.delete(socket))
  })
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      ending = true
      const stopWaiting = afterMsIfAlive(lastCallMs, cut)
      server.close(() => {
        stopWaiting()
        resolve()
      })
      cutTheIdle()
    })
  /** Lets the process end although the server listens and has connections. */
  const unref = (): void => {
    isUnref = true
    server.unref()
    for (const socket of sockets) socket.unref()
  }
  return { close, unref }
}
