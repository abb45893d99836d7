import { Handles } from './account/handles'
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
  const handles = new Handles(core, state)
  return { state, handles, ...core }
}

export type SandboxParts = ReturnType<typeof createParts>
