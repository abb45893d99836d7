/** Servers of a test, on this machine, until it is over. */
import { randomInt } from 'node:crypto'
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

/** Whether nothing listens there. */
const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1')
  const isOpen = once(server, 'listening').then(Boolean, () => false)
  if (await isOpen) await once(server.close(), 'close')
  return isOpen
}

/** A free port, below those that systems give to connections and to `listen(0)`: it stays free between two servers. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(20_000, 32_767)
  return (await isFree(port)) ? port : freePort()
}

/** A port for the API: nothing listens there, nor at the next one, which the vault takes. */
export const freePair = async (): Promise<number> => {
  const port = await freePort()
  return (await isFree(port + 1)) ? port : freePair()
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
