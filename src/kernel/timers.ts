/**
 * The timers of the platform, captured when this file is loaded. When a test installs fake timers, the sandbox still
 * delivers, waits and answers. The build uses them instead of the global timers in all code of the library, including
 * its dependencies.
 */
import {
  clearTimeout as nodeClearTimeout,
  setImmediate as nodeSetImmediate,
  setTimeout as nodeSetTimeout,
} from 'node:timers'

interface Faked {
  readonly clock?: { readonly [original: string]: unknown }
}

/**
 * Fake timers also replace those of `node:timers` for CommonJS. A fake timer refers to its clock, and the clock keeps
 * the originals.
 */
const original = <T extends object>(name: string, timer: T): T => {
  const kept = (timer as Faked).clock?.[`_${name}`]
  return typeof kept === 'function' ? (kept as T & typeof kept) : timer
}

export const setTimeout = original('setTimeout', nodeSetTimeout)
export const clearTimeout = original('clearTimeout', nodeClearTimeout)
export const setImmediate = original('setImmediate', nodeSetImmediate)
/** Lets the process end before the timer does. */
export const unref = (timer: NodeJS.Timeout): NodeJS.Timeout => timer.unref()
export const queueMicrotask = (work: () => void): void => void Promise.resolve().then(work)
