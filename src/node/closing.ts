import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterMsIfAlive } from '../kernel/real-time'

/** How long a client may take to finish its request and to read its answer after the server begins to close. */
const lastCallMs = 700

/**
 * Closes a server: requests in flight get their answer, and nothing else is waited for. Node alone would also wait
 * for connections without a request (opened in advance by browsers, kept alive, or still in the TLS handshake), and
 * for requests that never end.
 */
export const closing = (server: Server): (() => Promise<void>) => {
  const sockets = new Set<Socket>()
  let inFlight = 0
  let ending = false
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
    socket.once('close', () => sockets.delete(socket))
  })
  return () =>
    new Promise((resolve) => {
      ending = true
      const stopWaiting = afterMsIfAlive(lastCallMs, cut)
      server.close(() => {
        stopWaiting()
        resolve()
      })
      cutTheIdle()
    })
}
