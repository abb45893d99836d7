import { AccountDirectory } from './account/account'
import { createCore, type FixtureFiles } from './core'
import type { OwnOptions } from './opening'
import { SandboxState } from './sandbox-state'

/**
 * Builds the parts of a sandbox in order, each out of those before it.
 * @param realTime epoch milliseconds of the machine's clock
 */
export const createParts = (options: OwnOptions, files: FixtureFiles, realTime: () => number) => {
  const core = createCore(options, files, realTime)
  const state = new SandboxState(core)
  const directory = new AccountDirectory(core, state)
  return { ...core, state, directory }
}

export type SandboxParts = ReturnType<typeof createParts>
