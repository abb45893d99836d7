import { onStop } from '../service/http/entrance'
import type { AppContext } from '../service/http/env'
import { renderRefusal } from './errors'

/** The parameters of a long operation of the control plane. */
export interface LongWork {
  /** Aborted when the client is gone, or when the server stops. */
  readonly signal: AbortSignal
  /** Reports the progress. Absent if the client did not ask for it. */
  readonly report?: (progress: object) => void
}

type LongOperation = (work: LongWork) => Promise<object>

const type = 'text/event-stream'

/**
 * Runs a long operation and aborts it when the client is gone. With `Accept: text/event-stream` the answer is a stream:
 * `progress` for each report, and at the end `done` with the usual answer, or `error` with the error object. An error
 * before the first report is a usual error answer.
 */
export const whileWatched = async ({ env, req }: AppContext, work: LongOperation): Promise<object> => {
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
  const wantsStream = req.header('accept')?.includes(type) === true
  if (!wantsStream) return work({ signal: end.signal }).finally(over)
  return streamProgress(work, { signal: end.signal, stop, over })
}

interface StreamControl {
  readonly signal: AbortSignal
  readonly stop: () => void
  readonly over: () => void
}

const utf8 = new TextEncoder()
const headers = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache, no-store' } as const

/** Starts the answer at the first report, or at the end of the operation if there is none. */
const streamProgress = async (
  work: LongOperation,
  { signal, stop, over }: StreamControl,
): Promise<Response> => {
  const { promise: begun, resolve: begin } = deferred()
  const messages = new TransformStream<string, Uint8Array>({
    transform: (text, controller) => controller.enqueue(utf8.encode(text)),
  })
  const writer = messages.writable.getWriter()
  // The client is gone.
  writer.closed.catch(stop)
  const sendMessage = (event: string, data: object): void => {
    begin()
    writer.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).catch(stop)
  }
  const result = work({ signal, report: (progress) => sendMessage('progress', progress) }).finally(over)
  await Promise.race([begun, result])
  result
    .then(
      (answer) => sendMessage('done', answer),
      (error) => sendMessage('error', renderRefusal(error).body),
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
