/**
 * The timers of the platform, taken when this is loaded: the fake timers of a test replace the global ones, and the
 * sandbox still delivers, waits and answers. The build puts them in place of the global ones in all code of the
 * library, that of its dependencies included.
 */
import * as node from 'node:timers'

interface Faked {
  readonly clock?: { readonly [original: string]: unknown }
}

/**
 * Fake timers replace those of `node:timers` too, for CommonJS. A fake one names the clock that it belongs to, and
 * that clock keeps what it replaced.
 */
const original = <T extends object>(name: string, timer: T): T => {
  const kept = (timer as Faked).clock?.[`_${name}`]
  return typeof kept === 'function' ? (kept as T & typeof kept) : timer
}

export const setTimeout = original('setTimeout', node.setTimeout)
export const clearTimeout = original('clearTimeout', node.clearTimeout)
export const setImmediate = original('setImmediate', node.setImmediate)
export const queueMicrotask = (work: () => void): void => void Promise.resolve().then(work)
