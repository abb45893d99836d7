import { onStop } from '../http/entrance'
import type { AppContext } from '../http/env'
import { renderRefusal } from './errors'

/** What long work of the control plane is given. */
export interface LongWork {
  /** Aborted when the client is gone, or when the server stops. */
  readonly signal: AbortSignal
  /** Reports the progress. Absent if the client did not ask for it. */
  readonly report?: (progress: object) => void
}

type Long = (watched: LongWork) => Promise<object>

const type = 'text/event-stream'

/**
 * Long work, which ends when nobody waits for it any more. With `Accept: text/event-stream` it says how far it is:
 * `progress` as often as the work reports, and at the end `done` with what the answer would be, or `error` with the
 * refusal. What is refused before the first report is refused as ever.
 */
export const whileWatched = async ({ env, req }: AppContext, work: Long): Promise<object> => {
  const end = new AbortController()
  const stop = (): void => end.abort(new Error('the client is gone'))
  const forget = onStop(env, stop)
  const { signal } = req.raw
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  const over = (): void => {
    forget()
    signal.removeEventListener('abort', stop)
  }
  const asks = req.header('accept')?.includes(type) === true
  if (!asks) return work({ signal: end.signal }).finally(over)
  return told(work, { signal: end.signal, stop, over })
}

interface Course {
  readonly signal: AbortSignal
  readonly stop: () => void
  readonly over: () => void
}

const utf8 = new TextEncoder()
const headers = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache, no-store' } as const

/** Starts the answer at the first report, or at the end of the work if there is none. */
const told = async (work: Long, { signal, stop, over }: Course): Promise<Response> => {
  const { promise: begun, resolve: begin } = deferred()
  const messages = new TransformStream<string, Uint8Array>({
    transform: (text, controller) => controller.enqueue(utf8.encode(text)),
  })
  const writer = messages.writable.getWriter()
  // The client is gone.
  writer.closed.catch(stop)
  const say = (event: string, data: object): void => {
    begin()
    writer.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).catch(stop)
  }
  const result = work({ signal, report: (progress) => say('progress', progress) }).finally(over)
  await Promise.race([begun, result])
  result
    .then(
      (answer) => say('done', answer),
      (error) => say('error', renderRefusal(error).body),
    )
    .finally(() => writer.close().catch(stop))
  return new Response(messages.readable, { headers })
}

const deferred = () => {
  let resolve = (): void => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
