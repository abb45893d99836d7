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
