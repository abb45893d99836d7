import { readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * A lock against other processes of this machine: a file that only one can make, with its id. That of a process that
 * has ended is taken over.
 * @returns a function that releases the lock, or the id of the process that holds it
 */
export const lock = (file: string): (() => void) | number => {
  const path = `${file}.lock`
  const own = String(process.pid)
  for (;;) {
    try {
      writeFileSync(path, own, { flag: 'wx', mode: 0o600 })
      return () => {
        if (read(path) === own) rmSync(path, { force: true })
      }
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    const holder = Number.parseInt(read(path), 10)
    if (holder > 0 && holder !== process.pid && isRunning(holder)) return holder
    rmSync(path, { force: true })
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Empty when the file is gone. */
const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process runs as another user.
    return codeOf(error) === 'EPERM'
  }
}
