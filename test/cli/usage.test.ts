/** Wrong uses of options, and the message of each. */
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json'
import { type Given, misspelt, readOptions } from '../../src/cli/command-line'
import {
  envOf,
  listenOptions,
  type OptionRow,
  optionRows,
  processOptions,
  sandboxOptions,
} from '../../src/options/config'
import { expectRefusal, inside } from './inside'

/** What is typed, with variables before it as in a shell, and the message. As a list where there are spaces in it. */
type Row = readonly [typed: string | readonly string[], says: string | RegExp]

const wholeNumber = 'must be a whole number from 0 to 65535'

/** One row per way to be wrong; each option has at least one. */
const rows: Record<string, Row> = {
  'an unknown option': ['--prot 1', "unknown option '--prot': did you mean --port?"],
  'an unknown option of serve': ['serve --frozen', /^unknown option '--frozen': did you mean --freeze\?$/],
  'an option that is like no other': [
    '--zzzzzzzz',
    "unknown option '--zzzzzzzz'; see payment-sandbox --help",
  ],
  'a part of a command': ['webhook', "unknown command 'webhook': did you mean check-webhook?"],
  'an unknown command': ['serv', "unknown command 'serv': did you mean serve?"],
  'a command that is like no other': ['zzzzzzzz', "unknown command 'zzzzzzzz'; see payment-sandbox --help"],
  'a word too much': ['serve now', 'serve takes no "now"; see payment-sandbox --help'],
  'a word after those that are taken': ['init . now', 'init takes no "now"; see payment-sandbox init --help'],
  'a word too much after an option': [
    '--webhook-secret --unknown http://127.0.0.1:3000',
    'serve takes no "http://127.0.0.1:3000": does an option before it lack its value?',
  ],
  'an option in place of a value': [
    '--webhook-secret --webhook http://127.0.0.1:3000',
    '--webhook-secret needs a value, but "--webhook" follows',
  ],
  'an option with its value in place of a value': [
    'exec --webhook-secret --webhook=http://127.0.0.1:3000 -- true',
    '--webhook-secret needs a value, but "--webhook" follows',
  ],
  'an option without its value': [
    '--port',
    "option '-p, --port <n>' argument missing; see payment-sandbox --help",
  ],
  port: ['-p abc', `--port ${wholeNumber}, not "abc"; for example: --port 4211`],
  'port that is none': ['--port 70000', /^--port must be .*, not "70000"; for example: /],
  'port that is empty': ['--port=', /^--port must be a whole number from 0 to 65535; for /],
  vaultPort: ['--vault-port -1', /^--vault-port must be .*, not "-1"; for example: /],
  'vaultPort that the API has': [
    '--port 5000 --vault-port 5000',
    /^--vault-port must not be the port of the API server, not "5000"; for example: /,
  ],
  'vaultPort after the last': [
    '--port 65535',
    /^--vault-port must be given when the API takes port 65535: .*; for example: --vault-port 4212$/,
  ],
  host: [['--host', ''], '--host must not be empty; for example: --host 0.0.0.0'],
  publicKey: ['--public-key pkey_live', /^--public-key must look like pkey_test_.*; for ex/],
  secretKey: ['--secret-key skey_live', /^--secret-key must look like skey_test_.*; for ex/],
  fixtures: [
    '--fixture saved-cart',
    /^fixture "saved-cart": is not the name of a fixture; did you mean saved-card\? /,
  ],
  tls: ['PAYMENT_SANDBOX_TLS=maybe', /^PAYMENT_SANDBOX_TLS must be true or false, not "maybe"/],
  tlsCert: [
    '--tls-key key.pem',
    '--tls-cert must be given too: they go together; for example: --tls-cert ./localhost.pem',
  ],
  tlsKey: [
    '--tls-cert cert.pem',
    '--tls-key must be given too: they go together; for example: --tls-key ./localhost-key.pem',
  ],
  'tls files that do not exist': [
    '--port 0 --tls-cert /no/cert.pem --tls-key /no/key.pem',
    /^tlsCert: cannot read \/no\/cert.pem \(/,
  ],
  webhookCa: ['--webhook-ca /no/ca.pem', /^webhookCa: \/no\/ca.pem cannot be read: no such file/],
  config: [
    '--config /no/such/file.yaml',
    '--config: cannot read /no/such/file.yaml: no such file or directory',
  ],
  watch: ['PAYMENT_SANDBOX_WATCH=maybe', /^PAYMENT_SANDBOX_WATCH must be true or false, not "maybe"/],
  'an unknown action': ['fixtures lst', "unknown fixtures action 'lst': did you mean list?"],
  'an action by its usual name': [
    'fixtures check shop.yaml',
    "unknown fixtures action 'check': did you mean validate?",
  ],
  'an action that is like no other': [
    'fixtures zzzzzzz',
    "unknown fixtures action 'zzzzzzz': there are list, validate, show, schema, load, record",
  ],
  'an action without what it needs': [
    'fixtures show',
    'fixtures show needs <name>: payment-sandbox fixtures show <name>',
  ],
  'an action with too much': [
    'fixtures schema draft-07',
    'fixtures schema takes nothing after "schema": payment-sandbox fixtures schema',
  ],
  "a file of one's own where one that ships is shown": [
    'fixtures show ./shop.yaml',
    /^fixtures show prints those that ship; /,
  ],
  headerPrefix: [['--header-prefix', 'a b'], /^--header-prefix must be a word .*, not "a b"; for/],
  baseUrl: ['--base-url ftp://a', /^--base-url must be an http or https URL, not "ftp:.*; for/],
  vaultUrl: ['--vault-url here', /^--vault-url must be an http or https URL, not "here"; for/],
  docsUrl: ['--docs-url here', /^--docs-url must be an http or https URL, not "here"; for/],
  proxyHost: [
    '--proxy-host api.example.com',
    /^--proxy-host must be hosts such as api=api.example.com,vault=.*, not "api.example.com"; for/,
  ],
  allowHosts: [
    '--allow-host sandbox:4111',
    /^--allow-host must be a name or an address without a port, .*, not "sandbox:4111"; for/,
  ],
  'allowHosts that is an address of a page': [
    '--allow-host http://sandbox',
    /^--allow-host must be a name or an address without a port, .*, not "http:\/\/sandbox"; for/,
  ],
  allowOrigins: [
    ['PAYMENT_SANDBOX_ALLOW_ORIGIN=http://localhost:3000, *'],
    /^PAYMENT_SANDBOX_ALLOW_ORIGIN must be the origin of a page, .*; for example: PAYMENT_SANDBOX_ALLOW_ORIGIN=http/,
  ],
  controlToken: [
    ['--control-token', 'two words'],
    '--control-token must be letters, digits and marks, without spaces, quotes, commas, ; and \\; for example: --control-token a-long-random-text',
  ],
  webhook: [
    '--webhook http://127.0.0.1:3000 --webhook localhost:3000',
    /^--webhook must be an http or https URL .*, not "http:\/\/127.0.0.1:3000, localhost:3000"; for example: --webhook http/,
  ],
  webhookSecret: [
    ['--webhook-secret', 'two words'],
    '--webhook-secret must be letters, digits and marks, without spaces and commas; for example: --webhook-secret c2FtcGxlLXNlY3JldA==',
  ],
  'webhookSecret that is empty': [
    '--webhook-secret=',
    /^--webhook-secret must be letters, .*; for example: --webhook-secret c2Ft/,
  ],
  'webhookSecret that is not base64, where it has to be': [
    'PAYMENT_SANDBOX_WEBHOOK_SECRET=whsec_sample --profile omise',
    /^PAYMENT_SANDBOX_WEBHOOK_SECRET must be base64, as secretEncoding is base64; for ex/,
  ],
  webhookParallel: [
    'PAYMENT_SANDBOX_WEBHOOK_PARALLEL=maybe',
    'PAYMENT_SANDBOX_WEBHOOK_PARALLEL must be true or false, not "maybe"; for example: PAYMENT_SANDBOX_WEBHOOK_PARALLEL=true',
  ],
  webhookPrivate: [
    'PAYMENT_SANDBOX_WEBHOOK_PRIVATE=maybe',
    'PAYMENT_SANDBOX_WEBHOOK_PRIVATE must be true or false, not "maybe"; for example: PAYMENT_SANDBOX_WEBHOOK_PRIVATE=true',
  ],
  signatureTime: [
    '--signature-time sundial',
    /^--signature-time must be wall or virtual, not "sundial"; for/,
  ],
  secretEncoding: [
    'PAYMENT_SANDBOX_SECRET_ENCODING=hex',
    /^PAYMENT_SANDBOX_SECRET_ENCODING must be utf8 or base64, not "hex"; for/,
  ],
  now: ['--now yesterday', /^--now must be a time .*, not "yesterday"; for example: --now 2026/],
  freeze: [
    'PAYMENT_SANDBOX_FREEZE=maybe',
    'PAYMENT_SANDBOX_FREEZE must be true or false, not "maybe"; for example: PAYMENT_SANDBOX_FREEZE=true',
  ],
  randomSeed: [['--random-seed', ''], /^--random-seed must not be empty; for example: --random-/],
  profile: ['--profile real', /^--profile must be spec or omise, not "real"; for /],
  declines: ['--declines 402', /^--declines must be error or charge, not "402"; for /],
  rateLimit: ['--rate-limit 0', /^--rate-limit must be at least 1, not "0"; for /],
  audit: ['PAYMENT_SANDBOX_AUDIT=perhaps', /AUDIT must be true or false/],
  journal: ['--journal -1', /^--journal must be a whole number, not "-1"; for example: /],
  searchDelay: [
    '--search-delay 1s',
    '--search-delay must be a whole number of milliseconds, not "1s"; for example: --search-delay 1500',
  ],
  accounts: [
    '--accounts many',
    /^--accounts must be declared, auto, or a list .*, not "many"; for example: --accounts auto/,
  ],
  maxAccounts: [
    '--max-accounts 0',
    '--max-accounts must be at least 1, not "0"; for example: --max-accounts 500',
  ],
  'maxAccounts that is no number': [
    'PAYMENT_SANDBOX_MAX_ACCOUNTS=many',
    /^PAYMENT_SANDBOX_MAX_ACCOUNTS must be a whole number of accounts, not "many"; for example: /,
  ],
  require3ds: [
    'PAYMENT_SANDBOX_REQUIRE_3DS=maybe',
    /^PAYMENT_SANDBOX_REQUIRE_3DS must be true or false, not "maybe"/,
  ],
  log: ['--log loud', '--log must be pretty, json or silent, not "loud"; for example: --log json'],
  state: [['--state', ''], '--state must not be empty; for example: --state ./shop.state'],
  detach: ['PAYMENT_SANDBOX_DETACH=2', /^PAYMENT_SANDBOX_DETACH must be true or false, not "2"/],
  'a variable': [
    'PAYMENT_SANDBOX_PORT=abc',
    `PAYMENT_SANDBOX_PORT ${wholeNumber}, not "abc"; for example: PAYMENT_SANDBOX_PORT=4211`,
  ],
  'a flag beside a variable that is right': ['PAYMENT_SANDBOX_PORT=0 --port abc', /^--port must be /],
}

const flags = Object.entries<OptionRow>(optionRows).flatMap(([name, doc]) =>
  doc.flag === null ? [] : [{ ...doc, name, flag: doc.flag }],
)

describe('a wrong use ends with 2 and one line that says what to do', () => {
  it.each(Object.entries(rows))('%s', async (_, [typed, says]) => {
    const words = typeof typed === 'string' ? typed.split(' ') : typed
    const isVariable = (word: string): boolean => word.startsWith('PAYMENT_SANDBOX_')
    const env = Object.fromEntries(words.filter(isVariable).map((word) => word.split('=')))
    const args = words.filter((word) => !isVariable(word))
    await expectRefusal(args, 2, says, env)
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

describe('a variable', () => {
  it.each([
    ['PAYMENT_SANDBOX_PROT', ['PAYMENT_SANDBOX_PROT is not read: did you mean PAYMENT_SANDBOX_PORT?']],
    [
      'PAYMENT_SANDBOX_FIXTURES',
      ['PAYMENT_SANDBOX_FIXTURES is not read: did you mean PAYMENT_SANDBOX_FIXTURE?'],
    ],
    ['PAYMENT_SANDBOX_PORT', []],
    ['PAYMENT_SANDBOX_CLUSTER', []],
    ['PROT', []],
  ])('%s', (name, says) => {
    expect(misspelt({ [name]: 'any' })).toEqual(says)
  })

  it('that one sets for the commands of exec and explore is none of these', () => {
    const names = [
      'COVERAGE',
      'DASHBOARD_URL',
      'EXEC_PROXY',
      'EXEC_VAULT_URL',
      'FOLDER',
      'INTERCEPT',
      'SCENARIO',
    ]
    const all = [...names, 'TREE', 'URL'].map((name) => [`PAYMENT_SANDBOX_${name}`, 'any'])
    expect(misspelt(Object.fromEntries(all))).toEqual([])
  })
})
