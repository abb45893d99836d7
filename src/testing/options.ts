import type { Hosts, SandboxOptions } from 'payment-sandbox'

/** The options of `createSandbox`, and those of a test. */
export type TestOptions = SandboxOptions & {
  /**
   * For the length of a test, calls of this process to these hosts reach the sandbox: `omise`, or
   * `{ api: 'api.example.com', vault: 'vault.example.com' }`.
   */
  readonly intercept?: Hosts
  /**
   * Print `coverage('text')` of all sandboxes: after the run where the global set-up of payment-sandbox is in use, else
   * after each file.
   */
  readonly coverage?: boolean
}
