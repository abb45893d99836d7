import { replace } from './patch'
import type { Switchboard } from './switchboard'

/** What undici calls a dispatcher, as far as it matters here. */
interface Dispatcher {
  dispatch(options: { readonly origin?: string | URL }, handler: unknown): unknown
}

/**
 * With `NODE_USE_ENV_PROXY` a call by undici without a dispatcher of its own goes to the proxy of the environment. Calls to
 * mapped hosts are made as if `NO_PROXY` named them, which undici reads anew for each call.
 *
 * @returns functions that end this
 */
export const passByEnvProxy = (switchboard: Switchboard): readonly (() => void)[] =>
  globalDispatchers().map((dispatcher) =>
    replace(dispatcher, 'dispatch', (below) => (options, handler) => {
      const call = (): unknown => Reflect.apply(below, dispatcher, [options, handler])
      const { origin = '' } = options
      return switchboard.isIdle || switchboard.routeOf(String(origin)) === null
        ? call()
        : withoutProxyFor(new URL(origin).hostname, call)
    }),
  )

/** Those for the environment's proxy. Majors of undici, also Node's own, each have a place of theirs. */
const globalDispatchers = (): readonly Dispatcher[] =>
  Object.getOwnPropertySymbols(globalThis)
    .filter((symbol) => Symbol.keyFor(symbol)?.startsWith('undici.globalDispatcher.'))
    .map((symbol) => Reflect.get(globalThis, symbol))
    .filter((dispatcher) => dispatcher?.constructor.name === 'EnvHttpProxyAgent')

/** @param call reads the variable before it returns */
const withoutProxyFor = (host: string, call: () => unknown): unknown => {
  const { no_proxy: before, NO_PROXY = '' } = process.env
  process.env.no_proxy = `${before ?? NO_PROXY},${host}`
  try {
    return call()
  } finally {
    if (before === undefined) delete process.env.no_proxy
    else process.env.no_proxy = before
  }
}
