/** Bytes over a socket, and the answers in the bytes that come back. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'

export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

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

const answerHead = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/

/**
 * The answers that follow each other in the received bytes.
 *
 * @throws Error when the bytes are no answers of HTTP/1.1, or the last one ends too early
 */
export const readAnswers = (received: string): readonly RawAnswer[] => {
  const answers: RawAnswer[] = []
  let rest = received
  while (rest !== '') {
    const [head, status = '', lines = ''] = answerHead.exec(rest) ?? []
    if (head === undefined) throw new Error(`no answer begins with ${JSON.stringify(rest.slice(0, 200))}`)
    const headers = new Headers(
      lines
        .split('\r\n')
        .slice(0, -1)
        .map((line): [string, string] => [
          line.slice(0, line.indexOf(':')),
          line.slice(line.indexOf(':') + 1).trim(),
        ]),
    )
    const [body, end] = bodyAt(rest, head.length, Number(status), headers)
    answers.push({ status: Number(status), headers, body })
    rest = rest.slice(end)
  }
  return answers
}

const bodyAt = (
  text: string,
  from: number,
  status: number,
  headers: Headers,
): [body: string, end: number] => {
  // The answer to HEAD has the length of a body and no body: no body of ours begins as an answer does.
  const isBodiless = status < 200 || status === 204 || status === 304 || text.startsWith('HTTP/1.1 ', from)
  if (isBodiless || from === text.length) return ['', from]
  if (headers.get('transfer-encoding') === 'chunked') return chunksAt(text, from)
  const length = headers.get('content-length')
  const end = length === null ? text.length : from + Number(length)
  if (end > text.length) throw new Error(`the last answer ends ${end - text.length} bytes too early`)
  return [text.slice(from, end), end]
}

const chunksAt = (text: string, from: number): [body: string, end: number] => {
  let body = ''
  let at = from
  for (;;) {
    const end = text.indexOf('\r\n', at)
    const size = Number.parseInt(text.slice(at, end), 16)
    if (end === -1 || Number.isNaN(size)) throw new Error('the last answer ends within its chunks')
    body += text.slice(end + 2, end + 2 + size)
    at = end + 2 + size + 2
    if (size === 0) return [body, at]
  }
}
