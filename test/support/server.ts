/** Servers of a test, on this machine, until it is over. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

interface Closable {
  listen(port: number, host: string, then: () => void): unknown
  address(): unknown
  close(): unknown
  /** HTTP/2 has none. */
  closeAllConnections?(): void
}

/** A port on which nothing listens. */
export const freePort = async (wanted = 0): Promise<number> => {
  const server = createServer().listen(wanted, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** A port for the API: nothing listens there, nor at the next one, which the vault takes. */
export const freePair = async (): Promise<number> => {
  for (;;) {
    const port = await freePort()
    const next = await freePort(port + 1).catch(() => null)
    if (next !== null) return port
  }
}

/** For a server of HTTP or HTTPS. @returns its port */
export const portOf = async (server: Closable): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections?.()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** @returns its origin */
export const serverOf = async (answer: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await portOf(createServer(answer))}`

/** Does this with each connection, which may be broken off. @returns its port */
export const socketPortOf = async (
  meet: (socket: Socket) => void,
  { host = '127.0.0.1', allowHalfOpen = false } = {},
): Promise<number> => {
  const sockets = new Set<Socket>()
  const server = createSocketServer({ allowHalfOpen }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    meet(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}
