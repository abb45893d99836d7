/**
 * Real time, for what happens outside the virtual clock: a receiver takes its time, and somebody waits for it. As
 * it was when this was loaded, so that the fake timers of a test stop neither.
 */
const { setTimeout, clearTimeout } = globalThis

/** Runs `work` after so many ms of real time, unless what it returns is called before. */
export const afterMs = (ms: number, work: () => void): (() => void) => {
  const timer = setTimeout(work, Math.min(ms, 2 ** 31 - 1))
  return () => clearTimeout(timer)
}

/** The same, without keeping a process alive that has nothing else to do. */
export const afterMsIfAlive = (ms: number, work: () => void): (() => void) => {
  const timer: unknown = setTimeout(work, Math.min(ms, 2 ** 31 - 1))
  // Node's timers are objects, the web's are numbers, which keep nothing alive.
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref()
  return () => clearTimeout(timer as number)
}
