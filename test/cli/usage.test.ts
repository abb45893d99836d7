/** Wrong uses of options, and the message of each. */
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json'
import { type Given, readOptions } from '../../src/cli/given'
import {
  envOf,
  listenOptions,
  type OptionRow,
  optionRows,
  processOptions,
  sandboxOptions,
} from '../../src/options/config'
import { inside } from './inside'

interface Row {
  readonly args?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly says: string | RegExp
}

const wholeNumber = 'must be a whole number from 0 to 65535'

/** One row per way to be wrong; each option has at least one. */
const rows: Record<string, Row> = {
  'an unknown option': { args: ['--prot', '1'], says: "unknown option '--prot': did you mean --port?" },
  'an unknown option of serve': {
    args: ['serve', '--frozen'],
    says: /^unknown option '--frozen': did you mean --freeze\?$/,
  },
  'an option that is like no other': {
    args: ['--zzzzzzzz'],
    says: "unknown option '--zzzzzzzz'; see payment-sandbox --help",
  },
  'a part of a command': {
    args: ['webhook'],
    says: "unknown command 'webhook': did you mean check-webhook?",
  },
  'an unknown command': { args: ['serv'], says: "unknown command 'serv': did you mean serve?" },
  'a command that is like no other': {
    args: ['zzzzzzzz'],
    says: "unknown command 'zzzzzzzz'; see payment-sandbox --help",
  },
  'a word too much': {
    args: ['serve', 'now'],
    says: "too many arguments for 'serve'. Expected 0 arguments but got 1; see payment-sandbox --help",
  },
  'an option without its value': {
    args: ['--port'],
    says: "option '-p, --port <n>' argument missing; see payment-sandbox --help",
  },
  port: { args: ['-p', 'abc'], says: `--port ${wholeNumber}, not "abc"; for example: --port 4211` },
  'port that is none': { args: ['--port', '70000'], says: /^--port must be .*, not "70000"; for example: / },
  'port that is empty': { args: ['--port='], says: /^--port must be a whole number from 0 to 65535; for / },
  vaultPort: { args: ['--vault-port', '-1'], says: /^--vault-port must be .*, not "-1"; for example: / },
  'vaultPort that the API has': {
    args: ['--port', '5000', '--vault-port', '5000'],
    says: /^--vault-port must not be the port of the API server, not "5000"; for example: /,
  },
  'vaultPort after the last': {
    args: ['--port', '65535'],
    says: /^--vault-port must be given when the API takes port 65535: .*; for example: --vault-port 4212$/,
  },
  host: { args: ['--host', ''], says: '--host must not be empty; for example: --host 0.0.0.0' },
  publicKey: {
    args: ['--public-key', 'pkey_live'],
    says: /^--public-key must look like pkey_test_.*; for ex/,
  },
  secretKey: {
    args: ['--secret-key', 'skey_live'],
    says: /^--secret-key must look like skey_test_.*; for ex/,
  },
  fixtures: {
    args: ['--fixture', 'saved-cart'],
    says: /^fixture "saved-cart": is not the name of a fixture; did you mean saved-card\? /,
  },
  tls: {
    env: { PAYMENT_SANDBOX_TLS: 'maybe' },
    says: /^PAYMENT_SANDBOX_TLS must be true or false, not "maybe"/,
  },
  tlsCert: {
    args: ['--tls-key', 'key.pem'],
    says: '--tls-cert must be given too: they go together; for example: --tls-cert ./localhost.pem',
  },
  tlsKey: {
    args: ['--tls-cert', 'cert.pem'],
    says: '--tls-key must be given too: they go together; for example: --tls-key ./localhost-key.pem',
  },
  'tls files that do not exist': {
    args: ['--port', '0', '--tls-cert', '/no/cert.pem', '--tls-key', '/no/key.pem'],
    says: /^tlsCert: cannot read \/no\/cert.pem \(/,
  },
  config: {
    args: ['--config', '/no/such/file.yaml'],
    says: '--config: cannot read /no/such/file.yaml: there is no such file',
  },
  watch: {
    env: { PAYMENT_SANDBOX_WATCH: 'maybe' },
    says: /^PAYMENT_SANDBOX_WATCH must be true or false, not "maybe"/,
  },
  'an unknown action': {
    args: ['fixtures', 'lst'],
    says: "unknown fixtures action 'lst': did you mean list?",
  },
  'an action without what it needs': {
    args: ['fixtures', 'show'],
    says: 'fixtures show needs <name>: payment-sandbox fixtures show <name>',
  },
  'an action with too much': {
    args: ['fixtures', 'schema', 'draft-07'],
    says: 'fixtures schema takes nothing after "schema": payment-sandbox fixtures schema',
  },
  "a file of one's own where one that ships is shown": {
    args: ['fixtures', 'show', './shop.yaml'],
    says: /^fixtures show prints those that ship; /,
  },
  headerPrefix: {
    args: ['--header-prefix', 'a b'],
    says: /^--header-prefix must be a word .*, not "a b"; for/,
  },
  baseUrl: {
    args: ['--base-url', 'ftp://a'],
    says: /^--base-url must be an http or https URL, not "ftp:.*; for/,
  },
  vaultUrl: {
    args: ['--vault-url', 'here'],
    says: /^--vault-url must be an http or https URL, not "here"; for/,
  },
  docsUrl: {
    args: ['--docs-url', 'here'],
    says: /^--docs-url must be an http or https URL, not "here"; for/,
  },
  proxyHost: {
    args: ['--proxy-host', 'api.example.com'],
    says: /^--proxy-host must be hosts such as api=api.example.com,vault=.*, not "api.example.com"; for/,
  },
  allowHosts: {
    args: ['--allow-host', 'sandbox:4111'],
    says: /^--allow-host must be a name or an address without a port, .*, not "sandbox:4111"; for/,
  },
  'allowHosts that is an address of a page': {
    args: ['--allow-host', 'http://sandbox'],
    says: /^--allow-host must be a name or an address without a port, .*, not "http:\/\/sandbox"; for/,
  },
  allowOrigins: {
    env: { PAYMENT_SANDBOX_ALLOW_ORIGIN: 'http://localhost:3000, *' },
    says: /^PAYMENT_SANDBOX_ALLOW_ORIGIN must be the origin of a page, .*; for example: PAYMENT_SANDBOX_ALLOW_ORIGIN=http/,
  },
  controlToken: {
    args: ['--control-token', 'two words'],
    says: '--control-token must be letters, digits and marks, without spaces, quotes, commas, ; and \\; for example: --control-token a-long-random-text',
  },
  webhook: {
    args: ['--webhook', 'http://127.0.0.1:3000', '--webhook', 'localhost:3000'],
    says: /^--webhook must be an http or https URL .*, not "http:\/\/127.0.0.1:3000, localhost:3000"; for example: --webhook http/,
  },
  webhookSecret: {
    args: ['--webhook-secret', 'two words'],
    says: '--webhook-secret must be letters, digits and marks, without spaces and commas; for example: --webhook-secret c2FtcGxlLXNlY3JldA==',
  },
  'webhookSecret that is empty': {
    args: ['--webhook-secret='],
    says: /^--webhook-secret must be letters, .*; for example: --webhook-secret c2Ft/,
  },
  'webhookSecret that is not base64, where it has to be': {
    args: ['--profile', 'recorded'],
    env: { PAYMENT_SANDBOX_WEBHOOK_SECRET: 'whsec_sample' },
    says: /^PAYMENT_SANDBOX_WEBHOOK_SECRET must be base64, as secretEncoding is base64; for ex/,
  },
  signatureTime: {
    args: ['--signature-time', 'sundial'],
    says: /^--signature-time must be wall or virtual, not "sundial"; for/,
  },
  secretEncoding: {
    env: { PAYMENT_SANDBOX_SECRET_ENCODING: 'hex' },
    says: /^PAYMENT_SANDBOX_SECRET_ENCODING must be utf8 or base64, not "hex"; for/,
  },
  now: {
    args: ['--now', 'yesterday'],
    says: /^--now must be a time .*, not "yesterday"; for example: --now 2026/,
  },
  freeze: {
    env: { PAYMENT_SANDBOX_FREEZE: 'maybe' },
    says: 'PAYMENT_SANDBOX_FREEZE must be true or false, not "maybe"; for example: PAYMENT_SANDBOX_FREEZE=true',
  },
  randomSeed: {
    args: ['--random-seed', ''],
    says: /^--random-seed must not be empty; for example: --random-/,
  },
  profile: { args: ['--profile', 'real'], says: /^--profile must be spec or recorded, not "real"; for / },
  declines: { args: ['--declines', '402'], says: /^--declines must be error or charge, not "402"; for / },
  rateLimit: { args: ['--rate-limit', '0'], says: /^--rate-limit must be at least 1, not "0"; for / },
  audit: { args: [], env: { PAYMENT_SANDBOX_AUDIT: 'perhaps' }, says: /AUDIT must be true or false/ },
  journal: { args: ['--journal', '-1'], says: /^--journal must be a whole number, not "-1"; for example: / },
  searchDelay: {
    args: ['--search-delay', '1s'],
    says: '--search-delay must be a whole number of milliseconds, not "1s"; for example: --search-delay 1500',
  },
  accounts: {
    args: ['--accounts', 'many'],
    says: /^--accounts must be declared, auto, or a list .*, not "many"; for example: --accounts auto/,
  },
  maxAccounts: {
    args: ['--max-accounts', '0'],
    says: '--max-accounts must be at least 1, not "0"; for example: --max-accounts 500',
  },
  'maxAccounts that is no number': {
    env: { PAYMENT_SANDBOX_MAX_ACCOUNTS: 'many' },
    says: /^PAYMENT_SANDBOX_MAX_ACCOUNTS must be a whole number of accounts, not "many"; for example: /,
  },
  require3ds: {
    env: { PAYMENT_SANDBOX_REQUIRE_3DS: 'maybe' },
    says: /^PAYMENT_SANDBOX_REQUIRE_3DS must be true or false, not "maybe"/,
  },
  log: {
    args: ['--log', 'loud'],
    says: '--log must be pretty, json or silent, not "loud"; for example: --log json',
  },
  state: {
    args: ['--state', ''],
    says: '--state must not be empty; for example: --state ./shop.state',
  },
  detach: {
    env: { PAYMENT_SANDBOX_DETACH: '2' },
    says: /^PAYMENT_SANDBOX_DETACH must be true or false, not "2"/,
  },
  'a variable': {
    env: { PAYMENT_SANDBOX_PORT: 'abc' },
    says: `PAYMENT_SANDBOX_PORT ${wholeNumber}, not "abc"; for example: PAYMENT_SANDBOX_PORT=4211`,
  },
  'a flag beside a variable that is right': {
    args: ['--port', 'abc'],
    env: { PAYMENT_SANDBOX_PORT: '0' },
    says: /^--port must be /,
  },
}

const flags = Object.entries<OptionRow>(optionRows).flatMap(([name, doc]) =>
  doc.flag === null ? [] : [{ ...doc, name, flag: doc.flag }],
)

describe('a wrong use ends with 2 and one line that says what to do', () => {
  it.each(Object.entries(rows))('%s', async (_, { args = [], env, says }) => {
    const { code, stdout, stderr } = await inside(args, env)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^payment-sandbox: [^\n]+\n$/)
    const said = stderr.slice('payment-sandbox: '.length, -1)
    if (typeof says === 'string') expect(said).toBe(says)
    else expect(said).toMatch(says)
  })

  it.each([
    ['--secret-key', 'skey_5abcdefgh'],
    ['--webhook-secret', 'whsec_5,abcdefgh'],
  ])('never prints what it refuses for %s', async (...args) => {
    const { stderr } = await inside(args)
    expect(stderr).toContain(`${args[0]} must `)
    expect(stderr).not.toContain('abcdefgh')
  })

  it('names every wrong option of one kind, one per line', async () => {
    const { code, stderr } = await inside(['--base-url', 'x', '--now', 'today'])
    expect(code).toBe(2)
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^payment-sandbox: --base-url /),
      expect.stringMatching(/^payment-sandbox: --now /),
    ])
  })

  it('has a row for every option', () => {
    const missing = flags.map(({ name }) => name).filter((name) => !(name in rows))
    expect(missing, 'the table `rows` of this file').toEqual([])
  })
})

it.each(['--version', '-V'])('%s prints only the version of the package', async (flag) => {
  expect(await inside([flag])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

it('an option that can be repeated is a list; in the environment, with commas', () => {
  const urls = ['http://127.0.0.1:3000/a', 'https://shop.example/b']
  const read = (given: Partial<Given>) =>
    readOptions(sandboxOptions(), { flags: {}, env: {}, ...given }).webhook
  expect(read({ flags: { webhook: urls } })).toEqual(urls)
  expect(read({ env: { PAYMENT_SANDBOX_WEBHOOK: urls.join(', ') } })).toEqual(urls)
  expect(read({ env: { PAYMENT_SANDBOX_WEBHOOK: urls[0] } })).toEqual([urls[0]])
  expect(read({})).toBeUndefined()
})

it('the examples in messages are valid', () => {
  const env = Object.fromEntries(flags.map(({ name, example }) => [envOf(name), example]))
  const given: Given = { flags: {}, env }
  const read = {
    ...readOptions(sandboxOptions(), given),
    ...readOptions(listenOptions(), given),
    ...readOptions(processOptions(), given),
  }
  expect(Object.keys(read).sort()).toEqual(flags.map(({ name }) => name).sort())
})
