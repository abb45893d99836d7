import { onStop } from '../http/entrance'
import type { AppContext } from '../http/env'
import { readStack } from '../http/render'
import { logBreak } from '../http/request-log'
import { cut } from '../http/send'
import { afterMsIfAlive } from '../kernel/real-time'
import type { Feed, FeedReader, Happening } from '../library/feed/feed'

/** What a stream needs of its request. */
interface Connection {
  header(name: string): string | undefined
  /** Calls `end` when the server begins to stop. @returns forgets it again */
  onStop(end: () => void): () => void
  /** Ends the connection, whatever the client has not read. */
  hangUp(): void
  /** The same for a fault of ours, which the log names. */
  drop(reason: string): void
}

export const connectionOf = (context: AppContext): Connection => ({
  header: (name) => context.req.header(name),
  onStop: (end) => onStop(context.env, end),
  hangUp: () => void cut(context),
  drop: (reason) => {
    logBreak(context, reason)
    cut(context)
  },
})

interface Streaming {
  readonly feed: Feed
  readonly connection: Connection
  /** Whether this client gets a message about it. */
  readonly wants: (happening: Happening) => boolean
  /** The data of its message: the same for every reader, and made once. */
  readonly show: (happening: Happening) => object
  /** Proxies close a connection that is silent for a minute; browsers notice a lost connection by it. */
  readonly heartbeatMs?: number
}

/** The delay before a browser reconnects. */
const retryMs = 1000
/** The time for the last messages: a client that does not read must not delay the stop of the server. */
const lastCallMs = 500
/** The buffer of a slow client, exceeded by up to one message. The rest is read from the feed when there is room. */
const waitingBytesMax = 64 * 1024

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-store',
  // Otherwise proxies that buffer answers would delay the messages.
  'x-accel-buffering': 'no',
} as const

const utf8 = new TextEncoder()

/**
 * A feed as server-sent events. An id says where to go on after its message: which feed, and the number of what
 * happens next in it. A reader that was too slow, or came back too late, gets `missed`: what it knows may be out of
 * date, and there is nothing to be sent again.
 */
export const streamOf = (streaming: Streaming): Response => {
  const room = new ByteLengthQueuingStrategy({ highWaterMark: waitingBytesMax })
  return new Response(new ReadableStream(new Messages(streaming), room), { headers })
}

/** The messages of one reader, as fast as it takes them. */
class Messages implements UnderlyingDefaultSource<Uint8Array> {
  readonly #streaming: Streaming
  readonly #reader: FeedReader
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null
  #stopBeating = (): void => undefined
  #isQuiet = true

  constructor(streaming: Streaming) {
    const { feed, connection } = streaming
    const forget = connection.onStop(() => this.#reader.end())
    this.#streaming = streaming
    this.#reader = feed.read(numberIn(connection.header('last-event-id'), feed), {
      onWake: () => this.pull(),
      onEnd: () => {
        forget()
        this.#stopBeating()
        // If the client does not read the last messages, the connection would stay open for ever.
        afterMsIfAlive(lastCallMs, () => connection.hangUp())
      },
    })
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller
    // Without data it is no message, but from now on it is known where to go on.
    const { name } = this.#streaming.feed
    this.#send(utf8.encode(`: follows\nid: ${name}-${this.#reader.number}\nretry: ${retryMs}\n\n`))
    this.#beat()
  }

  /** Passes on what has happened, as long as there is room for it. */
  pull(): void {
    const { connection } = this.#streaming
    try {
      while (this.#controller !== null && (this.#controller.desiredSize ?? 0) > 0) {
        const { number } = this.#reader
        const happening = this.#reader.take()
        if (happening === null) {
          if (this.#reader.isOver) this.#close()
          return
        }
        if (happening === 'gone') this.#send(this.#text('missed', missed))
        else if (this.#streaming.wants(happening)) this.#send(this.#bytes(number, happening))
      }
    } catch (error) {
      // A fault of ours, for the log; the reader sees that the answer broke off.
      this.#close()
      this.#reader.end()
      connection.drop(readStack(error))
    }
  }

  cancel(): void {
    this.#controller = null
    this.#reader.end()
  }

  #bytes(number: number, happening: Happening): Uint8Array {
    const { feed, show } = this.#streaming
    return feed.made(number, () => this.#text(happening.kind, JSON.stringify(show(happening))))
  }

  #text(event: string, data: string): Uint8Array {
    const { name } = this.#streaming.feed
    return utf8.encode(`event: ${event}\ndata: ${data}\nid: ${name}-${this.#reader.number}\n\n`)
  }

  #send(bytes: Uint8Array): void {
    this.#isQuiet = false
    this.#controller?.enqueue(bytes)
  }

  #close(): void {
    this.#controller?.close()
    this.#controller = null
    this.#stopBeating()
  }

  /** Sends a comment if nothing else was sent since the last heartbeat. */
  #beat(): void {
    if (this.#reader.isOver) return
    this.#stopBeating = afterMsIfAlive(this.#streaming.heartbeatMs ?? 15_000, () => {
      if (this.#isQuiet && (this.#controller?.desiredSize ?? 0) > 0)
        this.#send(utf8.encode(': still there\n\n'))
      this.#isQuiet = true
      this.#beat()
    })
  }
}

/** The position of a client that reconnects; -1, which no entry has, after a position in another feed. */
const numberIn = (lastId: string | undefined, { name }: Feed): number | undefined => {
  if (lastId === undefined) return undefined
  const [, of, number] = /^(\w+)-(\d{1,15})$/.exec(lastId) ?? []
  return of === name ? Number(number) : -1
}

const missed = JSON.stringify({
  message: 'something happened that is not told any more: read again what you show',
})
