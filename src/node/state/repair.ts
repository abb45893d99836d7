import { constants, copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { errorMessage, SandboxError } from '../../kernel/sandbox-error'
import { newestIn } from '../../sandbox/snapshots/snapshot'
import { StateFile } from './state-file'

/**
 * Cuts a state file at its first damaged line. The damaged file is kept beside it.
 * @returns the damage (`null` for an undamaged file), the number of lost changes, when the newest remaining record was
 * made, in epoch milliseconds, and the path of the damaged file
 * @throws SandboxError `invalid_option` when the file is in use, is not a state file, or has no whole state left;
 * `cannot_write`
 */
export const repair = (file: string) => {
  if (!existsSync(file)) throw new SandboxError('invalid_option', `${file} does not exist`)
  const stateFile = new StateFile(file)
  try {
    const { state, damage, why } = stateFile.readWhole()
    const newest = newestIn([state.accounts, ...Object.values(state.worlds)])
    if (damage === null) return { damage: null, lost: 0, newest, kept: null }
    return { damage: why, lost: damage.lost, newest, kept: cut(stateFile.path, damage.at) }
  } finally {
    stateFile.release()
  }
}

/** Atomically replaces the file by its first `bytes`. Returns the new path of the damaged file. */
const cut = (path: string, bytes: number): string => {
  const draft = `${path}.new`
  try {
    let kept = `${path}.damaged`
    for (let n = 2; existsSync(kept); n += 1) kept = `${path}.damaged-${n}`
    copyFileSync(path, kept, constants.COPYFILE_EXCL)
    rmSync(draft, { force: true })
    writeFileSync(draft, readFileSync(path).subarray(0, bytes), { flag: 'wx', mode: 0o600, flush: true })
    renameSync(draft, path)
    return kept
  } catch (error) {
    rmSync(draft, { force: true })
    throw new SandboxError('cannot_write', `cannot repair ${path}: ${errorMessage(error)}`, { cause: error })
  }
}
