import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { errorMessage, SandboxError } from '../../kernel/sandbox-error'
import { SnapshotBuilder } from '../../sandbox/snapshots/sum'
import { Lines, type LogEnd, lineEnd, markLine } from './lines'
import { link } from './lock'
import { syncFolder, writeAll } from './log'
import { Damaged, readChanges, Unreadable } from './reading'
import { StateFile } from './state-file'

/**
 * Restores the last whole state of a damaged state file. The damaged file is kept beside it.
 * @returns the damage (`null` for an undamaged file), the number of lost changes (`null` if unknown), when the newest
 * remaining record was made, in epoch milliseconds, and the path of the damaged file
 * @throws SandboxError `invalid_option` when the file is in use, is not a state file, or has no whole state left;
 * `cannot_write`
 */
export const repair = (file: string) => {
  if (!existsSync(file)) throw new SandboxError('invalid_option', `${file} does not exist`)
  const stateFile = new StateFile(file)
  try {
    const sum = new SnapshotBuilder()
    const damaged = damageIn(stateFile.path, sum)
    const newest = newestIn(sum)
    if (damaged === null) return { damage: null, lost: 0, newest, kept: null }
    const { whole, lost, message, heading } = damaged
    if (whole === null) throw stateFile.refusalOf(damaged)
    return { damage: message, lost, newest, kept: cut(stateFile.path, heading, whole) }
  } catch (error) {
    if (error instanceof Unreadable) throw stateFile.refusal(error.message)
    throw error
  } finally {
    stateFile.release()
  }
}

const damageIn = (path: string, sum: SnapshotBuilder): Damaged | null => {
  try {
    readChanges(path, (change) => sum.add(change))
    return null
  } catch (error) {
    if (error instanceof Damaged) return error
    throw error
  }
}

/** Atomically replaces the file by its undamaged part. Returns the new path of the damaged file. */
const cut = (path: string, heading: string, whole: LogEnd): string => {
  const draft = `${path}.new`
  try {
    copyFileSync(path, draft)
    const descriptor = openSync(draft, 'r+')
    try {
      ftruncateSync(descriptor, whole.bytes)
      writeAll(descriptor, Uint8Array.of(lineEnd), whole.bytes - 1)
      const lines = new Lines()
      const start = writeAll(descriptor, lines.next(heading), 0)
      writeAll(descriptor, markLine(whole, lines.sum), start)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    const kept = keepAside(path)
    renameSync(draft, path)
    syncFolder(dirname(path))
    return kept
  } catch (error) {
    rmSync(draft, { force: true })
    throw new SandboxError('cannot_write', `cannot repair ${path}: ${errorMessage(error)}`, { cause: error })
  }
}

/** Gives the file a second, unused name. */
const keepAside = (path: string): string => {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? `${path}.damaged` : `${path}.damaged-${n}`
    if (link(path, name)) return name
  }
}

const newestIn = ({ snapshot: { accounts, worlds } }: SnapshotBuilder): number | null => {
  let newest: number | null = null
  for (const rows of [accounts, ...Object.values(worlds)].flatMap((rows) => Object.values(rows)))
    newest = Math.max(newest ?? 0, rows.at(-1)?.createdAt ?? 0)
  return newest
}
