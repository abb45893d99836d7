import { runInThisContext } from 'node:vm'
import { afterMs } from '../../kernel/real-time'
import { atHand, type InterceptedAnswer, responseTo } from '../../sandbox/call'
import { type DispatchOptions, requestFrom } from './dispatched'
import { type Handler, sideOf } from './handler'
import type { CallRoute, Switchboard } from './switchboard'

export interface Dispatcher {
  dispatch(options: DispatchOptions, handler: Handler): boolean
}

/** Where undici, and Node's own copy of it, look for the dispatcher of calls that bring none. */
const places = [Symbol.for('undici.globalDispatcher.1'), Symbol.for('undici.globalDispatcher.2')]

/** A test runner may give a test a global object of its own, while Node's `fetch` looks at the first one. */
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
