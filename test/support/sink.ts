/** A real local receiver of webhooks, which answers as its script says. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { SandboxOptions } from '../../src/options/config'
import { portOf } from './server'
import { type SetUp, setUp } from './set-up'

/** One request as it came. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The client's port: equal for two that came over one connection. */
  readonly port: number
  readonly event: { readonly id: string; readonly key: string; readonly data: { readonly id?: string } }
}

/** What to answer: a status, headers with it, nothing at all (`hang`), or an end of the connection (`cut`). */
export type Line =
  | number
  | 'hang'
  | 'cut'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | ((received: Received) => number | Promise<number>)

export interface Sink {
  readonly url: string
  /** In the order in which they came. */
  readonly received: readonly Received[]
  /** The keys of the events that came. */
  readonly keys: readonly string[]
  /** The most requests that were open at once. */
  readonly widest: number
  /** What the next requests are answered, one line each; after them the last one for all. */
  script(...lines: readonly Line[]): void
  /** Stops listening: connections are refused from then on. */
  close(): Promise<void>
}

const play = async (line: Line, received: Received, outgoing: ServerResponse): Promise<void> => {
  if (line === 'hang') return
  if (line === 'cut') {
    outgoing.destroy()
    return
  }
  if (typeof line === 'object') {
    outgoing.writeHead(line.status, line.headers ?? {})
    outgoing.end(line.body ?? '')
    return
  }
  outgoing.statusCode = typeof line === 'number' ? line : await line(received)
  outgoing.end()
}

/** Answers 200 by default; closed when the test ends. */
export const openSink = async (...script: readonly Line[]): Promise<Sink> => {
  let lines = script
  let open = 0
  let widest = 0
  const received: Received[] = []
  const server = createServer((incoming, outgoing) => {
    open += 1
    widest = Math.max(widest, open)
    outgoing.once('close', () => {
      open -= 1
    })
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      const one: Received = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body,
        port: incoming.socket.remotePort ?? 0,
        event: JSON.parse(body),
      }
      received.push(one)
      const [line = 200, ...rest] = lines
      if (rest.length > 0) lines = rest
      void play(line, one, outgoing)
    })
  })
  return {
    url: `http://127.0.0.1:${await portOf(server)}/webhooks`,
    received,
    get keys() {
      return received.map(({ event }) => event.key)
    },
    get widest() {
      return widest
    },
    script: (...next) => {
      lines = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A sandbox that delivers to a receiver with this script. */
export const withSink = async ({
  script = [],
  ...options
}: SandboxOptions & { readonly script?: readonly Line[] } = {}): Promise<SetUp & { readonly sink: Sink }> => {
  const sink = await openSink(...script)
  return { sink, ...setUp({ webhook: sink.url, ...options }) }
}
