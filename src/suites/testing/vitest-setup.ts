/** payment-sandbox/vitest/global-setup: one server for the run, at `inject('paymentSandbox')`. */
import { type GlobalSetupOptions, type RunningSandbox, serveRun } from './serve'

export type { GlobalSetupOptions } from './serve'

/** The part of a project of vitest that provides values to tests. */
interface Providing {
  provide(key: 'paymentSandbox', value: RunningSandbox): void
}

/**
 * A global set-up with options: `export default createGlobalSetup({ fixtures: ['first-sale'] })` in your own file.
 */
export const createGlobalSetup =
  (options: GlobalSetupOptions = {}) =>
  async (project: Providing): Promise<() => Promise<void>> => {
    const run = await serveRun(options)
    project.provide('paymentSandbox', run.running)
    return async () => {
      run.printCoverage()
      await run.close()
    }
  }

export default createGlobalSetup()
