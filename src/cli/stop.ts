/** Stops a server: the first request to stop finishes the requests in flight, a second one stops at once. */
export interface Stopping {
  /** Stops listening; resolves when the last request is answered. */
  readonly close: () => Promise<void>
  /** Called when that takes longer than a moment. */
  readonly onWaiting: () => void
  readonly exit: (code: number) => void
}

/** A process that npm started gets Ctrl-C twice: from the terminal and from npm. Both count as one request. */
const sameRequestMs = 300
/** How long unfinished requests may delay the end, in ms. */
export const patienceMs = 1000

/** Returns the function to call for each request to stop. */
export const stopper = ({ close, onWaiting, exit }: Stopping): (() => void) => {
  let state: 'running' | 'stopping' | 'waiting' = 'running'
  return () => {
    if (state === 'waiting') exit(0)
    if (state !== 'running') return
    state = 'stopping'
    setTimeout(() => {
      state = 'waiting'
      onWaiting()
    }, sameRequestMs).unref()
    setTimeout(() => exit(0), patienceMs).unref()
    close().then(() => exit(0))
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A detached server ignores SIGHUP, which announces the end of its terminal. */
export const onSignals = (stop: () => void, detached: boolean): void => {
  for (const signal of signals)
    process.on(signal, () => {
      if (signal !== 'SIGHUP' || !detached) stop()
    })
}
