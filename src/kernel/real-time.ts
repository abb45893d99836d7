/** Real time, for what happens outside the virtual clock: a receiver takes its time, and somebody waits for it. */
import { clearTimeout, setImmediate, setTimeout } from './timers'

/** Runs `work` after so many ms of real time, unless what it returns is called before. */
export const afterMs = (ms: number, work: () => void): (() => void) => {
  const timer = setTimeout(work, Math.min(ms, 2 ** 31 - 1))
  return () => clearTimeout(timer)
}

/** The same, without keeping a process alive that has nothing else to do. */
export const afterMsIfAlive = (ms: number, work: () => void): (() => void) => {
  const timer = setTimeout(work, Math.min(ms, 2 ** 31 - 1)).unref()
  return () => clearTimeout(timer)
}

/** Resolves after input, timers and other work that is ready have had their turn. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** Whether things come several at a time, as in the last turns of the event loop. */
export class Turns {
  #count = 0
  /** How many a turn, of late. */
  #mean = 0
  #end: Promise<void> | null = null

  /** One more has come. */
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

  /** Resolves once those that are there already have had their turn. */
  get end(): Promise<void> {
    this.#end ??= yieldToEventLoop().then(() => {
      this.#end = null
    })
    return this.#end
  }
}
