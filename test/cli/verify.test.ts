/** `payment-sandbox verify`: the answer, the reason, the exit status. */
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { command } from './command'
import { inside } from './inside'

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
    const { code, stdout, stderr } = await inside(['verify', of, ...given, ...more])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^payment-sandbox: [^\n]+\n$/)
    expect(stderr.slice('payment-sandbox: '.length, -1)).toMatch(reason)
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
      /^cannot read .*none\.json: ENOENT/,
    ],
    ['a folder', [folder, ...given], /^cannot read .*: EISDIR/],
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
    const { code, stdout, stderr } = await inside(['verify', ...args])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^payment-sandbox: [^\n]+\n$/)
    if (typeof says === 'string') expect(stderr).toBe(`payment-sandbox: ${says}\n`)
    else expect(stderr.slice('payment-sandbox: '.length, -1)).toMatch(says)
  })
})
