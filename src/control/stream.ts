import { deferred } from '../kernel/deferred'
import { afterMsIfAlive } from '../kernel/real-time'
import type { Feed, FeedEntry } from '../sandbox/feed/feed'
import { cut } from '../service/http/answer'
import { readStack } from '../service/http/errors'
import type { Exchange } from '../service/http/exchange'
import { onStop } from '../service/http/incoming'
import { logAnswer } from '../service/http/log'
import { renderRefusal } from './errors'

/** The functions of a connection that a stream uses. */
export const connectionOf = (exchange: Exchange) => ({
  header: (name: string) => exchange.req.header(name),
  /** Calls `end` when the server begins to stop. @returns a function that cancels this */
  onStop: (end: () => void) => onStop(exchange.incoming, end),
  /** Closes the connection, even if the client has not read everything. */
  hangUp: () => void exchange.incoming.connection?.cut(),
  /** Closes the connection after an internal error and logs the reason. */
  drop: (reason: string) => {
    cut(exchange, reason)
    logAnswer(exchange)
  },
})

interface Streaming {
  readonly feed: Feed
  readonly connection: ReturnType<typeof connectionOf>
  /** Whether this client receives the entry. */
  readonly wants: (entry: FeedEntry) => boolean
  /** The data of the message. */
  readonly show: (entry: FeedEntry) => string
  /** Proxies close a connection that is silent for a minute, and browsers detect a lost connection by its silence. */
  readonly heartbeatMs?: number
}

/** The delay before a browser reconnects. */
const retryMs = 1000
/** The time for the last messages: a client that does not read must not delay the stop of the server. */
const lastCallMs = 500

const type = 'text/event-stream'
const headers = {
  'content-type': `${type}; charset=utf-8`,
  'cache-control': 'no-cache, no-store',
  // Otherwise proxies that buffer answers would delay the messages.
  'x-accel-buffering': 'no',
} as const

const utf8 = new TextEncoder()

/**
 * A feed as server-sent events. The id of a message is the position after it: the name of the feed and the number of
 * the next entry. A reader that is too slow, or reconnects too late, gets `missed`: its data may be out of date, and
 * the entries between can no longer be sent.
 */
export const streamOf = (streaming: Streaming): Response => {
  const { feed, connection, wants, show, heartbeatMs = 15_000 } = streaming
  const forget = connection.onStop(() => reader.end())
  const reader = feed.read(numberIn(connection.header('last-event-id'), feed), () => {
    forget()
    // A client that does not read the last messages would keep the connection open forever.
    afterMsIfAlive(lastCallMs, () => connection.hangUp())
  })
  const message = (event: string, data: string): string =>
    `event: ${event}\ndata: ${data}\nid: ${feed.name}-${reader.number}\n\n`

  /** The next message, or a comment after a silence; `null` at the end. */
  const nextMessage = async (): Promise<string | null> => {
    let isSilent = false
    const stop = afterMsIfAlive(heartbeatMs, () => {
      isSilent = true
      reader.wake()
    })
    try {
      for (;;) {
        const entry = reader.take()
        if (entry === 'gone') return message('missed', missed)
        if (entry !== null && wants(entry)) return message(entry.kind, show(entry))
        if (isSilent) return ': heartbeat\n\n'
        if (entry !== null) continue
        if (reader.isOver) return null
        await reader.waits()
      }
    } finally {
      stop()
    }
  }

  let isCancelled = false
  const messages = new ReadableStream<Uint8Array>({
    start: (controller) => {
      // Without data the client sees no message, but it stores the id, and can resume from it.
      const text = `: connected\nid: ${feed.name}-${reader.number}\nretry: ${retryMs}\n\n`
      controller.enqueue(utf8.encode(text))
    },
    pull: async (controller) => {
      try {
        const text = await nextMessage()
        if (isCancelled) return
        if (text === null) controller.close()
        else controller.enqueue(utf8.encode(text))
      } catch (error) {
        // An internal error: it is logged, and the client sees a broken connection.
        controller.close()
        reader.end()
        connection.drop(readStack(error))
      }
    },
    cancel: () => {
      isCancelled = true
      reader.end()
    },
  })
  return new Response(messages, { headers })
}

/** The position of a client that reconnects; -1, which no entry has, after a position in another feed. */
const numberIn = (lastId: string | undefined, { name }: Feed): number | undefined => {
  if (lastId === undefined) return undefined
  const [, of, number] = /^(\w+)-(\d{1,15})$/.exec(lastId) ?? []
  return of === name ? Number(number) : -1
}

const missed = JSON.stringify({
  message: 'some entries are no longer in the feed: reload the data that you show',
})

type Report = (progress: object) => void

/** The parameters of a long operation of the control plane. */
interface LongWork {
  /** Aborted when the client is gone, or when the server stops. */
  readonly signal: AbortSignal
  /** Reports the progress. Absent if the client did not ask for it. */
  readonly report: Report | undefined
}

/**
 * Runs a long operation and aborts it when the client is gone. With `Accept: text/event-stream` the answer is a stream:
 * `progress` for each report, and at the end `done` with the usual answer, or `error` with the error object. An error
 * before the first report is a usual error answer.
 */
export const whileWatched = async (
  { incoming, req }: Exchange,
  work: (work: LongWork) => Promise<object>,
): Promise<object> => {
  const end = new AbortController()
  const stop = (): void => end.abort(new Error('the client is gone'))
  const forget = onStop(incoming, stop)
  const { signal } = req.raw
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  const run = (report?: Report): Promise<object> =>
    work({ signal: end.signal, report }).finally(() => {
      forget()
      signal.removeEventListener('abort', stop)
    })
  return req.header('accept')?.includes(type) === true ? streamProgress(run, stop) : run()
}

/** Starts the answer at the first report, or at the end of the operation if there is none. */
const streamProgress = async (
  run: (report: Report) => Promise<object>,
  stop: () => void,
): Promise<Response> => {
  const { promise: begun, resolve: begin } = deferred()
  const messages = new TextEncoderStream()
  const writer = messages.writable.getWriter()
  // The client is gone.
  writer.closed.catch(stop)
  const sendMessage = (event: string, data: object): void => {
    begin()
    writer.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).catch(stop)
  }
  const result = run((progress) => sendMessage('progress', progress))
  await Promise.race([begun, result])
  result
    .then(
      (answer) => sendMessage('done', answer),
      (error) => sendMessage('error', renderRefusal(error).body),
    )
    .finally(() => writer.close().catch(stop))
  return new Response(messages.readable, { headers })
}
