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

const pollMs = 1000

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Calls `lost` once, when the process that started this one has ended. Keeps no process alive. */
export const watchParent = (lost: () => void): void => {
  const { ppid } = process
  // Init started it, or what takes its place in a container.
  if (ppid <= 1) return
  const timer = setInterval(() => {
    // On Windows a process keeps the number of its parent.
    if (process.ppid === ppid && isAlive(ppid)) return
    clearInterval(timer)
    lost()
  }, pollMs).unref()
}
