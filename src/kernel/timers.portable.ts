/** Stands in for timers.ts on platforms without node:timers: the global timers as they were at load. */
const { setTimeout: wait, clearTimeout: cancel } = globalThis

export const setTimeout = (work: () => void, ms = 0): ReturnType<typeof wait> => wait(work, ms)
export const clearTimeout = (timer: ReturnType<typeof wait>): void => cancel(timer)
export const setImmediate = (work: () => void): unknown => wait(work, 0)
export const queueMicrotask = (work: () => void): void => void Promise.resolve().then(work)

/** Where no process is kept alive by timers. */
export const unref = <T>(timer: T): T => timer
