/** Bytes over a socket, and the answers in the bytes that come back. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** A client's end of a connection. `settled` resolves when both ends are closed; `received` is all that came back. */
export class RawSocket {
  readonly settled: Promise<unknown>
  readonly #socket: Socket
  readonly #parts: Buffer[] = []

  private constructor(socket: Socket, accepted: Promise<Socket>) {
    this.#socket = socket
    // The server may end the connection while more is sent: that is an end like any other.
    socket.on('data', (part: Buffer) => this.#parts.push(part)).on('error', () => socket.destroy())
    socket.once('end', () => socket.end())
    this.settled = Promise.all([closed(socket), accepted.then(closed)])
  }

  /** Resolves when a server of this process has accepted the connection. */
  static async connect(port: number): Promise<RawSocket> {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const accepted = new Promise<Socket>((resolve) => {
      const accept = (message: unknown): void => {
        const server = (message as { socket: Socket }).socket
        if (server.remotePort !== socket.localPort) return
        unsubscribe('net.server.socket', accept)
        resolve(server)
      }
      subscribe('net.server.socket', accept)
    })
    const made = new RawSocket(socket, accepted)
    await accepted
    return made
  }

  get received(): string {
    return Buffer.concat(this.#parts).toString('latin1')
  }

  /** Sends the text in pieces that end at the cuts, one character as one byte. */
  async send(text: string, cuts: readonly number[] = []): Promise<void> {
    const ends = [...cuts, text.length]
    for (const [i, end] of ends.entries()) {
      if (this.#socket.writable) this.#socket.write(Buffer.from(text.slice(ends[i - 1] ?? 0, end), 'latin1'))
      await turn()
    }
  }

  end(how: 'half-closed' | 'destroyed' | 'reset'): void {
    if (how === 'half-closed') this.#socket.end()
    else if (how === 'reset') this.#socket.resetAndDestroy()
    else this.#socket.destroy()
  }
}

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) resolve()
    else socket.once('close', () => resolve())
  })

/** The statuses of the answers in the received bytes, in their order: no body of ours begins a line as an answer does. */
export const statusesIn = (received: string): readonly number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

/** All that a server of this machine answers to these bytes until it ends the connection. */
export const spoken = (port: number | string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk
    })
    socket.once('close', () => resolve(text))
    // A server that refuses the first part may end the connection before it has read the rest.
    socket.once('error', (error) => text === '' && reject(error))
    socket.write(bytes)
  })
