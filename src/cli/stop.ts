/** How a server ends: on request, with what is in flight answered; at once when asked twice. */
export interface Stopping {
  /** Stops listening; resolves when the last request was answered. */
  readonly close: () => Promise<void>
  /** Called when that takes a moment. */
  readonly onWaiting: () => void
  readonly exit: (code: number) => void
}

/** Ctrl-C reaches a process started by npm twice: from the terminal, and passed on by npm. That is one request. */
const sameRequestMs = 300
/** A client that never finishes its request, or never starts one, does not keep the server. */
export const patienceMs = 1000

/** The function to call for each request to stop. */
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

/** A detached server outlives its terminal, whose end comes as SIGHUP. */
export const onSignals = (stop: () => void, detached: boolean): void => {
  for (const signal of signals)
    process.on(signal, () => {
      if (signal !== 'SIGHUP' || !detached) stop()
    })
}
