/** One server for a whole run of tests. */
import { createSandbox, type KeyPair, type ListenOptions, type SandboxOptions } from 'payment-sandbox'
import { withProfileFor } from '../../options/hosts'
import { collectCoverage } from './open'

/** The options of `createSandbox`. Default for `accounts`: `auto`, so that each file can have its own account. */
export type GlobalSetupOptions = SandboxOptions & {
  /** Where the servers listen. Default: on free ports. */
  readonly listen?: ListenOptions
}

/** The sandbox of the run, as plain data. */
export interface RunningSandbox {
  readonly url: string
  readonly vaultUrl: string
  readonly dashboardUrl: string
  /** The keys of the default account. With any other `skey_test_<name>`, an account is made for that name. */
  readonly keys: KeyPair
  /** Ready values for the Authorization header. */
  readonly authorization: KeyPair
  /** The secret that signs the webhooks of the default account. */
  readonly webhookSecret: string
  /** For the header `Authorization: Bearer` of the control plane; `null` when it expects none. */
  readonly controlToken: string | null
}

export const serveRun = async ({ listen = { port: 0 }, ...options }: GlobalSetupOptions = {}) => {
  const sandbox = createSandbox({ accounts: 'auto', ...withProfileFor(listen.proxyHost, options) })
  const { url, vaultUrl, dashboardUrl, controlToken, unref } = await sandbox.listen(listen)
  const { keys, authorization } = sandbox
  const webhookSecret = sandbox.webhooks.secret
  const running: RunningSandbox = {
    url,
    vaultUrl,
    dashboardUrl,
    keys,
    authorization,
    webhookSecret,
    controlToken,
  }
  return {
    running,
    printCoverage: collectCoverage(),
    unref,
    close: () => sandbox.close(),
  }
}
