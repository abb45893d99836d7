/** Real time, for what happens outside the virtual clock, such as waiting for a webhook receiver. */
import { clearTimeout, setImmediate, setTimeout, unref } from './timers'

/** Fake timers keep the original: as a property of their clock, or as the class that theirs extends. */
const original = (date: DateConstructor): DateConstructor => {
  const { clock } = date as { readonly clock?: { readonly _Date?: unknown } }
  const below: unknown = clock?._Date ?? Object.getPrototypeOf(date)
  return isDate(below) ? original(below) : date
}

const isDate = (value: unknown): value is DateConstructor =>
  typeof value === 'function' && 'now' in value && typeof value.now === 'function'

/** Epoch milliseconds of the clock of the machine, also while a test fakes `Date`. */
export const realTime: () => number = original(Date).now

/** Epoch milliseconds of the `Date` of the process, which a test may fake. */
export const processDate = (): number => Date.now()

/** Runs `work` after `ms` of real time. Returns a function that cancels it. */
export const afterMs = (ms: number, work: () => void): (() => void) => {
  const timer = setTimeout(work, Math.min(ms, 2 ** 31 - 1))
  return () => clearTimeout(timer)
}

/** Like `afterMs`, but does not keep the process alive. */
export const afterMsIfAlive = (ms: number, work: () => void): (() => void) => {
  const timer = unref(setTimeout(work, Math.min(ms, 2 ** 31 - 1)))
  return () => clearTimeout(timer)
}

/** Resolves after `ms` of real time. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => void afterMs(ms, resolve))

/** What `work` resolves to, or `null` after `ms` of real time. */
export const within = <T>(ms: number, work: Promise<T>): Promise<T | null> =>
  new Promise((resolve, reject) => {
    const stop = afterMs(ms, () => resolve(null))
    work.then(resolve, reject).finally(stop)
  })

/** Resolves after waiting input, timers and other tasks have run. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
