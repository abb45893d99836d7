import { isRunning } from '../../node/state/lock'

/** A process that npm started gets Ctrl-C twice: from the terminal and from npm. Both count as one request. */
const sameRequestMs = 300
/** How long unfinished requests may delay the end, in ms. */
export const patienceMs = 1000

/**
 * Stops a server: the first request to stop finishes the requests in flight, a second one stops at once.
 *
 * @param close stops listening; resolves when the last request is answered
 * @param onWaiting called when that takes longer than a moment
 * @returns the function to call for each request to stop
 */
export const stopper = (close: () => Promise<void>, onWaiting: () => void): (() => void) => {
  let state: 'running' | 'stopping' | 'waiting' = 'running'
  return () => {
    if (state === 'waiting') process.exit(0)
    if (state !== 'running') return
    state = 'stopping'
    setTimeout(() => {
      state = 'waiting'
      onWaiting()
    }, sameRequestMs).unref()
    setTimeout(() => process.exit(0), patienceMs).unref()
    close().then(() => process.exit(0))
  }
}

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
export type StopSignal = (typeof stopSignals)[number]

/** A detached server ignores SIGHUP, which announces the end of its terminal. */
export const onSignals = (stop: (signal: StopSignal) => void, detached = false): void => {
  for (const signal of stopSignals)
    process.on(signal, () => {
      if (signal !== 'SIGHUP' || !detached) stop(signal)
    })
}

const pollMs = 500

/** Calls `lost` once, when the process that started this one has ended. Keeps no process alive. */
export const watchParent = (lost: () => void): void => {
  const { ppid } = process
  // Init started it, or what takes its place in a container.
  if (ppid <= 1) return
  const timer = setInterval(() => {
    // On Windows a process keeps the number of its parent.
    if (process.ppid === ppid && isRunning(ppid)) return
    clearInterval(timer)
    lost()
  }, pollMs).unref()
}
