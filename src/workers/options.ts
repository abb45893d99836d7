import type { SandboxOptions } from 'payment-sandbox'
import { checkOptions, sandboxOptions } from '../config'
import { SandboxError } from '../kernel/sandbox-error'

/** What follows from the account and its address, and so is no choice here. */
const taken = ['accounts', 'maxAccounts', 'publicKey', 'secretKey', 'vaultUrl', 'hosts'] as const

/**
 * The options of `createSandbox`, without those of accounts and of other addresses than `baseUrl`: they apply to each
 * account. `baseUrl` is the address of the worker; without it, that of each request is taken.
 */
export type WorkerOptions = Omit<SandboxOptions, (typeof taken)[number]>

/**
 * The options of the sandboxes of this program: the platform makes the objects, and its module is all that the worker
 * and its objects have in common.
 */
let chosen: WorkerOptions | null = null

/** @throws SandboxError `invalid_option` */
export const choose = (options: WorkerOptions): void => {
  if (chosen !== null)
    throw new SandboxError('invalid_option', 'createWorker() is called once: a program has one worker')
  const stranger = taken.find((name) => Object.hasOwn(options, name))
  if (stranger !== undefined)
    throw new SandboxError(
      'invalid_option',
      `${stranger}: has no meaning here, since each account has keys of its name, and the address that was called`,
    )
  chosen = { ...options, baseUrl: checkOptions(sandboxOptions(), options).baseUrl }
}

export const chosenOptions = (): WorkerOptions => chosen ?? {}
