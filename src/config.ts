import * as z from 'zod/mini'
import { defaults } from './defaults'
import { type FaultOptions, problemsOfFault } from './faults/options'
import { type Hosts, tryHosts } from './hosts'
import { isTime, parseDuration, parseTime } from './kernel/calendar'
import { checkValue } from './kernel/check-value'
import { readHost, readHostName, readOrigin } from './kernel/hosts'
import { isObject, once } from './kernel/json'
import { knownKeysAt } from './kernel/known-keys'
import { currencyCodes } from './kernel/money'
import { nearest } from './kernel/nearest'
import { SandboxError } from './kernel/sandbox-error'
import { type Profile, type ProfileRow, profileNames, profileRows } from './profiles'

/** Declares every option once. Its check, default and text serve the library, the command line and the README. */
export interface OptionDoc {
  /** The flag: `<n>` and `<ms>` take a number; without a value it is a switch. `null` for options of the library only. */
  readonly flag: string | null
  /** May be given several times; in the environment, separated by commas. */
  readonly repeatable?: true
  readonly text: string
  readonly defaultText: string
  /** A correct value, for messages about a wrong one. */
  readonly example: string
  /** The environment variable. Default: made from the name. */
  readonly env?: string
}

const portMax = 65535
const portNumber = () => {
  const error = `must be a whole number from 0 to ${portMax}`
  return z.int(error).check(z.minimum(0, error), z.maximum(portMax, error))
}
const onOff = () => z.boolean('must be true or false')
const testKey = (prefix: string) =>
  z
    .string()
    .check(
      z.regex(
        new RegExp(`^${prefix}_test_[A-Za-z0-9_]+$`),
        `must look like ${prefix}_test_<letters, digits>`,
      ),
    )
const httpUrl = () =>
  z.pipe(
    z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }),
    z.transform((url) => new URL(url).href.replace(/\/+$/, '')),
  )

/** Reports a problem with a value, within a conversion. @param path of the part that has the problem */
const refused = (
  context: z.core.ParsePayload,
  message: string,
  path: readonly PropertyKey[] = [],
): typeof z.NEVER => {
  context.issues.push({ code: 'custom', message, path: [...path], input: context.value })
  return z.NEVER
}

const moment = () =>
  z.pipe(
    z.union([z.string(), z.number(), z.date()]),
    z.transform((value, context) => {
      const time = typeof value === 'string' ? parseTime(value) : Math.floor(Number(value))
      if (time !== null && isTime(time)) return time
      return refused(context, 'must be a time such as 2026-01-15T09:00:00Z')
    }),
  )

/** The possible values of one row of a profile. */
const rowValue = <R extends ProfileRow>(row: R) => {
  const { spec, recorded } = profileRows[row]
  return z.enum([spec, recorded] as [Profile[R], Profile[R]], `must be ${spec} or ${recorded}`)
}

const headerWord = () =>
  z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'must be a word that a header can begin with'))

const profileOverrides = () =>
  z.strictObject({
    headerPrefix: z.optional(headerWord()),
    declines: z.optional(rowValue('declines')),
    refundCharge: z.optional(rowValue('refundCharge')),
    listOrder: z.optional(rowValue('listOrder')),
    currencyCase: z.optional(rowValue('currencyCase')),
    timestamps: z.optional(rowValue('timestamps')),
    secretEncoding: z.optional(rowValue('secretEncoding')),
    sourceReadKey: z.optional(rowValue('sourceReadKey')),
    recaptureError: z.optional(rowValue('recaptureError')),
    refunds: z.optional(rowValue('refunds')),
    receiptList: z.optional(rowValue('receiptList')),
    refundError: z.optional(rowValue('refundError')),
    amountError: z.optional(rowValue('amountError')),
  })

const webhookUrl = () =>
  z.url({
    protocol: /^https?$/,
    error: 'must be an http or https URL such as http://127.0.0.1:3000/webhooks',
  })

const delay = () =>
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value, context) => {
      const ms = typeof value === 'string' ? parseDuration(value) : value
      if (ms !== null && Number.isSafeInteger(ms) && ms >= 0) return ms
      return refused(context, 'must be a duration such as 5m or 1h30m, or milliseconds')
    }),
  )

/** Options of webhook deliveries. */
const webhookOptions = () =>
  z.strictObject({
    endpoints: z.optional(
      z.array(webhookUrl(), "must be a list of URLs, such as ['http://127.0.0.1:3000/webhooks']"),
    ),
    timeoutMs: z.optional(
      z.int('must be a whole number of milliseconds').check(z.minimum(1, 'must be at least 1')),
    ),
    retry: z.optional(
      z.union(
        [z.boolean(), z.array(delay())],
        'must be true, false or a list of delays such as ["1m", "5m"]',
      ),
    ),
  })

const keyPair = (mode: string) =>
  z.strictObject({
    public: z
      .string('must be given: a pair has both')
      .check(
        z.regex(
          new RegExp(`^pkey_${mode}[A-Za-z0-9_]+$`),
          `must look like pkey_${mode.replace('(?!test_)', '')}<letters, digits>`,
        ),
      ),
    secret: z
      .string('must be given: a pair has both')
      .check(
        z.regex(
          new RegExp(`^skey_${mode}[A-Za-z0-9_]+$`),
          `must look like skey_${mode.replace('(?!test_)', '')}<letters, digits>`,
        ),
      ),
  })

/** A further account, as an option or in a request to the control plane. */
export const newAccount = once(() =>
  z.strictObject({
    email: z.optional(z.email('must be an email address')),
    country: z.optional(z.enum(['TH', 'JP', 'SG', 'MY'], 'must be TH, JP, SG or MY')),
    currency: z.optional(
      z.enum(currencyCodes as [(typeof currencyCodes)[number]], `must be one of ${currencyCodes.join(', ')}`),
    ),
    keys: z.optional(
      z.strictObject({ test: z.optional(keyPair('test_')), live: z.optional(keyPair('(?!test_)')) }),
    ),
    require3ds: z.optional(onOff()),
  }),
)

/** The name of a shipped fixture, the path of a file, or a fixture as an object. `fixtures/check.ts` checks its content. */
const fixture = () =>
  z.union(
    [z.string().check(z.minLength(1)), z.instanceof(URL), z.custom<object>(isObject)],
    'must be the name of a fixture, the path of a file, or a fixture as an object',
  )

/** A fault of requests or, with `event`, of deliveries. */
const fault = () =>
  z
    .custom<FaultOptions>(isObject, 'must be a fault, such as { path: "/charges", respond: { status: 503 } }')
    .check(
      z.superRefine((given, context) => {
        if (!isObject(given)) return
        for (const { path, message } of problemsOfFault(given, 'own'))
          context.addIssue({ code: 'custom', path: [...path], message })
      }),
    )

/** A site whose pages may call the control plane. */
const pageOrigin = () =>
  z.pipe(
    z.string(),
    z.transform((text, context) => {
      const origin = readOrigin(text.replace(/\/$/, ''))
      if (origin !== null) return origin.origin
      return refused(context, 'must be the origin of a page, such as http://localhost:3000')
    }),
  )

/** Hosts by which clients call the servers. @template T the forms that are welcome */
const hosts = <T>() =>
  z.pipe(
    z.custom<T>(),
    z.transform((given, context) => {
      const result = tryHosts(given)
      if (!('message' in result)) return result
      return refused(context, result.message, result.path)
    }),
  )

/** Options of the sandbox itself, for both `createSandbox` and `serve`. */
export const sandboxOptions = once(() =>
  z.strictObject({
    publicKey: z.optional(testKey('pkey')),
    secretKey: z.optional(testKey('skey')),
    now: z.optional(moment()),
    freeze: z.optional(onOff()),
    randomSeed: z.optional(z.string().check(z.minLength(1, 'must not be empty'))),
    baseUrl: z.optional(httpUrl()),
    vaultUrl: z.optional(httpUrl()),
    docsUrl: z.optional(httpUrl()),
    fixtures: z.optional(z.array(fixture(), "must be a list of fixtures, such as ['saved-card']")),
    headerPrefix: z.optional(headerWord()),
    searchDelay: z.optional(
      z.int('must be a whole number of milliseconds').check(z.minimum(0, 'must be 0 or more')),
    ),
    profile: z.optional(z.enum(profileNames, 'must be spec or recorded')),
    declines: z.optional(rowValue('declines')),
    overrides: z.optional(profileOverrides()),
    rateLimit: z.optional(
      z.int('must be a whole number of requests').check(z.minimum(1, 'must be at least 1')),
    ),
    audit: z.optional(onOff()),
    journal: z.optional(
      z.int('must be a whole number').check(z.minimum(0, 'must be 0 or more'), z.maximum(1_000_000)),
    ),
    webhook: z.optional(
      z.union(
        [
          z.pipe(
            webhookUrl(),
            z.transform((url) => [url]),
          ),
          z.array(webhookUrl()),
        ],
        {
          error: 'must be an http or https URL, or a list of them',
        },
      ),
    ),
    signatureTime: z.optional(z.enum(['wall', 'virtual'], 'must be wall or virtual')),
    secretEncoding: z.optional(z.enum(['utf8', 'base64'], 'must be utf8 or base64')),
    webhooks: z.optional(webhookOptions()),
    faults: z.optional(z.array(fault(), "must be a list of faults, such as [{ drop: 'response' }]")),
    country: z.optional(z.enum(['TH', 'JP', 'SG', 'MY'])),
    currency: z.optional(z.enum(currencyCodes as [(typeof currencyCodes)[number]])),
    accounts: z.optional(
      z.union([z.enum(['declared', 'auto']), z.array(newAccount())], {
        error: (issue) =>
          Array.isArray(issue.input) ? undefined : 'must be declared, auto, or a list of accounts',
      }),
    ),
    require3ds: z.optional(onOff()),
    hosts: z.optional(hosts<Hosts>()),
    allowOrigins: z.optional(
      z.array(pageOrigin(), 'must be a list of origins such as http://localhost:3000'),
    ),
  }),
)
export type SandboxOptions = z.input<ReturnType<typeof sandboxOptions>>
export type CheckedOptions = z.output<ReturnType<typeof sandboxOptions>>

/** A host name by which clients call the servers, on any port. */
const allowedHost = () =>
  z.pipe(
    z.string(),
    z.transform((text, context) => {
      const host = readHost(text) ?? readHost(`[${text}]`)
      if (host !== null && host.port === '') return readHostName(host.host) ?? text
      return refused(context, 'must be a name or an address without a port, such as sandbox')
    }),
  )

/** Characters that the header `Authorization: Bearer` and a cookie both carry without encoding. */
const bearerToken = () =>
  z
    .string()
    .check(
      z.regex(
        /^[!#-+\--:<-[\]-~]+$/,
        'must be letters, digits and marks, without spaces, quotes, commas, ; and \\',
      ),
    )

/** Options of the two servers: `listen` and `serve`. */
export const listenOptions = once(() =>
  z
    .strictObject({
      port: z.optional(portNumber()),
      vaultPort: z.optional(portNumber()),
      host: z.optional(z.string().check(z.minLength(1, 'must not be empty'))),
      proxyHost: z.optional(hosts<Hosts | string>()),
      allowHosts: z.optional(z.array(allowedHost(), 'must be a list of names such as sandbox')),
      controlToken: z.optional(bearerToken()),
      tls: z.optional(onOff()),
      tlsCert: z.optional(z.string().check(z.minLength(1, 'must not be empty'))),
      tlsKey: z.optional(z.string().check(z.minLength(1, 'must not be empty'))),
    })
    .check(
      z.superRefine(({ tls, tlsCert, tlsKey }, context) => {
        const missing = tlsCert === undefined ? 'tlsCert' : 'tlsKey'
        if ((tlsCert === undefined) !== (tlsKey === undefined))
          context.addIssue({
            code: 'custom',
            path: [missing],
            message: 'must be given too: they go together',
          })
        else if (tls === false && tlsCert !== undefined)
          context.addIssue({
            code: 'custom',
            path: ['tls'],
            message: 'must not be false beside a certificate',
          })
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
export const processOptions = once(() =>
  z.strictObject({
    log: z.optional(z.enum(['pretty', 'json', 'silent'], 'must be pretty, json or silent')),
    config: z.optional(z.string().check(z.minLength(1, 'must not be empty'))),
    watch: z.optional(onOff()),
    state: z.optional(z.string().check(z.minLength(1, 'must not be empty'))),
    detach: z.optional(onOff()),
  }),
)
export type LogStyle = NonNullable<z.output<ReturnType<typeof processOptions>>['log']>

/** Every option, under its heading in the help. */
export const optionGroups = {
  'Addresses:': {
    port: {
      flag: '-p, --port <n>',
      text: 'port of the API server, the vault takes the next one; 0 picks free ones',
      defaultText: String(defaults.port),
      example: '4211',
    },
    vaultPort: {
      flag: '--vault-port <n>',
      text: 'port of the vault server; 0 picks a free one',
      defaultText: 'port + 1, or 0 when port is 0',
      example: '4212',
    },
    host: {
      flag: '--host <address>',
      text: 'address to listen on',
      defaultText: defaults.host,
      example: '0.0.0.0',
    },
    proxyHost: {
      flag: '--proxy-host <hosts>',
      text: 'hosts to answer for as an http_proxy and https_proxy, for clients with fixed addresses: omise, or names',
      defaultText: 'none',
      example: 'api=api.example.com,vault=vault.example.com',
    },
    hosts: {
      flag: null,
      text: 'further hosts that `fetch` answers, as `omise` or as names: `{ api, vault }`',
      defaultText: 'its own URLs and localhost',
      example: "'omise'",
    },
    tls: {
      flag: '--tls',
      text: 'serve https with a self-signed certificate',
      defaultText: 'off',
      example: 'true',
    },
    tlsCert: {
      flag: '--tls-cert <file>',
      text: 'serve https with this certificate (PEM)',
      defaultText: 'self-signed',
      example: './localhost.pem',
    },
    tlsKey: {
      flag: '--tls-key <file>',
      text: 'private key of the certificate (PEM)',
      defaultText: 'self-signed',
      example: './localhost-key.pem',
    },
  },
  'Access:': {
    allowHosts: {
      flag: '--allow-host <name>',
      env: 'PAYMENT_SANDBOX_ALLOW_HOST',
      repeatable: true,
      text: 'a further host name of the servers, such as a service of docker-compose; repeatable',
      defaultText: 'localhost, its own addresses and those of its URLs',
      example: 'sandbox',
    },
    allowOrigins: {
      flag: '--allow-origin <origin>',
      env: 'PAYMENT_SANDBOX_ALLOW_ORIGIN',
      repeatable: true,
      text: 'a site whose pages may call the control plane; repeatable',
      defaultText: 'its own pages only',
      example: 'http://localhost:3000',
    },
    controlToken: {
      flag: '--control-token <text>',
      text: 'token that the control plane asks for, as Authorization: Bearer <text>',
      defaultText: 'none on loopback; elsewhere a random one, printed at the start',
      example: 'a-long-random-text',
    },
  },
  'Keys and answers:': {
    publicKey: {
      flag: '--public-key <key>',
      text: 'public test key',
      defaultText: defaults.publicKey,
      example: 'pkey_test_shop',
    },
    secretKey: {
      flag: '--secret-key <key>',
      text: 'secret test key',
      defaultText: defaults.secretKey,
      example: 'skey_test_shop',
    },
    accounts: {
      flag: '--accounts <way>',
      text: 'declared, or auto: the first use of any skey_test_<name> creates an account; in the library also a list of accounts',
      defaultText: 'declared',
      example: 'auto',
    },
    country: {
      flag: null,
      text: 'country of the default account: TH, JP, SG or MY',
      defaultText: 'TH',
      example: 'JP',
    },
    currency: {
      flag: null,
      text: 'settlement currency of the default account',
      defaultText: 'from the country',
      example: 'usd',
    },
    require3ds: {
      flag: '--require-3ds',
      text: 'card charges wait at their authorize_uri',
      defaultText: 'off',
      example: 'true',
    },
    rateLimit: {
      flag: '--rate-limit <n>',
      text: 'requests per minute and key, on the clock of the sandbox; further ones answer 429',
      defaultText: 'off',
      example: '1000',
    },
    profile: {
      flag: '--profile <name>',
      text: 'spec, or recorded: answers as published clients expect them (see docs choices)',
      defaultText: 'spec',
      example: 'recorded',
    },
    declines: {
      flag: '--declines <way>',
      text: 'a declined card: error (402), or charge (200 with the failed charge)',
      defaultText: 'from the profile',
      example: 'charge',
    },
    overrides: {
      flag: null,
      text: 'single rows of the profile (see docs choices)',
      defaultText: 'none',
      example: "{ timestamps: 'seconds' }",
    },
    headerPrefix: {
      flag: '--header-prefix <word>',
      text: `the ${defaults.headerPrefix} of ${defaults.headerPrefix}-Version`,
      defaultText: defaults.headerPrefix,
      example: defaults.headerPrefix,
    },
    baseUrl: {
      flag: '--base-url <url>',
      text: 'public URL of the API, when it is behind a proxy',
      defaultText: 'its own address',
      example: 'https://pay.example.com',
    },
    vaultUrl: {
      flag: '--vault-url <url>',
      text: 'public URL of the vault',
      defaultText: 'its own address',
      example: 'https://vault.example.com',
    },
    docsUrl: {
      flag: '--docs-url <url>',
      text: 'page that the `location` of an error names, with # and the code',
      defaultText: 'its own page about errors',
      example: 'https://docs.example.com/errors',
    },
    faults: {
      flag: null,
      text: 'faults from the start, as for `faults.add`, or with `event` for `faults.addWebhook`',
      defaultText: 'none',
      example: "[{ path: '/charges', drop: 'response' }]",
    },
  },
  'Records:': {
    fixtures: {
      flag: '--fixture <name|file>',
      env: 'PAYMENT_SANDBOX_FIXTURE',
      repeatable: true,
      text: 'records to start with: the name of a shipped fixture, or a file; repeatable',
      defaultText: 'none',
      example: 'saved-card',
    },
    watch: {
      flag: '--watch',
      text: 'reset to the fixtures when a fixture file changes',
      defaultText: 'off',
      example: 'true',
    },
  },
  'Webhooks:': {
    webhook: {
      flag: '--webhook <url>',
      repeatable: true,
      text: 'URL to deliver webhooks to',
      defaultText: 'nowhere',
      example: 'http://127.0.0.1:3000/webhooks',
    },
    signatureTime: {
      flag: '--signature-time <clock>',
      text: 'clock of the signatures: wall or virtual',
      defaultText: 'wall',
      example: 'virtual',
    },
    secretEncoding: {
      flag: '--secret-encoding <word>',
      text: 'signing key: the text of the secret (utf8), or its decoded bytes (base64)',
      defaultText: 'utf8',
      example: 'base64',
    },
    webhooks: {
      flag: null,
      text: '`endpoints`, `timeoutMs` (10000), `retry`: `false`, or delays of your own',
      defaultText: 'retries for 7 days',
      example: "{ timeoutMs: 500, retry: ['1m', '5m'] }",
    },
  },
  'Clock and ids:': {
    now: {
      flag: '--now <time>',
      text: 'time of the clock at the start, in ISO 8601',
      defaultText: 'real time',
      example: '2026-01-15T09:00:00Z',
    },
    freeze: {
      flag: '--freeze',
      text: 'stop the clock: it moves only on request',
      defaultText: 'off',
      example: 'true',
    },
    randomSeed: {
      flag: '--random-seed <text>',
      text: 'seed of the ids: the same seed and requests give the same ids',
      defaultText: 'off',
      example: 'demo',
    },
    searchDelay: {
      flag: '--search-delay <ms>',
      text: 'delay until searches find new and changed records, on the clock of the sandbox',
      defaultText: String(defaults.searchDelay),
      example: '1500',
    },
  },
  'Process:': {
    config: {
      flag: '--config <file>',
      text: 'file of options, JSON or YAML',
      defaultText: 'payment-sandbox.config.json or .yaml',
      example: './sandbox.yaml',
    },
    log: {
      flag: '--log <style>',
      text: 'style of the log: pretty, json or silent',
      defaultText: 'pretty on a terminal, json elsewhere',
      example: 'json',
    },
    journal: {
      flag: '--journal <n>',
      text: 'number of requests that the journal keeps; 0 keeps none',
      defaultText: String(defaults.journal),
      example: '100',
    },
    audit: {
      flag: '--audit',
      text: 'audit the ledger after each request, and all of it at snapshots and at the end; a broken rule answers 500 and names it',
      defaultText: 'off',
      example: 'true',
    },
    state: {
      flag: '--state <file>',
      text: 'keep the state in this file, and resume from it at the start',
      defaultText: 'in memory only',
      example: './shop.state',
    },
    detach: {
      flag: '--detach',
      text: 'keep running after the process that started it has ended',
      defaultText: 'off',
      example: 'true',
    },
  },
} as const satisfies Record<string, Record<string, OptionDoc>>

export const optionDocs = {
  ...optionGroups['Addresses:'],
  ...optionGroups['Access:'],
  ...optionGroups['Keys and answers:'],
  ...optionGroups['Records:'],
  ...optionGroups['Webhooks:'],
  ...optionGroups['Clock and ids:'],
  ...optionGroups['Process:'],
}
export type OptionName = keyof typeof optionDocs

/** The environment variable of an option: `PAYMENT_SANDBOX_RANDOM_SEED`. */
export const envOf = (option: string): string =>
  (option in optionDocs ? (optionDocs[option as OptionName] as OptionDoc).env : undefined) ??
  `PAYMENT_SANDBOX_${option.replace(/[A-Z]|\d+/g, (part) => `_${part}`).toUpperCase()}`

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
          message: `is not an option${meant(key, knownKeysAt(schema, issue.path))}`,
        }))
      : [{ option: issue.path.join('.'), message: issue.message }],
  )
}

const meant = (key: string, known: readonly string[]): string => {
  const [near] = nearest(key, known, 1)
  if (near !== undefined) return `; did you mean ${near}?`
  return known.length > listedMax ? '' : `; there are ${known.join(', ')}`
}

/** The longest list of names that a message shows. */
const listedMax = 12

/** Checks options. @throws SandboxError `invalid_option` that names each wrong one */
export const checkOptions = <T>(schema: z.core.$ZodType<T>, options: unknown): T => {
  const result = tryOptions(schema, options)
  if ('value' in result) return result.value
  const lines = result.map(({ option, message }) => `${option}: ${message}`)
  throw new SandboxError('invalid_option', lines.join('; '))
}
