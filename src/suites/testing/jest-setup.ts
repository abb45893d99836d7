/** payment-sandbox/jest/global-setup: one server for the run, at `process.env.PAYMENT_SANDBOX_URL` and so on. */
import { type GlobalSetupOptions, serveRun } from './serve'

export type { GlobalSetupOptions } from './serve'

/**
 * A global set-up with options: `module.exports = createGlobalSetup({ fixtures: ['first-sale'] })` in your own file.
 * It needs no tear-down: the servers end with the process of Jest.
 */
export const createGlobalSetup = (options: GlobalSetupOptions = {}): (() => Promise<void>) => {
  /** Kept for later runs of `--watch`. */
  let run: ReturnType<typeof serveRun> | undefined
  return async () => {
    if (run !== undefined) return
    run = serveRun(options)
    const { running, unref, printCoverage } = await run
    unref()
    process.once('exit', printCoverage)
    const { url, vaultUrl, dashboardUrl, keys, webhookSecret, controlToken } = running
    Object.assign(process.env, {
      PAYMENT_SANDBOX_URL: url,
      PAYMENT_SANDBOX_VAULT_URL: vaultUrl,
      PAYMENT_SANDBOX_DASHBOARD_URL: dashboardUrl,
      PAYMENT_SANDBOX_PUBLIC_KEY: keys.public,
      PAYMENT_SANDBOX_SECRET_KEY: keys.secret,
      PAYMENT_SANDBOX_WEBHOOK_SECRET: webhookSecret,
      ...(controlToken === null ? {} : { PAYMENT_SANDBOX_CONTROL_TOKEN: controlToken }),
    })
  }
}

export default createGlobalSetup()
