import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { afterMsIfAlive } from '../kernel/real-time'

/** How long a connection to another server may take, in ms. */
export const connectMs = 30_000

/** The parts of a URL as sockets take them. */
export const endpointOf = ({ hostname, port, protocol }: URL): { host: string; port: number } => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: Number(port || (protocol === 'https:' ? 443 : 80)),
})

/**
 * Opens a connection to the host and port of a URL.
 *
 * @throws Error of the system, or one that says how long it waited
 */
export const dial = (target: URL): Promise<Socket> =>
  settled(connect({ ...endpointOf(target), allowHalfOpen: true }), 'connect')

/** Opens a connection to a server of this process, which may have a certificate that no authority signed. */
export const dialOwn = (target: URL): Promise<Socket> =>
  target.protocol === 'https:'
    ? settled(connectTls({ ...endpointOf(target), rejectUnauthorized: false }), 'secureConnect')
    : dial(target)

const settled = (socket: Socket, ready: 'connect' | 'secureConnect'): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const giveUp = (): void => void socket.destroy(new Error(`no connection within ${connectMs / 1000} s`))
    const stopWaiting = afterMsIfAlive(connectMs, giveUp)
    socket.once('error', reject).once('close', stopWaiting)
    socket.once(ready, () => {
      stopWaiting()
      socket.off('error', reject)
      resolve(socket)
    })
  })

/** Passes on what each of two connections receives, and its end, to the other. A failure of one ends both. */
export const join = (one: Duplex, other: Duplex): void => {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy())
    from.once('close', () => {
      // After an orderly end the other side may still have data to send.
      if (!from.readableEnded) to.destroy()
    })
    if (from.destroyed) to.destroy()
    else from.pipe(to)
  }
}
