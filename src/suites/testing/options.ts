import type { Hosts, SandboxOptions } from 'payment-sandbox'
import type { InterceptedHosts } from 'payment-sandbox/intercept'

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
