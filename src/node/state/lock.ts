import { constants, copyFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** A lock against other processes of this machine. It ends with the process, also after a crash. */

/** @returns a function that releases the lock, or the id of the process that holds it */
export const lock = (file: string): (() => void) | number => {
  const path = `${file}.lock`
  // Other processes must never see half a lock: it is written under another name, then linked into place.
  const own = `${path}.${process.pid}`
  writeFileSync(own, identityOf(process.pid), { mode: 0o600 })
  try {
    for (;;) {
      if (link(own, path)) return () => release(path)
      const found = read(path)
      if (found === null) continue
      const holder = holderOf(found)
      if (holder !== null) return holder
      takeAway(path, found)
    }
  } finally {
    rmSync(own, { force: true })
  }
}

/** Returns `false` when the lock exists already. */
export const link = (from: string, to: string): boolean => {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    if (!/^(?:EPERM|ENOTSUP|ENOSYS|EOPNOTSUPP)$/.test(codeOf(error))) throw error
    return copy(from, to)
  }
}

/** For file systems without hard links. */
export const copy = (from: string, to: string): boolean => {
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const release = (path: string): void => {
  if (read(path) === identityOf(process.pid)) rmSync(path, { force: true })
}

const read = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Id and start time of a process: ids are used again, above all in containers. */
const identityOf = (pid: number): string => `${pid} ${beginningOf(pid)}`

/** The start time, known without another program only on Linux: clock ticks since the machine started. */
const beginningOf = (pid: number): string => {
  const stat = read(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-'
}

/** The process that wrote the lock, if it still runs; else `null`. */
const holderOf = (identity: string): number | null => {
  const pid = Number(identity.split(' ')[0])
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid || !isRunning(pid)) return null
  return identity === identityOf(pid) ? pid : null
}

export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process runs as another user.
    return codeOf(error) === 'EPERM'
  }
}

/** Removes an abandoned lock. If another process took the lock meanwhile, puts it back. */
const takeAway = (path: string, abandoned: string): void => {
  const aside = `${path}.${process.pid}.old`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (read(aside) !== abandoned) link(aside, path)
  rmSync(aside, { force: true })
}
