/** `payment-sandbox compare` in a stranger's account: keys, hosts, failures, what it leaves behind, what it writes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { command, keys as wellKnown } from '../command'
import { inside } from '../inside'
import { compared, differencesIn, type Exchange, folder, keys, otherService } from './services'

const outcomes = (operations: readonly { operation: string; outcome: string }[], outcome: string) =>
  operations.filter((one) => one.outcome === outcome).map(({ operation }) => operation)

describe('between two sandboxes', () => {
  it.each(['spec', 'recorded'] as const)('of the profile %s nothing differs', async (profile) => {
    const service = await otherService(undefined, { profile })
    const { code, report, stdout, stderr } = await compared(service, '--profile', profile, '--settings')
    expect({ code, stderr, found: differencesIn(report) }).toEqual({ code: 0, stderr: '', found: [] })
    expect(report.score).toBe(1)
    expect(new Set(report.operations.map(({ outcome }) => outcome))).toEqual(new Set(['same']))
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(stdout).toMatch(/^ {2}(\d+) of \1 operations .*: 100 %$/m)
  })

  it.each([
    ['spec', 'recorded'],
    ['recorded', 'spec'],
  ] as const)('%s differs from %s by choices alone', async (profile, other) => {
    const service = await otherService(undefined, { profile: other })
    const { code, report } = await compared(service, '--profile', profile)
    expect({ code, score: report.score, found: differencesIn(report) }).toEqual({
      code: 0,
      score: 1,
      found: [],
    })
    const choices = new Set(
      report.operations.flatMap(({ differences }) => differences.map(({ choice }) => choice)),
    )
    expect([...choices]).toEqual(
      expect.arrayContaining([
        ...['declines', 'refundCharge', 'listOrder', 'currencyCase', 'timestamps', 'sourceReadKey'],
        ...['recaptureError', 'refunds', 'refundError', 'amountError'],
      ]),
    )
  })

  it.each([
    ['running', { profile: 'recorded', now: '2027-02-03T04:05:06Z' }],
    ['stopped', { profile: 'spec', now: '2027-02-03T04:05:06Z', freeze: true }],
  ] as const)('of another time, %s, nothing differs either', async (_, options) => {
    const service = await otherService(undefined, options)
    const some = ['card-*', 'lists-*', 'charge-schedule'].flatMap((only) => ['--only', only])
    const { report } = await compared(service, '--profile', options.profile, ...some)
    expect(differencesIn(report)).toEqual([])
  })
})

const refusals: readonly [what: string, args: readonly string[], says: RegExp][] = [
  [
    'a live secret key',
    ['--public-key', wellKnown.public, '--secret-key', 'skey_5fzbq2k1p7y1h2x3c4d'],
    /--secret-key must be a key of test mode.*live mode is never touched/,
  ],
  [
    'a live public key',
    ['--public-key', 'pkey_5fzbq2k1p7y1h2x3c4d', '--secret-key', wellKnown.secret],
    /--public-key must be a key of test mode/,
  ],
  [
    'keys in each other’s place',
    ['--public-key', wellKnown.secret, '--secret-key', wellKnown.public],
    /--public-key must be/,
  ],
  ['no keys', [], /--public-key is missing/],
  ['an unknown story', [...keys, '--only', 'refund-in-part'], /did you mean refund-in-parts\?/],
  ['stories of settings without --settings', [...keys, '--only', 'webhook-secrets'], /add --settings/],
  ['a profile that there is not', [...keys, '--profile', 'both'], /--profile must be spec or recorded/],
  ['a wrong version', [...keys, '--api-version', 'latest'], /--api-version must be a version such as/],
  ['a wrong timeout', [...keys, '--timeout', 'soon'], /--timeout must be a duration/],
]

test.each(refusals)('%s is refused before the first call', async (_, args, says) => {
  const { api, vault, calls } = await otherService()
  const { code, stderr } = await inside(['compare', '--api', api, '--vault', vault, ...args])
  expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 2, lines: 1 })
  expect(stderr).toMatch(says)
  expect(stderr).not.toMatch(/5fzbq2k1p7y1h2x3c4d/)
  expect(calls).toEqual([])
})

test('another machine is asked about first, with the number of records; off a terminal it needs --yes', async () => {
  const { code, stderr } = await inside([
    ...['compare', '--api', 'https://api.example.com', '--vault', 'https://vault.example.com', ...keys],
  ])
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /makes \d{3} records in test mode at api\.example\.com and vault\.example\.com: add --yes/,
  )
})

test.each([
  ['secret', ['--public-key', wellKnown.public, '--secret-key', 'skey_test_wrong1'], ['GET /account']],
  [
    'public',
    ['--public-key', 'pkey_test_wrong1', '--secret-key', wellKnown.secret],
    ['GET /account', 'POST /tokens'],
  ],
])('a wrong %s key ends it at the first 401', async (name, args, made) => {
  const { api, vault, calls } = await otherService()
  const { code, stdout, stderr } = await inside(['compare', '--api', api, '--vault', vault, ...args])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(
    new RegExp(`^payment-sandbox: http\\S+ refuses the key .* \\(401\\): check --${name}-key\n$`),
  )
  expect(calls).toEqual(made)
})

test('a host that does not answer is said in one line', async () => {
  const there = ['--api', 'http://127.0.0.1:1', '--vault', 'http://127.0.0.1:1']
  const { code, stderr } = await inside(['compare', ...there, ...keys])
  expect(code).toBe(2)
  expect(stderr).toBe(
    'payment-sandbox: http://127.0.0.1:1 does not answer (connection refused): check --api\n',
  )
})

const isCapture = ({ method, path }: Exchange): boolean => method === 'POST' && path.endsWith('/capture')

const huge = 'x'.repeat(1024 * 1024)

const damages: readonly [what: string, answer: Parameters<typeof otherService>[0], why: RegExp][] = [
  ['500', (one) => (isCapture(one) ? { status: 500, body: { object: 'error' } } : undefined), /answered 500/],
  [
    'a cut connection',
    (one) => (isCapture(one) ? (answer) => answer.destroy() : undefined),
    /the connection was cut/,
  ],
  [
    'an answer cut in the middle',
    (one) =>
      isCapture(one)
        ? (answer) => {
            answer.writeHead(200, { 'content-length': '1000' })
            answer.write('{"object":', () => answer.destroy())
          }
        : undefined,
    /the connection was cut/,
  ],
  [
    'a page in place of JSON',
    (one) =>
      isCapture(one)
        ? (answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
        : undefined,
    /answered 200 with what is no\s+JSON object \(text\/html\)/,
  ],
  [
    'an answer of 50 MB',
    (one) =>
      isCapture(one)
        ? (answer) => {
            const more = (left: number): void => {
              if (left > 0 && !answer.destroyed) answer.write(huge, () => more(left - 1))
              else answer.end()
            }
            more(50)
          }
        : undefined,
    /an answer of more than 1 MiB/,
  ],
  ['no answer in time', (one) => (isCapture(one) ? () => undefined : undefined), /no answer within 0\.3 s/],
]

test.each(damages)('%s: that operation is not compared, all others are', async (_, change, why) => {
  const service = await otherService(change)
  const { code, report, stdout } = await compared(
    service,
    ...['--only', 'authorize-and-capture', '--only', 'card-charge', '--timeout', '300ms'],
  )
  expect(outcomes(report.operations, 'not compared')).toEqual(['POST /charges/:id/capture'])
  expect(outcomes(report.operations, 'same')).not.toEqual([])
  expect(stdout).toMatch(why)
  // A charge that the service did capture, and the run knows nothing of.
  expect(code).toBe(0)
})

test('nothing but failures is status 2', async () => {
  const service = await otherService(() => ({ status: 500, body: {} }))
  const { api, vault } = service
  const { code, stderr } = await inside([
    'compare',
    '--api',
    api,
    '--vault',
    vault,
    ...keys,
    '--only',
    'account',
  ])
  expect(code).toBe(2)
  expect(stderr).toBe('payment-sandbox: nothing could be compared: answered 500\n')
})

test('it waits as long as Retry-After says, and asks again', async () => {
  let refused = 0
  const service = await otherService((one) => {
    if (one.path !== '/account' || refused === 2) return undefined
    refused += 1
    return (answer) => answer.writeHead(429, { 'retry-after': '0' }).end('{}')
  })
  const { code, report, stderr } = await compared(service, '--only', 'account')
  expect({ code, score: report.score, refused }).toEqual({ code: 0, score: 1, refused: 2 })
  expect(stderr).toBe(`${service.api} asks to wait 0 s\n`.repeat(2))
})

test('a service that always refuses for now ends the run', async () => {
  const service = await otherService(
    () => (answer) => answer.writeHead(429, { 'retry-after': '3600' }).end('{}'),
  )
  const { api, vault, calls } = service
  const { code, stderr } = await inside(['compare', '--api', api, '--vault', vault, ...keys])
  expect(code).toBe(2)
  expect(stderr).toMatch(/nothing could be compared: answered 429: run it again later\n$/)
  expect(calls).toHaveLength(1)
})

test('what it made and can delete is deleted, settings are as before', async () => {
  const service = await otherService()
  const { sandbox } = service
  await compared(service, '--settings')
  const left = [sandbox.customers, sandbox.recipients, sandbox.links, sandbox.schedules].map((records) =>
    records.list().filter((record) => !record.deleted && !('default' in record && record.default)),
  )
  expect(left.flat()).toEqual([])
  expect(sandbox.webhooks.secrets.length).toBe(1)
  const account = await sandbox.fetch('/account', {
    headers: { authorization: sandbox.authorization.secret },
  })
  expect(await account.json()).toMatchObject({ webhook_uri: null })
})

test('Ctrl-C in the middle ends it with 130, after what it made is deleted', async () => {
  let interrupt = (): void => undefined
  const service = await otherService(({ method, path }) => {
    if (method === 'GET' && path === '/customers') interrupt()
    return undefined
  })
  const { api, vault, calls, sandbox } = service
  const running = command([
    'compare',
    '--api',
    api,
    '--vault',
    vault,
    ...keys,
    '--only',
    'lists-of-customers',
  ])
  interrupt = () => {
    interrupt = () => undefined
    running.process.kill('SIGINT')
  }
  const { code, stderr } = await running.ended
  expect(code).toBe(130)
  expect(stderr).toMatch(/^stopping: what was made is deleted/)
  expect(calls.filter((call) => call.startsWith('DELETE /customers/')).length).toBe(2)
  expect(sandbox.customers.list().filter(({ deleted }) => !deleted)).toEqual([])
})

describe('a saved file', () => {
  const save = async (...more: readonly string[]) => {
    const service = await otherService((one) =>
      one.method === 'POST' && one.path === '/charges' ? { body: { ...one.body, fee: 1 } } : undefined,
    )
    const file = join(folder(), 'answers.json')
    const { report } = await compared(service, '--save', file, ...more)
    return { file, report, text: readFileSync(file, 'utf8'), calls: service.calls }
  }

  it('gives the same report without network, for all stories or some', async () => {
    const { file, report, calls } = await save()
    const before = calls.length
    const again = join(folder(), 'again.json')
    const { code } = await inside(['compare', '--against', file, '--json', again])
    expect(code).toBe(1)
    expect(JSON.parse(readFileSync(again, 'utf8'))).toEqual(report)
    const { stdout } = await inside(['compare', '--against', file, '--only', 'card-charge'])
    expect(stdout).toContain('fee: sandbox 3650, other 1')
    expect(calls).toHaveLength(before)
  })

  it('holds no key, secret, card number, address or data of the account', async () => {
    const { text } = await save('--settings')
    expect(text).not.toMatch(/[sp]key_test_sandbox|127\.0\.0\.1|localhost|merchant@example\.com/)
    expect(text).not.toMatch(/(?<!\d)(?:4242 ?4242 ?4242 ?4242|5555555555554444|"security_code":)/)
    const secrets = [...text.matchAll(/"secret":"([^"]*)"/g)].map(([, secret]) => secret)
    expect(new Set(secrets)).toEqual(new Set(['[redacted]']))
  })

  it.each([
    ['no JSON', () => 'yes', /is not JSON/],
    ['another file', () => '{"object":"charge"}', /holds no answers of a service/],
    [
      'a later format',
      (text: string) => text.replace('"version":1', '"version":2'),
      /has version 2 of the format/,
    ],
    [
      'a damaged one',
      (text: string) => text.replace('"at":', '"when":'),
      /is damaged at stories\.0\.calls\.0\.at/,
    ],
  ])('that is %s is refused with status 2', async (_, change, says) => {
    const { text } = await save('--only', 'card-charge')
    const { code, stderr } = await inside(['compare', '--against', '-'], {}, change(text))
    expect(code).toBe(2)
    expect(stderr).toMatch(says)
  })

  it('of a story that has changed since is not compared', async () => {
    const { text } = await save('--only', 'card-charge')
    const changed = text.replace(/"asks": "\w+"/, '"asks": "00000000"')
    const { code, stderr } = await inside(['compare', '--against', '-'], {}, changed)
    expect(code).toBe(2)
    expect(stderr).toContain('the story has changed since its answers were saved')
  })
})

test('the summary is Markdown without ids and addresses', async () => {
  const service = await otherService((one) =>
    one.path === '/charges'
      ? { body: { ...one.body, transaction: 'trxn_test_5fzbq2k1p7y1h2x3c4d|', fee: 1 } }
      : undefined,
  )
  const { api, vault } = service
  const { stdout } = await inside([
    'compare',
    '--api',
    api,
    '--vault',
    vault,
    ...keys,
    '--only',
    'card-charge',
    '--summary',
  ])
  expect(stdout).toMatch(/^\| POST \/charges #1 \| card-charge \| `fee` \| `3650` \| `1` \|$/m)
  expect(stdout).not.toMatch(/127\.0\.0\.1|_test_[0-9a-z]{19}/)
})

test('--list and --dry-run send nothing', async () => {
  const { stdout } = await inside(['compare', '--list', '--only', 'refund-*'])
  expect(stdout).toMatch(/^refund-in-parts\n {2}A charge is refunded in parts/m)
  const dry = await inside(['compare', '--dry-run', '--only', 'refund-in-full'])
  expect(dry.stdout).toContain('POST <api>/charges/$charge/refunds (secret key) {"amount":100000}')
  expect(dry.stdout).toMatch(/It would make 3 records: 1 token, 1 charge and 1 refund\.\n$/)
})
