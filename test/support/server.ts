/** Servers of a test, on this machine, until it is over. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface Closable {
  listen(port: number, host: string, then: () => void): unknown
  address(): unknown
  close(): unknown
  closeAllConnections(): void
}

/** A port on which nothing listens. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** For a server of HTTP or HTTPS. @returns its port */
export const portOf = async (server: Closable): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** @returns its origin */
export const serverOf = async (answer: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await portOf(createServer(answer))}`
