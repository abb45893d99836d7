/**
 * The load: a process of its own, so that it does not share the server's core. Bare sockets, one request at a
 * time on each; the content-length separates the answers.
 */
import { connect, type Socket } from 'node:net'
import { serve } from './program'

export interface Load {
  readonly port: number
  readonly connections: number
  readonly ms: number
  /** The whole request as text. */
  readonly request: string
}

export interface Loaded {
  readonly perSecond: number
  readonly answers: number
}

const headerEnd = Buffer.from('\r\n\r\n')

/** Calls `done` for each answer that has arrived in full. */
const readAnswers = (socket: Socket, done: () => unknown): void => {
  let head: Buffer = Buffer.alloc(0)
  let missing = 0
  socket.on('data', (chunk: Buffer) => {
    if (missing > 0) missing -= chunk.length
    else {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      const end = head.indexOf(headerEnd)
      if (end === -1) return
      const text = head.toString('latin1', 0, end)
      if (!text.startsWith('HTTP/1.1 200 '))
        throw new Error(`answered ${text.split('\r\n', 1)}: ${head.subarray(end)}`)
      const length = /content-length: (\d+)/i.exec(text)?.[1]
      missing = end + 4 + Number(length) - head.length
      head = Buffer.alloc(0)
    }
    if (missing <= 0) done()
  })
}

const run = ({ port, connections, ms, request }: Load): Promise<Loaded> =>
  new Promise((resolve, reject) => {
    const sent = Buffer.from(request)
    let answers = 0
    let open = 0
    let start = 0
    const onAnswer = (socket: Socket) => () => {
      answers += 1
      const passed = performance.now() - start
      if (passed < ms) return socket.write(sent)
      socket.end()
      open -= 1
      if (open === 0) resolve({ perSecond: (1000 * answers) / passed, answers })
    }
    const sockets = Array.from({ length: connections }, () => connect({ port, noDelay: true }))
    for (const socket of sockets) {
      socket.once('error', reject)
      readAnswers(socket, onAnswer(socket))
      socket.once('connect', () => {
        open += 1
        if (open < connections) return
        start = performance.now()
        for (const each of sockets) each.write(sent)
      })
    }
  })

serve(run)
