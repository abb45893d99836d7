import type { InterceptedAnswer } from '../../sandbox/call'

/** What undici has of a request: up to version 7 the methods of `OldHandler`, since then those of `NewHandler`. */
export type Handler = OldHandler | NewHandler

interface OldHandler {
  onConnect?(abort: (reason?: unknown) => void, context: null): void
  onHeaders?(status: number, headers: readonly Buffer[], resume: () => void, statusText: string): unknown
  onData?(chunk: Buffer): unknown
  onComplete?(trailers: readonly Buffer[]): void
  onError?(error: unknown): void
}

interface NewHandler {
  onRequestStart(controller: Controller, context: null): void
  onResponseStart?(controller: Controller, status: number, headers: HeaderObject, statusText: string): void
  onResponseData?(controller: Controller, chunk: Buffer): void
  onResponseEnd?(controller: Controller, trailers: HeaderObject): void
  onResponseError?(controller: Controller, error: unknown): void
}

type HeaderObject = Readonly<Record<string, string | string[]>>

interface Controller {
  readonly aborted: boolean
  readonly reason: unknown
  paused: boolean
  /** Name, value, name, value: some handlers read it instead of the object that they are given. */
  rawHeaders: readonly Buffer[] | null
  pause(): void
  resume(): void
  abort(reason: unknown): void
}

/** One side of a request, in either form of handler. */
export interface Side {
  start(abort: (reason: unknown) => void): void
  answer(answer: InterceptedAnswer): void
  fail(error: unknown): void
}

export const sideOf = (handler: Handler): Side =>
  'onRequestStart' in handler ? newSide(handler) : oldSide(handler)

const oldSide = (handler: OldHandler): Side => ({
  start: (abort) => handler.onConnect?.(abort, null),
  answer: ({ status, statusText, headers, body }) => {
    handler.onHeaders?.(status, rawHeaders(headers), () => undefined, statusText)
    if (body.byteLength > 0) handler.onData?.(Buffer.from(body.buffer))
    handler.onComplete?.([])
  },
  fail: (error) => handler.onError?.(error),
})

const newSide = (handler: NewHandler): Side => {
  let stop = (_: unknown): void => undefined
  const controller: Controller = {
    ...{ aborted: false, reason: null, paused: false, rawHeaders: null },
    // The whole body is at hand, so it is given at once all the same.
    pause: () => {
      controller.paused = true
    },
    resume: () => {
      controller.paused = false
    },
    abort: (reason) => {
      if (controller.aborted) return
      Object.assign(controller, { aborted: true, reason })
      stop(reason)
    },
  }
  return {
    start: (abort) => {
      stop = abort
      handler.onRequestStart(controller, null)
    },
    answer: ({ status, statusText, headers, body }) => {
      controller.rawHeaders = rawHeaders(headers)
      handler.onResponseStart?.(controller, status, headerObject(headers), statusText)
      if (body.byteLength > 0) handler.onResponseData?.(controller, Buffer.from(body.buffer))
      handler.onResponseEnd?.(controller, {})
    },
    fail: (error) => handler.onResponseError?.(controller, error),
  }
}

const rawHeaders = (headers: Headers): Buffer[] =>
  [...headers].flatMap(([name, value]) => [Buffer.from(name, 'latin1'), Buffer.from(value, 'latin1')])

const headerObject = (headers: Headers): HeaderObject => {
  const cookies = headers.getSetCookie()
  const object: Record<string, string | string[]> = Object.fromEntries(headers)
  return cookies.length > 1 ? { ...object, 'set-cookie': cookies } : object
}
