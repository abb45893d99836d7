import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { ProcessTable } from './parent'

/** The processes of this system. */
export const processTable = (): ProcessTable => {
  if (process.platform === 'linux') return linux
  if (process.platform === 'win32') return parentOnly
  try {
    return fromPs(execFileSync('ps', ['-axo', 'pid=,ppid=,command='], { encoding: 'utf8' }))
  } catch {
    return parentOnly
  }
}

const read = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Fresh at every look, zombies included. */
const linux: ProcessTable = {
  parentOf: (pid) => {
    const stat = read(`/proc/${pid}/stat`)
    // `12 (name, with any characters) S 1 …`: state and parent follow the last bracket.
    const [state, parent] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
    return parent === undefined || state === 'Z' || state === 'X' ? null : Number(parent)
  },
  commandOf: (pid) => (read(`/proc/${pid}/cmdline`) ?? '').split('\0').filter((word) => word !== ''),
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Where looking costs a process: who is whose child is read once, and later only whether they are there. */
export const fromPs = (listing: string): ProcessTable => {
  const rows = new Map<number, { readonly parent: number; readonly command: readonly string[] }>()
  for (const line of listing.split('\n')) {
    const [pid, parent, ...command] = line.trim().split(/\s+/)
    rows.set(Number(pid), { parent: Number(parent), command })
  }
  return {
    parentOf: (pid) => {
      if (pid === process.pid) return process.ppid
      return isAlive(pid) ? (rows.get(pid)?.parent ?? null) : null
    },
    commandOf: (pid) => rows.get(pid)?.command ?? [],
  }
}

/** Windows keeps no family tree: only the direct parent is known. */
const parentOnly: ProcessTable = {
  parentOf: (pid) => {
    if (pid === process.pid) return process.ppid
    return isAlive(pid) ? 0 : null
  },
  commandOf: () => [],
}
