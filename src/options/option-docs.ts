import type { ListenOptions, ProcessOptions, SandboxOptions } from './config'
import { defaults } from './defaults'
import { profileRowNames, profileRows } from './profiles'

/** What help, documentation and README say of an option. The library reads none of it: `options/config.ts` has the checks. */
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
      text: 'further accounts: declared, or auto: the first use of any skey_test_<name> creates one; in the library also a list of them',
      defaultText: 'declared',
      example: 'auto',
    },
    maxAccounts: {
      flag: '--max-accounts <n>',
      text: 'number of accounts from which on --accounts auto makes no more: a new key then answers 401',
      defaultText: String(defaults.maxAccounts),
      example: '500',
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
      text: 'answers as the specification says (spec), or as published clients expect them (recorded); see docs choices',
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
    webhookSecret: {
      flag: '--webhook-secret <secret>',
      text: 'secret that signs webhooks in test mode, of the default account',
      defaultText: 'one that never changes; the start prints it',
      example: 'c2FtcGxlLXNlY3JldA==',
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
      text: 'milliseconds until searches find new and changed records, on the clock of the sandbox',
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
} satisfies Record<keyof (SandboxOptions & ListenOptions & ProcessOptions), OptionDoc>
export type OptionName = keyof typeof optionDocs

/** The texts of the parts of options, by their path, for the types of the library. */
export const partTexts: { readonly [path: string]: string } = {
  'overrides.headerPrefix': 'used where the option `headerPrefix` is not given',
  ...Object.fromEntries(
    profileRowNames.map((row) => {
      const { text, spec, recorded } = profileRows[row]
      return [`overrides.${row}`, `${text}; \`${spec}\` by spec, \`${recorded}\` by recorded`]
    }),
  ),
  'webhooks.endpoints': 'further http or https URLs to deliver webhooks to',
  'webhooks.timeoutMs':
    'milliseconds of real time until a delivery without an answer has failed. Default: 10000',
  'webhooks.retry':
    '`false` for no retries, or the delays between the attempts on the clock of the sandbox: texts such as `5m`, or milliseconds',
  'accounts.email': 'email address of the merchant. Default: merchant@example.com',
  'accounts.country': 'country of the merchant. Default: TH',
  'accounts.currency': 'settlement currency. Default: from the country',
  'accounts.keys': 'its keys in each mode. Default: random ones',
  'accounts.keys.test': 'keys of test mode',
  'accounts.keys.test.public': 'begins with `pkey_test_`',
  'accounts.keys.test.secret': 'begins with `skey_test_`',
  'accounts.keys.live': 'keys of live mode',
  'accounts.keys.live.public': 'begins with `pkey_`',
  'accounts.keys.live.secret': 'begins with `skey_`',
  'accounts.require3ds': 'card charges wait at their `authorize_uri`. Default: as the option `require3ds`',
}

/** The environment variable of an option: `PAYMENT_SANDBOX_RANDOM_SEED`. */
export const envOf = (option: string): string =>
  (option in optionDocs ? (optionDocs[option as OptionName] as OptionDoc).env : undefined) ??
  `PAYMENT_SANDBOX_${option.replace(/[A-Z]|\d+/g, (part) => `_${part}`).toUpperCase()}`
