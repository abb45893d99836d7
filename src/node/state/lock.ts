import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * A lock against other processes of this machine: a file that only one can make, with its id. That of a process that
 * has ended is taken over: by one process, which removes it while it holds a lock of that lock.
 * @returns a function that releases the lock, or the id of the process that holds it
 */
export const lock = (file: string): (() => void) | number => {
  const path = `${file}.lock`
  for (;;) {
    if (make(path)) return () => release(path)
    const holder = holderOf(path)
    if (holder !== null) return holder
    const taking = lock(path)
    if (typeof taking === 'number') return taking
    // Since it was read another process may have taken it over.
    if (holderOf(path) === null) rmSync(path, { force: true })
    taking()
  }
}

const own = String(process.pid)

/** Makes it with its content, since an empty one would look like one of a process that has ended. */
const make = (path: string): boolean => {
  const draft = `${path}.${own}`
  rmSync(draft, { force: true })
  writeFileSync(draft, own, { flag: 'wx', mode: 0o600 })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    // Not every file system has links.
    return makeAlone(path)
  } finally {
    rmSync(draft, { force: true })
  }
}

const makeAlone = (path: string): boolean => {
  try {
    writeFileSync(path, own, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

const release = (path: string): void => {
  if (read(path) === own) rmSync(path, { force: true })
}

/** The running process that holds a lock; `null` when it has ended. */
const holderOf = (path: string): number | null => {
  const holder = Number.parseInt(read(path), 10)
  return holder > 0 && holder !== process.pid && isRunning(holder) ? holder : null
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
