import { createSandbox, type Sandbox } from 'payment-sandbox'
import type { FileCoverage } from './coverage'
import type { TestOptions } from './options'

/** The sandbox of one test. */
export interface Opened {
  readonly sandbox: Sandbox
  readonly close: () => Promise<void>
}

export const open = async (
  { intercept: hosts, coverage, ...options }: TestOptions,
  fileCoverage: FileCoverage,
): Promise<Opened> => {
  const sandbox = createSandbox(options)
  return {
    sandbox,
    close: async () => {
      if (coverage === true) fileCoverage.add(sandbox.coverage())
      await sandbox.close()
    },
  }
}
