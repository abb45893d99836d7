import { SandboxError } from '../../kernel/sandbox-error'
import type { CheckedOptions } from '../../options/config'
import type { Sandbox } from '../../sandbox/sandbox'
import { StateFile } from './state-file'

/** A sandbox that saves its state in a file. */
export type InFile = ReturnType<typeof keepInFile>

/** Keys and secret from the command line. The file must have them. */
export type ChosenKeys = Pick<CheckedOptions, 'publicKey' | 'secretKey' | 'webhookSecret'>

/**
 * Restores the state from the file, or creates the file. Call it before the sandbox listens.
 * @throws SandboxError `invalid_option` when the file cannot be used, which is left unchanged; `cannot_write`
 */
export const keepInFile = (
  sandbox: Sandbox,
  file: string,
  chosen: ChosenKeys,
  onTrouble: (error: unknown) => void,
) => {
  const stateFile = new StateFile(file, { onTrouble })
  try {
    const found = stateFile.read()
    if (found !== null) {
      loadState(sandbox, stateFile, found.state)
      checkKeys(sandbox, stateFile, chosen)
    }
    sandbox.host.saveState(stateFile)
    return {
      /** Whether the state came from the file. */
      resumed: found !== null,
      /** The number of a torn last line that was dropped; `null` when there was none. */
      tornLine: found?.tornLine ?? null,
      /** Call it after the sandbox was closed: flushes the file to the disk and releases the lock. */
      close: () => stateFile.close(),
      /** For the end of the process, also after an error: releases the lock. */
      release: stateFile.release,
    }
  } catch (error) {
    stateFile.release()
    throw error
  }
}

const loadState = (sandbox: Sandbox, file: StateFile, snapshot: ReturnType<Sandbox['snapshot']>): void => {
  try {
    sandbox.host.loadState(snapshot)
  } catch (error) {
    if (error instanceof SandboxError && error.code === 'invalid_snapshot') throw file.refusal(error.message)
    throw error
  }
}

/** Without this check clients and receivers with those of the command line would fail. */
const checkKeys = (sandbox: Sandbox, file: StateFile, chosen: ChosenKeys): void => {
  for (const [kind, asked] of [
    ['public', chosen.publicKey],
    ['secret', chosen.secretKey],
  ] as const)
    if (asked !== undefined && asked !== sandbox.keys[kind])
      throw file.refusal(`its ${kind} test key is not the one of --${kind}-key`)
  const { webhookSecret } = chosen
  if (webhookSecret !== undefined && !sandbox.webhooks.secrets.includes(webhookSecret))
    throw file.refusal('no webhook secret of it is the one of --webhook-secret')
}
