import { createSandbox, type Sandbox } from 'payment-sandbox'
import type { Interception } from 'payment-sandbox/intercept'
import type { FileCoverage } from './coverage'
import type { TestOptions } from './options'

/** The sandbox of one test. */
export interface TestSandbox {
  readonly sandbox: Sandbox
  readonly close: () => Promise<void>
}

/** Its code is loaded only where it is asked for. */
const interceptionOf = async (
  sandbox: Sandbox,
  hosts: TestOptions['intercept'],
): Promise<Interception | null> => {
  if (hosts === undefined) return null
  const { intercept } = await import('payment-sandbox/intercept')
  return intercept(sandbox, hosts)
}

export const open = async (
  { intercept, coverage, ...options }: TestOptions,
  fileCoverage: FileCoverage,
): Promise<TestSandbox> => {
  const sandbox = createSandbox(options)
  const interception = await interceptionOf(sandbox, intercept)
  return {
    sandbox,
    close: async () => {
      interception?.stop()
      if (coverage === true) fileCoverage.add(sandbox.coverage())
      await sandbox.close()
    },
  }
}
