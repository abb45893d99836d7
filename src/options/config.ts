import * as z from 'zod/mini'
import { isBase64 } from '../kernel/base64'
import { isTime, parseDuration, parseTime } from '../kernel/calendar'
import { checkValue } from '../kernel/check-value'
import { flawed } from '../kernel/flaw'
import { readHost, readHostName, readOrigin } from '../kernel/hosts'
import { isObject, once } from '../kernel/json'
import { knownKeysAt } from '../kernel/known-keys'
import { currencyCodes } from '../kernel/money'
import { nearest } from '../kernel/nearest'
import { SandboxError } from '../kernel/sandbox-error'
import { about } from '../kernel/wire'
import { type FaultOptions, problemsOfFault } from '../service/faults/options'
import { defaults } from './defaults'
import { type Hosts, tryHosts } from './hosts'
import { type Profile, type ProfileRow, profileNames, profileOf, profileRows } from './profiles'

/** The checks of the options; `options/option-docs.ts` has their texts. */

/** Any of these options, and no others. */
const options = <S extends z.core.$ZodShape>(shape: S) => z.partial(z.strictObject(shape))

const portMax = 65535
const portNumber = () => {
  const error = `must be a whole number from 0 to ${portMax}`
  return z.int(error).check(z.minimum(0, error), z.maximum(portMax, error))
}
const filled = () => z.string().check(z.minLength(1, 'must not be empty'))
const matching = (pattern: RegExp, error: string) => z.string().check(z.regex(pattern, error))
const onOff = () => z.boolean('must be true or false')
const testKey = (prefix: string) =>
  matching(new RegExp(`^${prefix}_test_[A-Za-z0-9_]+$`), `must look like ${prefix}_test_<letters, digits>`)
/** Commas separate several secrets where receivers and commands take them. */
const signingSecret = () =>
  matching(/^[!-+\--~]+$/, 'must be letters, digits and marks, without spaces and commas')
const httpUrl = () =>
  z.pipe(
    z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }),
    z.transform((url) => new URL(url).href.replace(/\/+$/, '')),
  )

const moment = () =>
  z.pipe(
    z.union([z.string(), z.number(), z.date()]),
    z.transform((value, context) => {
      const time = typeof value === 'string' ? parseTime(value) : Math.floor(Number(value))
      if (time !== null && isTime(time)) return time
      return flawed(context, { text: 'must be a time such as 2026-01-15T09:00:00Z' })
    }),
  )

/** The possible values of one row of a profile. */
const rowValue = <R extends ProfileRow>(row: R) => {
  const { spec, recorded } = profileRows[row]
  return z.enum([spec, recorded] as [Profile[R], Profile[R]], `must be ${spec} or ${recorded}`)
}

const headerWord = () => matching(/^[A-Za-z][A-Za-z0-9-]*$/, 'must be a word that a header can begin with')

const profileOverrides = () =>
  options({
    headerPrefix: headerWord(),
    declines: rowValue('declines'),
    refundCharge: rowValue('refundCharge'),
    listOrder: rowValue('listOrder'),
    currencyCase: rowValue('currencyCase'),
    timestamps: rowValue('timestamps'),
    secretEncoding: rowValue('secretEncoding'),
    sourceReadKey: rowValue('sourceReadKey'),
    recaptureError: rowValue('recaptureError'),
    refunds: rowValue('refunds'),
    receiptList: rowValue('receiptList'),
    refundError: rowValue('refundError'),
    amountError: rowValue('amountError'),
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
      return flawed(context, { text: 'must be a duration such as 5m or 1h30m, or milliseconds' })
    }),
  )

/** Options of webhook deliveries. */
const webhookOptions = () =>
  options({
    endpoints: z.array(webhookUrl(), "must be a list of URLs, such as ['http://127.0.0.1:3000/webhooks']"),
    timeoutMs: z.int('must be a whole number of milliseconds').check(z.minimum(1, 'must be at least 1')),
    retry: z.union(
      [z.boolean(), z.array(delay())],
      'must be true, false or a list of delays such as ["1m", "5m"]',
    ),
  })

const keyPair = (mode: string) => {
  const key = (prefix: string) =>
    z
      .string('must be given: a pair has both')
      .check(
        z.regex(
          new RegExp(`^${prefix}_${mode}[A-Za-z0-9_]+$`),
          `must look like ${prefix}_${mode.replace('(?!test_)', '')}<letters, digits>`,
        ),
      )
  return z.strictObject({
    public: about('Public key, `pkey_…`', key('pkey')),
    secret: about('Secret key, `skey_…`', key('skey')),
  })
}

/** A further account, as an option or in a request to the control plane. */
export const newAccount = once(() =>
  options({
    email: about(
      'Email address of the merchant. Default: `merchant@example.com`',
      z.email('must be an email address'),
    ),
    country: about(
      '`TH`, `JP`, `SG` or `MY`. Default: `TH`',
      z.enum(['TH', 'JP', 'SG', 'MY'], 'must be TH, JP, SG or MY'),
    ),
    currency: about(
      'Currency in which it settles, in lower case. Default: that of the country',
      z.enum(currencyCodes as [(typeof currencyCodes)[number]], `must be one of ${currencyCodes.join(', ')}`),
    ),
    keys: about(
      'Its keys, by mode. Default: random keys',
      options({
        test: about('Keys of test mode. Default: random keys', keyPair('test_')),
        live: about('Keys of live mode. Default: random keys', keyPair('(?!test_)')),
      }),
    ),
    require3ds: onOff(),
  }),
)

/** The name of a shipped fixture, the path of a file, or a fixture as an object. `fixtures/check.ts` checks its content. */
const fixture = () =>
  z.union(
    [z.string().check(z.minLength(1)), z.instanceof(URL), z.custom<object>(isObject)],
    'must be the name of a fixture, the path of a file, or a fixture as an object',
  )

/** How a fixture is loaded into an account of a sandbox. */
export const seedOptions = once(() => options({ reset: onOff() }))

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
      return flawed(context, { text: 'must be the origin of a page, such as http://localhost:3000' })
    }),
  )

/** Hosts by which clients call the servers. @template T the forms that are welcome */
const hosts = <T>() =>
  z.pipe(
    z.custom<T>(),
    z.transform((given, context) => {
      const result = tryHosts(given)
      if (!('message' in result)) return result
      return flawed(context, { text: result.message, path: result.path })
    }),
  )

/** Options of the sandbox itself, for both `createSandbox` and `serve`. */
export const sandboxOptions = once(() =>
  options({
    publicKey: testKey('pkey'),
    secretKey: testKey('skey'),
    now: moment(),
    freeze: onOff(),
    randomSeed: filled(),
    baseUrl: httpUrl(),
    vaultUrl: httpUrl(),
    docsUrl: httpUrl(),
    fixtures: z.array(fixture(), "must be a list of fixtures, such as ['saved-card']"),
    headerPrefix: headerWord(),
    searchDelay: z.int('must be a whole number of milliseconds').check(z.minimum(0, 'must be 0 or more')),
    profile: z.enum(profileNames, 'must be spec or recorded'),
    declines: rowValue('declines'),
    overrides: profileOverrides(),
    rateLimit: z.int('must be a whole number of requests').check(z.minimum(1, 'must be at least 1')),
    audit: onOff(),
    journal: z.int('must be a whole number').check(z.minimum(0, 'must be 0 or more'), z.maximum(1_000_000)),
    webhook: z.union(
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
    webhookSecret: signingSecret(),
    signatureTime: z.enum(['wall', 'virtual'], 'must be wall or virtual'),
    secretEncoding: z.enum(['utf8', 'base64'], 'must be utf8 or base64'),
    webhooks: webhookOptions(),
    faults: z.array(fault(), "must be a list of faults, such as [{ drop: 'response' }]"),
    country: z.enum(['TH', 'JP', 'SG', 'MY']),
    currency: z.enum(currencyCodes as [(typeof currencyCodes)[number]]),
    accounts: z.union([z.enum(['declared', 'auto']), z.array(newAccount())], {
      error: (issue) =>
        Array.isArray(issue.input) ? undefined : 'must be declared, auto, or a list of accounts',
    }),
    maxAccounts: z
      .int('must be a whole number of accounts')
      .check(z.minimum(1, 'must be at least 1'), z.maximum(1_000_000, 'must be at most 1000000')),
    require3ds: onOff(),
    hosts: hosts<Hosts>(),
    allowOrigins: z.array(pageOrigin(), 'must be a list of origins such as http://localhost:3000'),
  }).check(
    z.superRefine(({ webhookSecret = '', ...given }, context) => {
      if (chosenProfile(given).secretEncoding === 'utf8' || isBase64(webhookSecret)) return
      const message = 'must be base64, as secretEncoding is base64'
      context.addIssue({ code: 'custom', path: ['webhookSecret'], message })
    }),
  ),
)
export type SandboxOptions = z.input<ReturnType<typeof sandboxOptions>>
export type CheckedOptions = z.output<ReturnType<typeof sandboxOptions>>

/** The profile with its rows that have options of their own. */
export const chosenProfile = ({
  profile = 'spec',
  overrides = {},
  declines,
  secretEncoding,
}: Pick<CheckedOptions, 'profile' | 'overrides' | 'declines' | 'secretEncoding'>): Profile =>
  profileOf(profile, {
    ...overrides,
    declines: declines ?? overrides.declines,
    secretEncoding: secretEncoding ?? overrides.secretEncoding,
  })

/** Host names by which clients call the servers, on any port. */
export const hostNames = () => z.array(hostName(), 'must be a list of names such as sandbox')

const hostName = () =>
  z.pipe(
    z.string(),
    z.transform((text, context) => {
      const host = readHost(text) ?? readHost(`[${text}]`)
      if (host !== null && host.port === '') return readHostName(host.host) ?? text
      return flawed(context, { text: 'must be a name or an address without a port, such as sandbox' })
    }),
  )

/** Characters that the header `Authorization: Bearer` and a cookie both carry without encoding. */
const bearerToken = () =>
  matching(
    /^[!#-+\--:<-[\]-~]+$/,
    'must be letters, digits and marks, without spaces, quotes, commas, ; and \\',
  )

/** Options of the two servers: `listen` and `serve`. */
export const listenOptions = once(() =>
  options({
    port: portNumber(),
    vaultPort: portNumber(),
    host: filled(),
    proxyHost: hosts<Hosts | string>(),
    allowHosts: hostNames(),
    controlToken: bearerToken(),
    tls: onOff(),
    tlsCert: filled(),
    tlsKey: filled(),
  }).check(
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
  options({
    log: z.enum(['pretty', 'json', 'silent'], 'must be pretty, json or silent'),
    config: filled(),
    watch: onOff(),
    state: filled(),
    detach: onOff(),
  }),
)
export type ProcessOptions = z.input<ReturnType<typeof processOptions>>
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
