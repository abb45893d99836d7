import type { SandboxOptions } from 'payment-sandbox'
import * as z from 'zod/mini'
import { answersTo, reachOfWorker, readHostName, unreachable } from '../kernel/hosts'
import { SandboxError } from '../kernel/sandbox-error'
import { checkOptions, sandboxOptions } from '../options/config'
import { hostNames } from '../options/values'

/** What follows from the account and its address, and so is no choice here. */
const taken = ['accounts', 'maxAccounts', 'publicKey', 'secretKey', 'vaultUrl', 'hosts'] as const

/** The options of `createSandbox` that apply to each account. */
export type AccountOptions = Omit<SandboxOptions, (typeof taken)[number]>

/**
 * The options of `createSandbox`, without those of accounts and of other addresses than `baseUrl`, and those of the
 * worker. `baseUrl` is the address of the worker; without it, links begin with the address of the request.
 */
export interface WorkerOptions extends AccountOptions {
  /**
   * Host names of the worker besides localhost and that of `baseUrl`. Requests for others get 403: workerd takes the
   * name of its caller's choice, and links would begin with it.
   *
   * @example ['vault.pay.example.com']
   */
  readonly allowHosts?: readonly string[]
  /** Days without a request after which an account is deleted. Default: 30. */
  readonly idleDays?: number
  /**
   * Whether webhooks may go to localhost and to addresses of private networks, such as those of a test that runs
   * on the machine of workerd. Default: false, as anyone with a key names endpoints.
   */
  readonly allowPrivateWebhooks?: boolean
}

const workerOptions = () =>
  z
    .safeExtend(sandboxOptions(), {
      allowHosts: z.optional(hostNames()),
      idleDays: z.optional(
        z
          .int('must be a whole number of days')
          .check(z.minimum(1, 'must be at least 1'), z.maximum(36_500, 'must be at most 36500')),
      ),
      allowPrivateWebhooks: z.optional(z.boolean('must be true or false')),
    })
    .check(
      z.superRefine(({ allowPrivateWebhooks = false, webhook = [], webhooks }, context) => {
        if (allowPrivateWebhooks) return
        const given = { webhook, 'webhooks.endpoints': webhooks?.endpoints ?? [] }
        for (const [path, urls] of Object.entries(given))
          for (const message of urls
            .flatMap((url) => unreachable(reachOfWorker, new URL(url)) ?? [])
            .slice(0, 1))
            context.addIssue({ code: 'custom', path: path.split('.'), message })
      }),
    )

interface Chosen {
  /** Of each account. */
  readonly account: AccountOptions
  readonly allowHosts: ReadonlySet<string>
  readonly idleDays: number
  readonly allowPrivateWebhooks: boolean
}

const preset: Chosen = { account: {}, allowHosts: new Set(), idleDays: 30, allowPrivateWebhooks: false }

/**
 * The options of this program: the platform makes the objects, and its module is all that the worker and its objects
 * have in common.
 */
let chosen: Chosen | null = null

/** @throws SandboxError `invalid_option` */
export const choose = (options: WorkerOptions): void => {
  if (chosen !== null)
    throw new SandboxError('invalid_option', 'createWorker() is called once: a program has one worker')
  const meaningless = taken.find((name) => Object.hasOwn(options, name))
  if (meaningless !== undefined)
    throw new SandboxError(
      'invalid_option',
      `${meaningless}: has no meaning here, since each account has keys of its name, and the address that was called`,
    )
  const { baseUrl, allowHosts, ...checked } = checkOptions(workerOptions(), options)
  const { idleDays = preset.idleDays, allowPrivateWebhooks = preset.allowPrivateWebhooks } = checked
  const own = { allowHosts: new Set(allowHosts), idleDays, allowPrivateWebhooks }
  const account = Object.fromEntries(Object.entries(options).filter(([name]) => !Object.hasOwn(own, name)))
  chosen = { ...own, account: { ...account, baseUrl } }
}

export const chosenOptions = (): Chosen => chosen ?? preset

/** Whether the worker answers to the host of a request. It may be one of the caller's choice, and links begin with it. */
export const isOwnHost = (
  { host }: URL,
  { account: { baseUrl }, allowHosts }: Pick<Chosen, 'account' | 'allowHosts'> = chosenOptions(),
): boolean => answersTo(readHostName(host) ?? '', allowHosts, baseUrl === undefined ? [] : [baseUrl])
