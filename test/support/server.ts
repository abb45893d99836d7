/** Servers of a test, on this machine, until it is over. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface Closable {
  listen(port: number, host: string, then: () => void): unknown
  address(): unknown
  close(): unknown
  closeAllConnections(): void
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
