import { SandboxError } from '../kernel/sandbox-error'
import type { Keepable } from '../library/composition/keepable'
import { StateFile } from './state-file'

/** A sandbox whose state is in a file, from now on. */
export interface InFile {
  /** It went on from what the file held. */
  readonly resumed: boolean
  /** After the sandbox was closed: puts what was written on the disk, and gives the file up. */
  close(): Promise<void>
  /** For the end of the process, however it comes: gives the file up. */
  readonly release: () => void
}

/** Keys from the command line, which those of the file must not contradict. */
export interface ChosenKeys {
  readonly publicKey?: string | undefined
  readonly secretKey?: string | undefined
}

/**
 * Takes up what the file holds, or begins it. To be called before the sandbox listens.
 * @throws SandboxError `invalid_option` when the file cannot be used: it is left as it is; `cannot_write`
 */
export const keepInFile = (
  sandbox: Keepable,
  file: string,
  chosen: ChosenKeys,
  onTrouble: (error: Error) => void,
): InFile => {
  const stateFile = new StateFile(file, { onTrouble })
  try {
    const snapshot = stateFile.read()
    if (snapshot !== null) {
      takeUp(sandbox, stateFile, snapshot)
      checkKeys(sandbox, stateFile, chosen)
    }
    sandbox.keepWith(stateFile)
    return {
      resumed: snapshot !== null,
      close: () => stateFile.close(),
      release: stateFile.release,
    }
  } catch (error) {
    stateFile.release()
    throw error
  }
}

const takeUp = (sandbox: Keepable, file: StateFile, snapshot: ReturnType<Keepable['snapshot']>): void => {
  try {
    sandbox.takeUp(snapshot)
  } catch (error) {
    if (error instanceof SandboxError && error.code === 'invalid_snapshot') throw file.refusal(error.message)
    throw error
  }
}

/** Else a client would be refused with the key of the command line. */
const checkKeys = (sandbox: Keepable, file: StateFile, chosen: ChosenKeys): void => {
  for (const [kind, asked] of [
    ['public', chosen.publicKey],
    ['secret', chosen.secretKey],
  ] as const)
    if (asked !== undefined && asked !== sandbox.keys[kind])
      throw file.refusal(`its ${kind} test key is not the one of --${kind}-key`)
}
