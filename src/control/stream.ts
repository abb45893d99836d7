import { type SSEMessage, SSEStreamingApi } from 'hono/streaming'
import type { Exchange } from '../http/exchange'
import { afterMsIfAlive } from '../kernel/real-time'
import type { Feed, FeedReader, Happening } from '../library/feed'

export interface Message extends SSEMessage {
  readonly event: Happening['kind'] | 'missed'
  readonly data: string
}

interface Streaming {
  readonly feed: Feed
  readonly connection: Pick<Exchange, 'header' | 'onStop' | 'hangUp' | 'drop'>
  /** `null` for what this reader does not want. */
  readonly messageOf: (happening: Happening) => Message | null
  /** Proxies close what says nothing for a minute; browsers learn by it that nobody is there any more. */
  readonly heartbeatMs?: number
}

/** How soon a browser comes back that lost its connection. */
const retryMs = 1000
/** A reader that takes nothing any more keeps no server from stopping. */
const lastCallMs = 500

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-store',
  // Proxies that gather answers before they pass them on would hold messages back.
  'x-accel-buffering': 'no',
} as const

/**
 * A feed as server-sent events. An id says where to go on after its message: which feed, and the number of what
 * happens next in it. A reader that was too slow, or came back too late, gets `missed`: what it knows may be out of
 * date, and there is nothing to be sent again.
 */
export const streamOf = (streaming: Streaming): Response => {
  const { feed, connection } = streaming
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const stream = new SSEStreamingApi(writable, readable)
  const end = (): void => reader.end()
  const forget = connection.onStop(end)
  const reader = feed.read(numberIn(connection.header('last-event-id'), feed), () => {
    forget()
    // Where the last words do not get through, the connection would stay for ever.
    afterMsIfAlive(lastCallMs, () => connection.hangUp())
  })
  stream.onAbort(end)
  void tell(stream, reader, streaming)
  return new Response(stream.responseReadable, { headers })
}

const idOf = (feed: Feed, reader: FeedReader): string => `${feed.name}-${reader.number}`

/** Where a reader comes back to; a number that nothing has when it was in another feed. */
const numberIn = (lastId: string | undefined, { name }: Feed): number | undefined => {
  if (lastId === undefined) return undefined
  const [, of, number] = /^(\w+)-(\d{1,15})$/.exec(lastId) ?? []
  return of === name ? Number(number) : -1
}

const missed: Message = {
  event: 'missed',
  data: JSON.stringify({ message: 'something happened that is not told any more: read again what you show' }),
}

/** One message after the other, each once there is room for it. */
const tell = async (
  stream: SSEStreamingApi,
  reader: FeedReader,
  { feed, connection, messageOf, heartbeatMs = 15_000 }: Streaming,
): Promise<void> => {
  try {
    // Without data it is no message, but from now on it is known where to go on.
    await stream.write(`: follows\nid: ${idOf(feed, reader)}\nretry: ${retryMs}\n\n`)
    while (!stream.aborted) {
      const happening = reader.take()
      if (happening === null) {
        if (reader.isOver) break
        if (!(await reader.change(heartbeatMs))) await stream.write(': still there\n\n')
        continue
      }
      const message = happening === 'gone' ? missed : messageOf(happening)
      if (message !== null) await stream.writeSSE({ ...message, id: idOf(feed, reader) })
    }
  } catch (error) {
    // A fault of ours, for the log; the reader sees that the answer broke off.
    connection.drop(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    reader.end()
    await stream.close()
  }
}
