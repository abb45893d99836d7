/** `payment-sandbox compare` in the account of somebody else: keys, hosts, failures, what it leaves behind. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../support/folder'
import { command, keys as wellKnown } from '../command'
import { expectRefusal, inside } from '../inside'
import { compared, comparing, isCapture, keys, otherService } from './services'

const outcomes = (operations: readonly { operation: string; outcome: string }[], outcome: string) =>
  operations.filter((one) => one.outcome === outcome).map(({ operation }) => operation)

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
    /--public-key is a secret key, skey_.*: give that one as --secret-key$/m,
  ],
  ['no keys', [], /--public-key is missing/],
  ['an unknown story', [...keys, '--only', 'refund-in-part'], /did you mean refund-in-parts\?/],
  ['stories of settings without --settings', [...keys, '--only', 'webhook-secrets'], /add --settings/],
  ['a profile that there is not', [...keys, '--profile', 'both'], /--profile must be spec or omise/],
  ['a wrong version', [...keys, '--api-version', 'latest'], /--api-version must be a version such as/],
  ['a wrong timeout', [...keys, '--timeout', 'soon'], /--timeout must be a duration/],
]

test.each(refusals)('%s is refused before the first call', async (_, args, says) => {
  const service = await otherService()
  await expectRefusal(
    comparing(service, ...args),
    2,
    new RegExp(`^(?!.*5fzbq2k1p7y1h2x3c4d).*${says.source}`),
  )
  expect(service.calls).toEqual([])
})

test('another machine is asked about first, with the number of records; off a terminal it needs --yes', async () => {
  const there = { api: 'https://api.example.com', vault: 'https://vault.example.com' }
  const why = /makes \d{3} records in test mode at api\.example\.com and vault\.example\.com: add --yes/
  await expectRefusal(comparing(there, ...keys), 2, why)
})

test.each([
  ['secret', ['--public-key', wellKnown.public, '--secret-key', 'skey_test_wrong1'], ['GET /account']],
  [
    'public',
    ['--public-key', 'pkey_test_wrong1', '--secret-key', wellKnown.secret],
    ['GET /account', 'POST /tokens'],
  ],
])('a wrong %s key ends it at the first 401', async (name, args, made) => {
  const service = await otherService()
  const why = new RegExp(`^http\\S+ refuses the key .* \\(401\\): check --${name}-key$`)
  await expectRefusal(comparing(service, ...args), 2, why)
  expect(service.calls).toEqual(made)
})

test('a service with another version header gets the option that names it', async () => {
  const service = await otherService()
  const story = ['--only', 'card-charge', '--profile', 'spec']
  expect((await compared(service, ...story)).stderr).toBe(
    `${service.api} names its version in Omise-Version, and compare asks for one in Service-Version: add --header-prefix Omise\n`,
  )
  expect((await compared(service, ...story, '--header-prefix', 'Omise')).stderr).toBe('')
})

test('a host that does not answer is said in one line', async () => {
  const nowhere = { api: 'http://127.0.0.1:1', vault: 'http://127.0.0.1:1' }
  const why = 'http://127.0.0.1:1 does not answer (connection refused): check --api'
  await expectRefusal(comparing(nowhere, ...keys), 2, why)
})

type Change = NonNullable<Parameters<typeof otherService>[0]>
/** What happens to the answer of a capture; all others are as they are. */
const capture =
  (change: ReturnType<Change>): Change =>
  (one) =>
    isCapture(one) ? change : undefined

const huge = 'x'.repeat(1024 * 1024)

const damages: Readonly<Record<string, readonly [change: Change, why: RegExp]>> = {
  '500': [capture({ status: 500, body: { object: 'error' } }), /answered 500/],
  'a cut connection': [capture((answer) => answer.destroy()), /the connection was cut/],
  'an answer cut in the middle': [
    capture((answer) => {
      answer.writeHead(200, { 'content-length': '1000' })
      answer.write('{"object":', () => answer.destroy())
    }),
    /the connection was cut/,
  ],
  'a page in place of JSON': [
    capture((answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end('<p>')),
    /answered 200 without JSON \(text\/html\)/,
  ],
  'an answer of 50 MB': [
    capture((answer) => {
      const more = (left: number): void => {
        if (left > 0 && !answer.destroyed) answer.write(huge, () => more(left - 1))
        else answer.end()
      }
      more(50)
    }),
    /an answer of more than 1 MiB/,
  ],
  'no answer in time': [capture(() => undefined), /no answer within 0\.3 s/],
}

test.each(Object.entries(damages))(
  '%s: that operation is not compared, all others are',
  async (_, [change, why]) => {
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
  },
)

test('answers are kept up to a bound for all of them; the others are not compared', async () => {
  const mib = 1024 * 1024
  let sent = 0
  const service = await otherService(({ body, status }) => {
    if (status !== 200) return undefined
    sent += 1
    return { body: { ...body, padding: 'x'.repeat(0.9 * mib) } }
  })
  const file = join(temporaryFolder(), 'answers.json')
  const { stdout } = await compared(service, '--only', 'lists-of-charges', '--only', 'card-*', '--save', file)
  expect(sent * 0.9).toBeGreaterThan(20)
  expect(stdout).toMatch(/more than 16 MiB of answers in\s+one run/)
  expect(statSync(file).size).toBeLessThan(16 * mib)
})

test('nothing but failures is status 2', async () => {
  const service = await otherService(() => ({ status: 500, body: {} }))
  const why = 'nothing could be compared: answered 500'
  await expectRefusal(comparing(service, ...keys, '--only', 'account'), 2, why)
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
  const { code, stderr } = await inside(comparing(service, ...keys))
  expect(code).toBe(2)
  expect(stderr).toMatch(/nothing could be compared: answered 429: run it again later\n$/)
  expect(service.calls).toHaveLength(1)
})

test('what it made and can delete is deleted, settings are as before', async () => {
  const service = await otherService()
  const { sandbox } = service
  const made = ['webhook-secrets', 'second-card', 'recipient', 'payment-link', '*-schedule', 'settings']
  await compared(service, '--settings', ...made.flatMap((only) => ['--only', only]))
  const left = [sandbox.customers, sandbox.recipients, sandbox.links, sandbox.schedules].map((records) =>
    records.list().filter((record) => !record.deleted && !('default' in record && record.default)),
  )
  expect(left.flat()).toEqual([])
  expect(service.calls).toEqual(
    expect.arrayContaining(['POST /recipients', 'POST /links', 'POST /schedules']),
  )
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
  const { calls, sandbox } = service
  const running = command(comparing(service, ...keys, '--only', 'lists-of-customers'))
  interrupt = () => {
    interrupt = () => undefined
    running.process.kill('SIGINT')
  }
  const { code, stderr } = await running.ended
  expect(code).toBe(130)
  expect(stderr).toMatch(/^stopping: deleting its records/)
  expect(calls.filter((call) => call.startsWith('DELETE /customers/')).length).toBe(2)
  expect(sandbox.customers.list().filter(({ deleted }) => !deleted)).toEqual([])
})
