import { createSandbox, type Hosts, type Sandbox, type SandboxOptions } from 'payment-sandbox'
import type { InterceptedHosts, Interception } from 'payment-sandbox/intercept'
import type { FileCoverage } from './coverage'

/** The options of `createSandbox`, and those of a test. */
export type TestOptions = SandboxOptions & {
  /**
   * For the length of a test, calls of this process to these hosts reach the sandbox: `omise`, or
   * `{ api: 'api.example.com', vault: 'vault.example.com' }`. Tests of one file that run at the same time cannot have the
   * same hosts.
   */
  readonly intercept?: Hosts | InterceptedHosts
  /**
   * Print `coverage('text')` of all sandboxes: after the run where the global set-up of payment-sandbox is in use, else
   * after each file.
   */
  readonly coverage?: boolean
}

/** The sandbox of one test. */
export interface TestSandbox {
  readonly sandbox: Sandbox
  readonly close: () => Promise<void>
}

/** Its code is loaded only where it is used. */
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
