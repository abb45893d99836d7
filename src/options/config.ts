import * as z from 'zod/mini'
import { isBase64 } from '../kernel/base64'
import { isObject, once } from '../kernel/json'
import { wellKnownKeys } from '../kernel/masked'
import { issuesShownMax, moreMistakes, SandboxError } from '../kernel/sandbox-error'
import { checkValue, knownKeysAt } from '../kernel/schema'
import { nearest } from '../kernel/text'
import { areOmise, type Hosts, noHosts } from './hosts'
import {
  type Profile,
  type ProfileName,
  profileNames,
  profileOf,
  profileRowNames,
  profileRows,
  rowText,
} from './profiles'
import {
  bearerToken,
  country,
  currency,
  fault,
  filled,
  fixture,
  headerWord,
  hostNames,
  hosts,
  httpUrl,
  moment,
  newAccountSchema,
  onOff,
  options,
  pageOrigin,
  portMax,
  portNumber,
  profileOverrides,
  rowValue,
  signingSecret,
  testKey,
  webhookOptions,
  webhookUrls,
} from './values'

/** One option: its check, its default, and its text for help, documentation, README and published types. */
export interface OptionRow {
  /** Who takes it, instead of the sandbox itself: its two servers, or the process of `serve` only. */
  readonly of?: 'listen' | 'process'
  readonly check: () => z.core.$ZodType
  /** The flag: `<n>` and `<ms>` take a number; without a value it is a switch. `null` for options of the library only. */
  readonly flag: string | null
  /** The environment variable. Default: made from the name. */
  readonly env?: string
  /** May be given several times; in the environment, separated by commas. */
  readonly repeatable?: true
  readonly text: string
  /** The texts of its parts, by path. */
  readonly parts?: { readonly [path: string]: string }
  readonly default?: string | number
  /** A text for the default, where the value itself will not do. */
  readonly defaultText?: string
  /** A correct value, for messages about a wrong one. */
  readonly example: string
}

/** A switch that is off unless it is given. */
const onOffRow = <F extends string>(flag: F, text: string) => ({
  check: onOff,
  flag,
  text,
  defaultText: 'off',
  example: 'true',
})

/** Every option, under its heading in the help. */
export const optionGroups = {
  'Addresses:': {
    port: {
      of: 'listen',
      check: portNumber,
      flag: '-p, --port <n>',
      text: 'port of the API; the vault gets the next one; 0 picks free ports',
      default: 4111,
      example: '4211',
    },
    vaultPort: {
      of: 'listen',
      check: portNumber,
      flag: '--vault-port <n>',
      text: 'port of the vault; 0 picks a free one',
      defaultText: 'port + 1, or 0 when port is 0',
      example: '4212',
    },
    host: {
      of: 'listen',
      check: filled,
      flag: '--host <address>',
      text: 'address to listen on',
      default: '127.0.0.1',
      example: '0.0.0.0',
    },
    proxyHost: {
      of: 'listen',
      check: () => hosts<Hosts | string>(),
      flag: '--proxy-host <hosts>',
      text: 'be an HTTP and HTTPS proxy for these hosts, for clients with built-in addresses: omise, or names',
      defaultText: 'none',
      example: 'api=api.example.com,vault=vault.example.com',
    },
    hosts: {
      check: () => hosts<Hosts>(),
      flag: null,
      text: 'more hosts that `fetch` answers for: `omise`, or `{ api, vault }`',
      defaultText: 'its own URLs and localhost',
      example: "'omise'",
    },
    tls: { of: 'listen', ...onOffRow('--tls', 'serve https with a self-signed certificate') },
    tlsCert: {
      of: 'listen',
      check: filled,
      flag: '--tls-cert <file>',
      text: 'serve https with this certificate (PEM)',
      defaultText: 'self-signed',
      example: './localhost.pem',
    },
    tlsKey: {
      of: 'listen',
      check: filled,
      flag: '--tls-key <file>',
      text: 'private key of the certificate (PEM)',
      defaultText: 'self-signed',
      example: './localhost-key.pem',
    },
  },
  'Access:': {
    allowHosts: {
      of: 'listen',
      check: hostNames,
      flag: '--allow-host <name>',
      env: 'PAYMENT_SANDBOX_ALLOW_HOST',
      repeatable: true,
      text: 'also answer to this host name, such as a service of docker-compose; repeatable',
      defaultText: 'localhost, its own addresses and those of its URLs',
      example: 'sandbox',
    },
    allowOrigins: {
      check: () => z.array(pageOrigin(), 'must be a list of origins such as http://localhost:3000'),
      flag: '--allow-origin <origin>',
      env: 'PAYMENT_SANDBOX_ALLOW_ORIGIN',
      repeatable: true,
      text: 'let pages of this site call the control plane; repeatable',
      defaultText: 'its own pages only',
      example: 'http://localhost:3000',
    },
    controlToken: {
      of: 'listen',
      check: bearerToken,
      flag: '--control-token <text>',
      text: 'token of the control plane, sent as Authorization: Bearer <text>',
      defaultText: 'none on loopback; elsewhere a random one, printed at the start',
      example: 'a-long-random-text',
    },
  },
  'Keys and answers:': {
    publicKey: {
      check: () => testKey('pkey'),
      flag: '--public-key <key>',
      text: 'public test key',
      default: wellKnownKeys.publicKey,
      example: 'pkey_test_shop',
    },
    secretKey: {
      check: () => testKey('skey'),
      flag: '--secret-key <key>',
      text: 'secret test key',
      default: wellKnownKeys.secretKey,
      example: 'skey_test_shop',
    },
    accounts: {
      check: () =>
        z.union([z.enum(['declared', 'auto']), z.array(newAccountSchema())], {
          error: (issue) =>
            Array.isArray(issue.input) ? undefined : 'must be declared, auto, or a list of accounts',
        }),
      flag: '--accounts <way>',
      text: 'auto: the first call with any skey_test_<name> creates an account; declared: only you create them; the library also takes a list',
      parts: {
        email: 'email address of the merchant. Default: merchant@example.com',
        country: 'country of the merchant. Default: TH',
        currency: 'settlement currency. Default: from the country',
        keys: 'its keys in each mode. Default: random ones',
        'keys.test': 'keys of test mode',
        'keys.test.public': 'begins with `pkey_test_`',
        'keys.test.secret': 'begins with `skey_test_`',
        'keys.live': 'keys of live mode',
        'keys.live.public': 'begins with `pkey_`',
        'keys.live.secret': 'begins with `skey_`',
        require3ds: 'card charges wait at their `authorize_uri`. Default: as the option `require3ds`',
      },
      defaultText: 'declared',
      example: 'auto',
    },
    maxAccounts: {
      check: () =>
        z
          .int('must be a whole number of accounts')
          .check(z.minimum(1, 'must be at least 1'), z.maximum(1_000_000, 'must be at most 1000000')),
      flag: '--max-accounts <n>',
      text: 'the most accounts with --accounts auto; then a new key gets 401',
      default: 10_000,
      example: '500',
    },
    country: {
      check: country,
      flag: null,
      text: 'country of the default account: TH, JP, SG or MY',
      defaultText: 'TH',
      example: 'JP',
    },
    currency: {
      check: currency,
      flag: null,
      text: 'settlement currency of the default account',
      defaultText: 'from the country',
      example: 'usd',
    },
    require3ds: onOffRow('--require-3ds', 'card charges wait at their authorize_uri'),
    rateLimit: {
      check: () => z.int('must be a whole number of requests').check(z.minimum(1, 'must be at least 1')),
      flag: '--rate-limit <n>',
      text: 'requests per minute and key, by the clock of the sandbox; more get 429',
      defaultText: 'off',
      example: '1000',
    },
    profile: {
      check: () => z.enum(profileNames, 'must be spec or omise'),
      flag: '--profile <name>',
      text: 'answer by the specification (spec) or as the real service does (omise); see docs choices',
      defaultText: 'spec; omise where the hosts are those of omise',
      example: 'omise',
    },
    declines: {
      check: () => rowValue('declines'),
      flag: '--declines <way>',
      text: 'how to answer a declined card: error (402), or charge (200, the failed charge)',
      defaultText: 'from the profile',
      example: 'charge',
    },
    overrides: {
      check: profileOverrides,
      flag: null,
      text: 'choices that differ from the profile; see docs choices',
      parts: Object.fromEntries(
        profileRowNames.map((row) => [
          row,
          `${profileRows[row].text}; \`${rowText(row, 'spec')}\` by spec, \`${rowText(row, 'omise')}\` by omise`,
        ]),
      ),
      defaultText: 'none',
      example: "{ timestamps: 'seconds' }",
    },
    headerPrefix: {
      check: headerWord,
      flag: '--header-prefix <word>',
      text: 'prefix of the headers: Shop gives Shop-Version and Shop-Signature',
      default: profileRows.headerPrefix.spec,
      defaultText: 'from the profile',
      example: 'Shop',
    },
    baseUrl: {
      check: httpUrl,
      flag: '--base-url <url>',
      text: 'public URL of the API, when it is behind a proxy',
      default: 'https://api.payment-sandbox.test',
      defaultText: 'its own address',
      example: 'https://pay.example.com',
    },
    vaultUrl: {
      check: httpUrl,
      flag: '--vault-url <url>',
      text: 'public URL of the vault',
      default: 'https://vault.payment-sandbox.test',
      defaultText: 'its own address',
      example: 'https://vault.example.com',
    },
    docsUrl: {
      check: httpUrl,
      flag: '--docs-url <url>',
      text: 'page that the `location` of an error links to, with # and the code',
      defaultText: 'its own page about errors',
      example: 'https://docs.example.com/errors',
    },
    faults: {
      check: () => z.array(fault(), "must be a list of faults, such as [{ drop: 'response' }]"),
      flag: null,
      text: 'faults from the start: as for `faults.add`, or with an `event`, as for `faults.addWebhook`',
      defaultText: 'none',
      example: "[{ path: '/charges', drop: 'response' }]",
    },
  },
  'Records:': {
    fixtures: {
      check: () => z.array(fixture(), "must be a list of fixtures, such as ['saved-card']"),
      flag: '--fixture <name|file>',
      env: 'PAYMENT_SANDBOX_FIXTURE',
      repeatable: true,
      text: 'records to start with: the name of a shipped fixture, or a file; repeatable',
      defaultText: 'none',
      example: 'saved-card',
    },
    watch: {
      of: 'process',
      ...onOffRow('--watch', 'start again from the fixtures when one of their files changes'),
    },
  },
  'Webhooks:': {
    webhook: {
      check: webhookUrls,
      flag: '--webhook <url>',
      repeatable: true,
      text: 'send webhooks to this URL',
      defaultText: 'nowhere',
      example: 'http://127.0.0.1:3000/webhooks',
    },
    webhookSecret: {
      check: signingSecret,
      flag: '--webhook-secret <secret>',
      text: 'signing secret of webhooks in test mode (default account, and those of --accounts auto)',
      defaultText: 'a fixed one; the start prints it',
      example: 'c2FtcGxlLXNlY3JldA==',
    },
    signatureTime: {
      check: () => z.enum(['wall', 'virtual'], 'must be wall or virtual'),
      flag: '--signature-time <clock>',
      text: 'time in signatures: wall (real time) or virtual (the clock of the sandbox)',
      defaultText: 'wall',
      example: 'virtual',
    },
    secretEncoding: {
      check: () => z.enum(['utf8', 'base64'], 'must be utf8 or base64'),
      flag: '--secret-encoding <word>',
      text: 'how the secret becomes the signing key: as text (utf8) or decoded (base64)',
      defaultText: 'from the profile',
      example: 'base64',
    },
    webhookParallel: onOffRow(
      '--webhook-parallel',
      'deliver up to 16 webhooks to an address at once, instead of one after the other',
    ),
    webhookCa: {
      check: filled,
      flag: '--webhook-ca <file>',
      text: 'trust the certificates of this file (PEM) when webhooks go to https addresses, besides the usual ones',
      defaultText: 'those that Node trusts',
      example: './receiver-ca.pem',
    },
    webhookPrivate: onOffRow(
      '--webhook-private',
      'with --host: deliver to localhost and addresses of private networks too',
    ),
    webhooks: {
      check: webhookOptions,
      flag: null,
      text: '`endpoints`, `timeoutMs` (10000), `parallel`, `ca`, `retry`: `false`, or your own delays',
      parts: {
        endpoints: 'more http or https URLs to deliver webhooks to',
        timeoutMs: 'how long to wait for an answer, in milliseconds of real time. Default: 10000',
        parallel:
          'up to 16 deliveries to one address at once, as `webhookParallel`. Default: one after the other',
        ca: 'certificates to trust when webhooks go to https addresses: a file, or its text (PEM), as `webhookCa`',
        retry:
          '`false` for no retries, or the delays between them by the clock of the sandbox: texts such as `5m`, or milliseconds',
      },
      defaultText: 'retries for 7 days',
      example: "{ timeoutMs: 500, retry: ['1m', '5m'] }",
    },
  },
  'Clock and ids:': {
    now: {
      check: moment,
      flag: '--now <time>',
      text: 'start the clock at this time, in ISO 8601',
      defaultText: 'real time',
      example: '2026-01-15T09:00:00Z',
    },
    time: {
      check: () => z.enum(['real', 'test'], 'must be real or test'),
      flag: null,
      text: '`test`: the clock follows the `Date` of the process at each call, also while fake timers change it; `now` and `freeze` win',
      default: 'real',
      example: "'test'",
    },
    freeze: onOffRow('--freeze', 'stop the clock: it moves only when you move it'),
    randomSeed: {
      check: filled,
      flag: '--random-seed <text>',
      text: 'seed of the ids: the same seed and calls give the same ids',
      defaultText: 'off',
      example: 'demo',
    },
    searchDelay: {
      check: () => z.int('must be a whole number of milliseconds').check(z.minimum(0, 'must be 0 or more')),
      flag: '--search-delay <ms>',
      text: 'milliseconds until a search finds new or changed records, by the clock of the sandbox',
      default: 0,
      example: '1500',
    },
  },
  'Process:': {
    config: {
      of: 'process',
      check: filled,
      flag: '--config <file>',
      text: 'options file, JSON or YAML',
      defaultText: 'payment-sandbox.config.json or .yaml',
      example: './sandbox.yaml',
    },
    log: {
      of: 'process',
      check: () => z.enum(['pretty', 'json', 'silent'], 'must be pretty, json or silent'),
      flag: '--log <style>',
      text: 'log style: pretty, json or silent',
      defaultText: 'pretty on a terminal, json elsewhere',
      example: 'json',
    },
    journal: {
      check: () =>
        z.int('must be a whole number').check(z.minimum(0, 'must be 0 or more'), z.maximum(1_000_000)),
      flag: '--journal <n>',
      text: 'how many requests the journal keeps; 0 keeps none',
      default: 1000,
      example: '100',
    },
    audit: onOffRow(
      '--audit',
      'check the books after each request, and all of them at snapshots and at the end; a broken rule answers 500 with its name',
    ),
    state: {
      of: 'process',
      check: filled,
      flag: '--state <file>',
      text: 'keep the state in this file, and go on from it at the next start',
      defaultText: 'in memory only',
      example: './shop.state',
    },
    detach: {
      of: 'process',
      ...onOffRow('--detach', 'keep running when the process that started it ends'),
    },
  },
} as const satisfies Record<string, Record<string, OptionRow>>

export const optionRows = {
  ...optionGroups['Addresses:'],
  ...optionGroups['Access:'],
  ...optionGroups['Keys and answers:'],
  ...optionGroups['Records:'],
  ...optionGroups['Webhooks:'],
  ...optionGroups['Clock and ids:'],
  ...optionGroups['Process:'],
}
type OptionRows = typeof optionRows
export type OptionName = keyof OptionRows

export const defaultTextOf = ({ default: value, defaultText = String(value) }: OptionRow): string =>
  defaultText

/** The options whose rows have these members. */
type With<M> = { [N in OptionName]: OptionRows[N] extends M ? N : never }[OptionName]

/** The defaults that have one value for all sandboxes. */
export const defaults = Object.fromEntries(
  Object.entries<OptionRow>(optionRows).map(([name, row]) => [name, row.default]),
) as {
  readonly [N in With<{ default: unknown }>]: Extract<OptionRows[N], { default: unknown }>['default']
}

/** The environment variable of an option: `PAYMENT_SANDBOX_RANDOM_SEED`. */
export const envOf = (option: string): string =>
  (option in optionRows ? (optionRows[option as OptionName] as OptionRow).env : undefined) ??
  `PAYMENT_SANDBOX_${option.replace(/[A-Z]|\d+/g, (part) => `_${part}`).toUpperCase()}`

type NamesOf<Of> = Of extends string ? With<{ of: Of }> : Exclude<OptionName, With<{ of: string }>>
/** In the order of the rows. */
type ChecksOf<Of> = {
  [N in OptionName as N extends NamesOf<Of> ? N : never]: ReturnType<OptionRows[N]['check']>
}

/** Any of these options, and no others. */
const optionsOf = <Of extends OptionRow['of']>(of: Of) =>
  options(
    Object.fromEntries(
      Object.entries<OptionRow>(optionRows)
        .filter(([, row]) => row.of === of)
        .map(([name, { check }]) => [name, check()]),
    ) as ChecksOf<Of>,
  )

/**
 * Options of the sandbox itself, for both `createSandbox` and `serve`. Made at their first use: at load they would cost a
 * first charge 2 ms, and read the part with the faults.
 */
export const sandboxOptions = once(() =>
  optionsOf(undefined).check(
    z.superRefine(({ webhookSecret = '', ...given }, context) => {
      if (chosenProfile(given).secretEncoding === 'utf8' || isBase64(webhookSecret)) return
      const message = 'must be base64, as secretEncoding is base64'
      context.addIssue({ code: 'custom', path: ['webhookSecret'], message })
    }),
  ),
)
export type SandboxOptions = z.input<ReturnType<typeof sandboxOptions>>
export type CheckedOptions = z.output<ReturnType<typeof sandboxOptions>>

type ProfileOptions = Pick<
  CheckedOptions,
  'profile' | 'hosts' | 'overrides' | 'declines' | 'headerPrefix' | 'secretEncoding'
>

/** The profile that is given; by default `omise` where the hosts are those of the real service. */
export const chosenProfileName = ({ profile, hosts = noHosts }: ProfileOptions): ProfileName =>
  profile ?? (areOmise(hosts) ? 'omise' : 'spec')

/** The profile, with the options that set single rows of it. */
export const chosenProfile = (options: ProfileOptions): Profile => {
  const { overrides = {}, declines, headerPrefix, secretEncoding } = options
  return profileOf(chosenProfileName(options), {
    ...overrides,
    declines: declines ?? overrides.declines,
    headerPrefix: headerPrefix ?? overrides.headerPrefix,
    secretEncoding: secretEncoding ?? overrides.secretEncoding,
  })
}

/** Options of the two servers: `listen` and `serve`. Made at their first use: at load they would cost a first charge 1 ms. */
export const listenOptions = once(() =>
  optionsOf('listen').check(
    z.superRefine(({ tls, tlsCert, tlsKey }, context) => {
      const missing = tlsCert === undefined ? 'tlsCert' : 'tlsKey'
      if ((tlsCert === undefined) !== (tlsKey === undefined))
        context.addIssue({ code: 'custom', path: [missing], message: 'must be given too: they go together' })
      else if (tls === false && tlsCert !== undefined)
        context.addIssue({ code: 'custom', path: ['tls'], message: 'must not be false with a certificate' })
    }),
    z.superRefine(({ port = defaults.port, vaultPort }, context) => {
      const problem =
        vaultPort === undefined
          ? port === portMax && `must be given when the API takes port ${portMax}: there is none after it`
          : port !== 0 && port === vaultPort && 'must not be the port of the API server'
      if (problem) context.addIssue({ code: 'custom', path: ['vaultPort'], message: problem })
    }),
  ),
)
export type ListenOptions = z.input<ReturnType<typeof listenOptions>>
export type CheckedListenOptions = z.output<ReturnType<typeof listenOptions>>

/** Options of the process of a server, for `serve` only. */
export const processOptions = () => optionsOf('process')
export type LogStyle = NonNullable<z.output<ReturnType<typeof processOptions>>['log']>

/** A problem with one option. */
export interface OptionProblem {
  readonly option: string
  readonly message: string
}

/** The problem inside the list, for an option that takes a word or a list. */
const innermost = (issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] => {
  const inside = issue.code === 'invalid_union' ? (issue.errors.at(-1) ?? []) : []
  return inside.some(({ path }) => path.length > 0)
    ? inside.map((part) => ({ ...part, path: [...issue.path, ...part.path] }))
    : [issue]
}

/** The checked options, or their problems. */
export const tryOptions = <T>(
  schema: z.core.$ZodType<T>,
  options: unknown,
): { value: T } | OptionProblem[] => {
  const result = checkValue(schema, options, { jitless: true })
  if (result.success) return { value: result.data }
  return result.error.issues.flatMap(innermost).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          option: [...issue.path, key].join('.'),
          message: whyUnknown(key, schema, issue.path),
        }))
      : [{ option: issue.path.join('.'), message: issue.message }],
  )
}

const homes = { listen: 'listen()', process: '`payment-sandbox serve`' }

/** What tests take beside the options of a sandbox. */
const ofTests: Readonly<Record<string, string>> = {
  intercept:
    'is no option of a sandbox: call intercept(sandbox, hosts) of payment-sandbox/intercept, or give it to createTest() of payment-sandbox/vitest or useSandbox() of payment-sandbox/jest',
  coverage:
    'is no option of a sandbox: give it to createTest() of payment-sandbox/vitest or useSandbox() of payment-sandbox/jest, or call sandbox.coverage()',
}

const whyUnknown = (key: string, schema: z.core.$ZodType, path: z.core.$ZodIssue['path']): string => {
  if (path.length === 0 && Object.hasOwn(optionRows, key)) {
    const { of }: OptionRow = optionRows[key as OptionName]
    return `is an option of ${of === undefined ? 'createSandbox()' : homes[of]}`
  }
  const isTop = path.length === 0
  if (isTop && Object.hasOwn(ofTests, key)) return ofTests[key] ?? ''
  const known = knownKeysAt(schema, path)
  const [near] = nearest(key, isTop ? [...known, ...Object.keys(ofTests)] : known, 1)
  if (near !== undefined) return `is not an option; did you mean ${near}?`
  return `is not an option${known.length > listedMax ? '' : `; there are ${known.join(', ')}`}`
}

/** The longest list of names that a message shows. */
const listedMax = 12

/** Checks options. @throws SandboxError `invalid_option` that names each wrong one */
export const checkOptions = <T>(schema: z.core.$ZodType<T>, options: unknown): T => {
  if (!isObject(options)) throw new SandboxError('invalid_option', 'options: must be an object')
  const result = tryOptions(schema, options)
  if ('value' in result) return result.value
  const lines = result.slice(0, issuesShownMax).map(({ option, message }) => `${option}: ${message}`)
  if (result.length > lines.length) lines.push(moreMistakes(result.length - lines.length))
  throw new SandboxError('invalid_option', lines.join('; '))
}
