/** `payment-sandbox check-webhook`: its report, its JSON, its exit status. What the cases find: test/service/webhooks. */

import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cases } from '../../../src/cli/check-webhook/cases'
import { createSandbox } from '../../../src/index'
import {
  careful,
  closeReceivers,
  hmacOf,
  type Incoming,
  isSigned,
  receiving,
  secrets,
} from '../../service/webhooks/receivers'
import { command } from '../command'
import { expectRefusal, inside } from '../inside'

afterAll(closeReceivers)

const withSecret = ['--secret', secrets.current]

it('reports case by case within 80 columns, without colour in a pipe, and ends with 0 when all is well', async () => {
  const { url, handled } = await receiving(careful)
  const old = ['--old-secret', secrets.old]
  const { code, stdout, stderr } = await inside([
    'check-webhook',
    url,
    ...withSecret,
    ...old,
    '--handled',
    handled,
  ])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const lines = stdout.split('\n')
  expect(lines.filter((line) => line.length > 80 || line.includes('\u001b'))).toEqual([])
  const shown = lines.flatMap((line) => /^ {2}ok {4}(.{50}) +204/.exec(line)?.[1]?.trim() ?? [])
  expect(shown).toEqual(cases.filter(({ expects }) => expects === 'accepted').map(({ title }) => title))
  expect(lines.filter((line) => /^ {2}ok {4}.{50} +400 /.test(line))).toHaveLength(
    cases.length - shown.length,
  )
  expect(stdout).toContain(`  ${cases.length} of ${cases.length} handled; the slowest answer took `)
})

it('shows the expected behaviour and a fix below each failed case, and ends with 1', async () => {
  const { url } = await receiving({ ...careful, accepts: isSigned })
  const { code, stdout } = await inside(['check-webhook', url, ...withSecret])
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /^ {2}FAIL {2}signed 301 seconds ago +204 +\d+ ms\n {8}answered 204, expected 400 to 499\n {8}refuse what differs from now by/m,
  )
  expect(stdout).toMatch(/^ {2}- {5}signed with the old secret alone\n {8}give it with --old-secret\n/m)
  expect(stdout).toContain(
    `  ${cases.length - 4} of ${cases.length - 2} handled, 2 not handled, 2 not judged; the`,
  )
})

it('takes without --secret the one that a server starts with, and names it', async () => {
  const { webhooks } = createSandbox()
  const usual = webhooks.secret ?? ''
  const signs = ({ signature, timestamp = '', body }: Incoming): boolean =>
    signature === hmacOf(usual, timestamp, body)
  const { url } = await receiving({ ...careful, accepts: signs })
  const { stdout } = await inside(['check-webhook', url])
  expect(stdout).toMatch(/^ {2}ok {4}a signed event +204 /m)
  expect(stdout).toContain(`  signed with ${usual}, the secret of a new sandbox\n`)
  const named = await inside(['check-webhook', url], { PAYMENT_SANDBOX_WEBHOOK_SECRET: usual })
  expect(named.stdout).not.toContain('of a new sandbox')
})

it('is one line of JSON on request', async () => {
  const { url } = await receiving({ ...careful, accepts: () => false })
  const { code, stdout } = await inside(['check-webhook', url, ...withSecret, '--json'])
  expect(code).toBe(1)
  expect(stdout.trimEnd()).not.toContain('\n')
  const report = JSON.parse(stdout)
  expect(report).toMatchObject({ url, handled: false })
  expect(report.cases.map((one: { case: string }) => one.case)).toEqual(cases.map(({ id }) => id))
  expect(report.cases[0]).toEqual({
    case: 'signed',
    title: 'a signed event',
    expected: 'accepted',
    result: 'not handled',
    statuses: [400],
    durationMs: expect.any(Number),
    problem: 'answered 400, expected 200 to 299',
    advice: expect.stringMatching(/^is the secret the same/),
  })
})

it('says once, within 80 columns, that the other cases were not judged when a signed event is refused', async () => {
  const { url } = await receiving({ ...careful, accepts: () => false })
  const { stdout } = await inside(['check-webhook', url, ...withSecret])
  const words = stdout.replace(/\n +/g, ' ')
  expect(words.match(/must be accepted first/g)).toHaveLength(1)
  expect(words).toContain(`${cases.length - 1} not judged: a signed event must be accepted first`)
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
})

const nowhere = 'http://127.0.0.1:1'
/** Whom it asks, with the secret. */
const to = (url: string, ...more: string[]): string[] => [url, ...withSecret, ...more]
const noHost =
  /^cannot reach http:\/\/receiver\.invalid\/: (there is no such host|its name could not be looked up); start/
const noEvent = /^--event package\.json is no event: an event has id, key and data; for example: /
const noJson = /^--event README\.md is not JSON; for example: payment-sandbox events <id> > event\.json$/
const noPair = /^--metadata must be key=value, not "[^"]+"; for example: --metadata order=A-1001$/

it.each<[what: string, args: string[], code: 1 | 2, says: RegExp]>([
  ['no server at the address', to(nowhere), 1, /^cannot reach .*: no server listens there; start/],
  ['a host that does not exist', to('http://receiver.invalid/'), 1, noHost],
  ['no address', withSecret, 2, /^missing required argument 'url'; see/],
  ['an address that is none', to('localhost:3000'), 2, /^the address must be an http or https URL, not/],
  [
    'a secret that is empty',
    [nowhere, '--secret', ''],
    2,
    /^--secret is missing; or set PAYMENT_SANDBOX_WEB/,
  ],
  ['no time', to(nowhere, '--timeout', '0'), 2, /^--timeout must be more than 0 seconds$/],
  ['metadata that is "order"', to(nowhere, '--metadata', 'order'), 2, noPair],
  ['metadata that is "=B-7"', to(nowhere, '--metadata', '=B-7'), 2, noPair],
  [
    'an event that is not there',
    to(nowhere, '--event', 'no/event.json'),
    2,
    /^cannot read --event no\/event\.json: no such file or directory$/,
  ],
  ['an event that is not JSON', to(nowhere, '--event', 'README.md'), 2, noJson],
  ['an event that is none', to(nowhere, '--event', 'package.json'), 2, noEvent],
  ['a counter that is no address', to(nowhere, '--handled', 'x'), 2, /^--handled must be an/],
])('%s is one clear line', async (_, args, expected, says) => {
  await expectRefusal(['check-webhook', ...args], expected, says)
})

it('a counter that does not count is one clear line too', async () => {
  const { url } = await receiving(careful)
  const args = ['check-webhook', url, ...withSecret, '--handled', 'http://127.0.0.1:1/']
  const { code, stderr } = await inside(args)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^payment-sandbox: cannot read --handled http:\/\/127\.0\.0\.1:1\/: [^\n]+\n$/)
})

// `payment-sandbox verify`: the answer, the reason, the exit status.

const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-verify-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const body = '{"id":"evnt_test_1","key":"charge.create","data":{}}'
const file = join(folder, 'body.json')
writeFileSync(file, body)
const withLineEnd = join(folder, 'edited.json')
writeFileSync(withLineEnd, `${body}\n`)

const secret = 'c2VjcmV0IGJ5dGVzIHRoYXQgc2lnbg=='
const timestamp = '1760000000'
const hmac = (key: string | Buffer): string =>
  createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')
const signature = hmac(secret)
const now = ['--now', '2025-10-09T08:53:20Z']
const given = ['--timestamp', timestamp, '--signature', signature, '--secret', secret, ...now]
const decoded = hmac(Buffer.from(secret, 'base64'))
const but = (...more: string[]): string[] => [file, ...given, ...more]

describe('a valid signature ends with 0', () => {
  it.each<[what: string, more: string[]]>([
    ['of a file', []],
    ['by one of two secrets', ['--secret', `other,${secret}`]],
    ['beside another', ['--signature', `${'0'.repeat(64)},${signature}`]],
    ['with the decoded secret', ['--signature', decoded, '--secret-encoding', 'base64']],
    ['of any age', ['--now', '2026-10-09', '--tolerance', '99999999']],
    ['at a time in Unix seconds', ['--now', timestamp]],
  ])('%s', async (_, more) => {
    const ended = await inside(['verify', file, ...given, ...more])
    expect(ended).toEqual({ code: 0, stdout: 'verified: evnt_test_1 charge.create\n', stderr: '' })
  })

  it('of the standard input, with the secret from the environment, as JSON', async () => {
    const args = ['verify', '-', '--timestamp', timestamp, '--signature', signature, ...now, '--json']
    const running = command(args, { PAYMENT_SANDBOX_WEBHOOK_SECRET: secret }, body)
    const { code, stdout } = await running.ended
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ verified: true, event: { id: 'evnt_test_1', key: 'charge.create' } })
  })
})

describe('an invalid signature ends with 1 and the reason', () => {
  it.each<[what: string, more: string[], reason: RegExp, of?: string]>([
    ['another secret', ['--secret', 'other'], /^not verified \(signature_mismatch\): the signature/],
    ['a line end at the end of the file', [], /the body was changed after it was signed/, withLineEnd],
    ['its age', ['--now', '2025-10-09T08:58:21Z'], /\(timestamp_too_old\): it was signed 301 s ago/],
  ])('%s', async (_, more, reason, of = file) => {
    await expectRefusal(['verify', of, ...given, ...more], 1, reason)
  })

  it('as JSON, on the standard output alone', async () => {
    const { code, stdout, stderr } = await inside(['verify', file, ...given, '--secret', 'other', '--json'])
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({
      verified: false,
      code: 'signature_mismatch',
      message: expect.stringContaining('was not made with this secret'),
    })
  })
})

describe('a wrong use ends with 2', () => {
  it.each<[what: string, args: string[], says: string | RegExp]>([
    ['no file', given, "missing required argument 'file'; see payment-sandbox verify --help"],
    [
      'a file that does not exist',
      [join(folder, 'none.json'), ...given],
      /^cannot read .*none\.json: no such file or directory/,
    ],
    ['a folder', [folder, ...given], /^cannot read .*: illegal operation on a directory$/],
    [
      'no timestamp',
      [file, ...given.slice(2)],
      '--timestamp is missing: the value of Service-Signature-Timestamp',
    ],
    ['no signature', [file, '--timestamp', timestamp, '--secret', secret], /^--signature is missing/],
    ['no secret', but('--secret', ''), /^--secret is missing; or set PAYMENT_SANDBOX_WEBHOOK_SECRET/],
    ['a secret that is not base64', but('--secret', '!', '--secret-encoding', 'base64'), /not base64/],
    ['an encoding that is none', but('--secret-encoding', 'hex'), /must be utf8 or base64, not "hex"/],
    ['a tolerance that is none', but('--tolerance', 'long'), /^--tolerance must be a number of seconds/],
    ['a time that is none', but('--now', 'soon'), /^--now must be a time such as 2026-/],
  ])('%s', async (_, args, says) => {
    await expectRefusal(['verify', ...args], 2, says)
  })
})
