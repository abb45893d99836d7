import * as z from 'zod'
import { parseTime } from './kernel/calendar'
import { once } from './kernel/json'
import { currencyCodes } from './kernel/money'
import { SandboxError } from './kernel/sandbox-error'

/** Every option once: its check, its default and its text feed the library, the command line and the README. */
export interface OptionDoc {
  /** As the command line writes it; `null` where only the library has it. */
  readonly flag: string | null
  readonly text: string
  /** What the README says when the value is not a plain constant. */
  readonly defaultText: string
}

export const defaults = {
  port: 4111,
  host: '127.0.0.1',
  publicKey: 'pkey_test_sandbox',
  secretKey: 'skey_test_sandbox',
  livePublicKey: 'pkey_sandbox',
  liveSecretKey: 'skey_sandbox',
  baseUrl: 'https://api.payment-sandbox.test',
  vaultUrl: 'https://vault.payment-sandbox.test',
  headerPrefix: 'Service',
} as const

const portNumber = () => z.int().min(0).max(65535)
const testKey = (prefix: string) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_test_[A-Za-z0-9_]+$`), `must look like ${prefix}_test_<letters, digits>`)
const httpUrl = () =>
  z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .transform((url) => url.replace(/\/+$/, ''))

const moment = () =>
  z.union([z.string(), z.number(), z.date()]).transform((value, context) => {
    const time = typeof value === 'string' ? parseTime(value) : Number(value)
    if (time !== null && Number.isFinite(time)) return Math.floor(time)
    context.addIssue({ code: 'custom', message: 'must be a time such as 2026-01-15T09:00:00Z' })
    return z.NEVER
  })

/** Options of the sandbox itself: `createSandbox` and `serve` have them alike. */
export const sandboxOptions = once(() =>
  z.strictObject({
    publicKey: testKey('pkey').optional(),
    secretKey: testKey('skey').optional(),
    now: moment().optional(),
    freeze: z.boolean().optional(),
    randomSeed: z.string().min(1, 'must not be empty').optional(),
    baseUrl: httpUrl().optional(),
    vaultUrl: httpUrl().optional(),
    headerPrefix: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'must be a word that a header can begin with')
      .optional(),
    country: z.enum(['TH', 'JP', 'SG', 'MY']).optional(),
    currency: z.enum(currencyCodes as [(typeof currencyCodes)[number]]).optional(),
    accounts: z
      .array(
        z.strictObject({
          email: z.email().optional(),
          country: z.enum(['TH', 'JP', 'SG', 'MY']).optional(),
          currency: z.enum(currencyCodes as [(typeof currencyCodes)[number]]).optional(),
        }),
      )
      .optional(),
  }),
)
export type SandboxOptions = z.input<ReturnType<typeof sandboxOptions>>
export type CheckedOptions = z.output<ReturnType<typeof sandboxOptions>>

/** Options of the two servers: `listen` and `serve`. */
export const listenOptions = once(() =>
  z.strictObject({
    port: portNumber().optional(),
    vaultPort: portNumber().optional(),
    host: z.string().min(1).optional(),
  }),
)
export type ListenOptions = z.input<ReturnType<typeof listenOptions>>

export const optionDocs = {
  port: { flag: '-p, --port <n>', text: 'port of the API server; 0 picks a free one', defaultText: '4111' },
  vaultPort: {
    flag: '--vault-port <n>',
    text: 'port of the vault server',
    defaultText: 'port + 1, or 0 when port is 0',
  },
  host: { flag: '--host <address>', text: 'address to listen on', defaultText: '127.0.0.1' },
  publicKey: { flag: '--public-key <key>', text: 'public test key', defaultText: defaults.publicKey },
  secretKey: { flag: '--secret-key <key>', text: 'secret test key', defaultText: defaults.secretKey },
  now: { flag: '--now <time>', text: 'start the clock there (ISO 8601)', defaultText: 'real time' },
  freeze: { flag: '--freeze', text: 'the clock only moves when told', defaultText: 'off' },
  randomSeed: { flag: '--random-seed <text>', text: 'same requests give the same ids', defaultText: 'off' },
  headerPrefix: {
    flag: '--header-prefix <word>',
    text: 'the Service of Service-Version',
    defaultText: defaults.headerPrefix,
  },
  baseUrl: {
    flag: '--base-url <url>',
    text: 'what links to the API start with (behind a proxy)',
    defaultText: 'where it listens',
  },
  vaultUrl: {
    flag: '--vault-url <url>',
    text: 'what links to the vault start with',
    defaultText: 'where it listens',
  },
  log: {
    flag: '--log <style>',
    text: 'pretty, json or silent',
    defaultText: 'pretty on a terminal, json elsewhere',
  },
  detach: {
    flag: '--detach',
    text: 'keep running when the process that started it goes away',
    defaultText: 'off',
  },
  country: { flag: null, text: 'country of the default account: TH, JP, SG or MY', defaultText: 'TH' },
  currency: {
    flag: null,
    text: 'currency the default account settles in',
    defaultText: 'that of its country',
  },
  accounts: { flag: null, text: 'further accounts, each with keys of its own', defaultText: 'none' },
} as const satisfies Record<string, OptionDoc>

/** The environment variable of an option: `PAYMENT_SANDBOX_RANDOM_SEED`. */
export const envOf = (option: string): string =>
  `PAYMENT_SANDBOX_${option.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** Checks options; throws a `SandboxError` that names each bad one. */
export const checkOptions = <T>(schema: z.ZodType<T>, options: unknown): T => {
  const result = schema.safeParse(options)
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `${issue.keys.join(', ')}: no such option`
      : `${issue.path.join('.')}: ${issue.message}`,
  )
  throw new SandboxError('invalid_option', lines.join('; '))
}
