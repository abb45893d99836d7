/** Real time, for what happens outside the virtual clock, such as waiting for a webhook receiver. */
import { clearTimeout, setImmediate, setTimeout, unref } from './timers'

/** Runs `work` after `ms` of real time. Returns a function that cancels it. */
export const afterMs = (ms: number, work: () => void): (() => void) => {
  const timer = setTimeout(work, Math.min(ms, 2 ** 31 - 1))
  return () => clearTimeout(timer)
}

/** The same, without keeping the process alive. */
export const afterMsIfAlive = (ms: number, work: () => void): (() => void) => {
  const timer = unref(setTimeout(work, Math.min(ms, 2 ** 31 - 1)))
  return () => clearTimeout(timer)
}

/** What `work` resolves to, or `null` after `ms` of real time. */
export const within = <T>(ms: number, work: Promise<T>): Promise<T | null> =>
  new Promise((resolve, reject) => {
    const stop = afterMs(ms, () => resolve(null))
    work.then(resolve, reject).finally(stop)
  })

/** Resolves after waiting input, timers and other tasks have run. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** Whether several requests arrive in each turn of the event loop, judged by the last turns. */
export class Turns {
  #count = 0
  /** Recent number of requests in a turn. */
  #mean = 0
  #end: Promise<void> | null = null

  /** Counts one request. */
  count(): void {
    this.#count += 1
    if (this.#count > 1) return
    setImmediate(() => {
      this.#mean += (this.#count - this.#mean) / 8
      this.#count = 0
    })
  }

  get areBusy(): boolean {
    return this.#mean > 1.1
  }

  /** Resolves when the requests that have already arrived have been handled. */
  get end(): Promise<void> {
    this.#end ??= yieldToEventLoop().then(() => {
      this.#end = null
    })
    return this.#end
  }
}
