import { stringify } from 'node:querystring'
import { runInThisContext } from 'node:vm'
import { afterMs } from '../../kernel/real-time'
import { atHand, type InterceptedAnswer, responseTo } from '../../sandbox/call'
import type { CallRoute, Switchboard } from './switchboard'

interface Dispatcher {
  dispatch(options: DispatchOptions, handler: Handler): boolean
}

/** Where undici, and Node's own copy of it, look for the dispatcher of calls that bring none. */
const places = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')]

/** A test runner may give a test its own global object, while Node's `fetch` looks at the first one. */
const globals = (): readonly object[] => [...new Set<object>([runInThisContext('globalThis'), globalThis])]

/**
 * Intercepts `fetch`, `request` and the rest of undici, where they use the global dispatcher.
 *
 * @returns a function that ends this
 */
export const interceptDispatchers = (switchboard: Switchboard): (() => void) => {
  // Node sets its dispatcher when it loads its undici, which it does when a class of it is first needed.
  void globalThis.Request
  const restore = globals().flatMap((owner) =>
    places.map((place) => {
      const native: Dispatcher | undefined = Reflect.get(owner, place)
      if (native === undefined) return () => undefined
      const ours = diverting(native, switchboard)
      Reflect.set(owner, place, ours)
      return () => {
        if (Reflect.get(owner, place) === ours) Reflect.set(owner, place, native)
      }
    }),
  )
  return () => {
    for (const putBack of restore) putBack()
  }
}

/** The dispatcher that calls without their own use now. */
export const currentDispatcher = (): Dispatcher | undefined => {
  const [owner = globalThis] = globals()
  return Reflect.get(owner, places[0] ?? '')
}

const diverting = (native: Dispatcher, switchboard: Switchboard): Dispatcher => {
  const dispatch = (options: DispatchOptions, handler: Handler): boolean => {
    const route = switchboard.routeOf(String(options.origin))
    return route === null ? native.dispatch(options, handler) : perform(options, handler, route)
  }
  return new Proxy(native, {
    get: (_, name) => {
      if (name === 'dispatch') return dispatch
      const value = Reflect.get(native, name)
      // What is composed goes on to call our dispatch; every other method may reach for private fields.
      return typeof value === 'function' && name !== 'compose' ? value.bind(native) : value
    },
  })
}

/** A dispatcher that gives its first request a known answer, and passes on what follows from it. */
export const answering = (answer: InterceptedAnswer, next: Dispatcher | undefined): Dispatcher => {
  let isFirst = true
  return {
    dispatch: (options, handler) => {
      if (!isFirst && next !== undefined) return next.dispatch(options, handler)
      isFirst = false
      return give(handler, async () => answer)
    },
  }
}

const perform = (options: DispatchOptions, handler: Handler, route: CallRoute): boolean =>
  give(
    handler,
    async () => {
      if ('refused' in route) throw route.refused()
      if (options.upgrade) throw new Error(`the sandbox has no protocol ${options.upgrade} to change to`)
      const { receiver, server } = route
      return atHand(await responseTo(receiver, { ...(await requestFrom(options)), server }))
    },
    options.headersTimeout,
  )

/** Gives a handler its answer or its error, and nothing after that. */
const give = (
  handler: Handler,
  ask: () => Promise<InterceptedAnswer>,
  timeoutMs?: number | null,
): boolean => {
  const side = sideOf(handler)
  let isOver = false
  let stopWaiting = (): void => undefined
  const end = (last: () => void): void => {
    if (isOver) return
    isOver = true
    stopWaiting()
    last()
  }
  const fail = (error: unknown): void => end(() => side.fail(error))
  try {
    side.start((reason) => fail(reason ?? new DOMException('This operation was aborted', 'AbortError')))
  } catch (error) {
    fail(error)
  }
  if (timeoutMs) stopWaiting = afterMs(timeoutMs, () => fail(headersTimeout()))
  if (!isOver) ask().then((answer) => end(() => side.answer(answer)), fail)
  return true
}

const headersTimeout = (): Error =>
  Object.assign(new Error('Headers Timeout Error'), {
    name: 'HeadersTimeoutError',
    code: 'UND_ERR_HEADERS_TIMEOUT',
  })

/** A request as undici gives it to a dispatcher. */
interface DispatchOptions {
  readonly origin?: string | URL
  readonly path: string
  readonly method: string
  readonly query?: Record<string, string>
  readonly headers?: unknown
  readonly body?: unknown
  readonly upgrade?: boolean | string | null
  /** Milliseconds until the answer begins; 0 for no limit. */
  readonly headersTimeout?: number | null
}

/** The request as a receiver reads it. */
const requestFrom = async (
  options: DispatchOptions,
): Promise<{ request: Request; body: Uint8Array | null }> => {
  const { origin = '', path, query, method } = options
  const headers = headersFrom(options.headers)
  const body = await bodyFrom(options.body, headers)
  const search = query === undefined ? '' : `${path.includes('?') ? '&' : '?'}${stringify(query)}`
  return { request: new Request(new URL(`${path}${search}`, origin), { method, headers }), body }
}

/** An object, pairs, or one list of names and values. */
const headersFrom = (given: unknown): Headers => {
  const headers = new Headers()
  const add = (name: unknown, value: unknown): void => {
    for (const single of Array.isArray(value) ? value : [value])
      if (single !== undefined && single !== null) headers.append(String(name), String(single))
  }
  if (Array.isArray(given) && !Array.isArray(given[0])) {
    for (let at = 0; at < given.length; at += 2) add(given[at], given[at + 1])
  } else if (typeof given === 'object' && given !== null) {
    const pairs = isIterable(given) ? given : Object.entries(given)
    for (const pair of pairs) if (Array.isArray(pair)) add(pair[0], pair[1])
  }
  return headers
}

const bodyFrom = async (given: unknown, headers: Headers): Promise<Uint8Array | null> => {
  if (given === null || given === undefined) return null
  if (typeof given === 'string') return Buffer.from(given)
  if (given instanceof Uint8Array) return given
  if (isForm(given)) {
    const form = new Response(ownForm(given))
    headers.set('content-type', form.headers.get('content-type') ?? '')
    return new Uint8Array(await form.arrayBuffer())
  }
  if (isAsyncIterable(given) || isIterable(given)) {
    const chunks: Buffer[] = []
    for await (const chunk of given) chunks.push(Buffer.from(chunk as Uint8Array | string))
    return Buffer.concat(chunks)
  }
  return new Uint8Array(await new Response(given as Blob | ArrayBuffer).arrayBuffer())
}

/** Each copy of undici has its own FormData. */
const isForm = (given: unknown): given is FormData =>
  typeof given === 'object' && given !== null && Reflect.get(given, Symbol.toStringTag) === 'FormData'

const ownForm = (given: FormData): FormData => {
  const form = new FormData()
  for (const [name, value] of given) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, value.name)
  }
  return form
}

const isIterable = (given: unknown): given is Iterable<unknown> =>
  typeof given === 'object' && given !== null && Symbol.iterator in given

const isAsyncIterable = (given: unknown): given is AsyncIterable<unknown> =>
  typeof given === 'object' && given !== null && Symbol.asyncIterator in given

/** The handler of a request: up to undici 7 with the methods of `OldHandler`, later with those of `NewHandler`. */
type Handler = OldHandler | NewHandler

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
interface Side {
  start(abort: (reason: unknown) => void): void
  answer(answer: InterceptedAnswer): void
  fail(error: unknown): void
}

const sideOf = (handler: Handler): Side => ('onRequestStart' in handler ? newSide(handler) : oldSide(handler))

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
    // The whole body is at hand, so it is given at once.
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
