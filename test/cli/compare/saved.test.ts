/** What `payment-sandbox compare` writes: answers to compare with later, a summary, lists of what it would do. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { temporaryFolder } from '../../support/folder'
import { inside } from '../inside'
import { compared, comparing, keys, otherService } from './services'

describe('a saved file', () => {
  const save = async (...more: readonly string[]) => {
    const service = await otherService((one) =>
      one.method === 'POST' && one.path === '/charges' ? { body: { ...one.body, fee: 1 } } : undefined,
    )
    const file = join(temporaryFolder(), 'answers.json')
    const { report } = await compared(service, '--save', file, ...more)
    return { file, report, text: readFileSync(file, 'utf8'), calls: service.calls }
  }

  it('gives the same report without network, for the same stories or some, and holds nothing secret', async () => {
    const names = ['card-*', 'saved-card', 'events-of-a-day', 'payout', 'account', 'keys', 'webhook-secrets']
    const asked = ['--settings', ...names.flatMap((name) => ['--only', name])]
    const { file, report, text, calls } = await save(...asked)
    const before = calls.length
    const again = join(temporaryFolder(), 'again.json')
    const { code } = await inside(['compare', '--against', file, ...asked, '--json', again])
    expect(code).toBe(1)
    expect(JSON.parse(readFileSync(again, 'utf8'))).toEqual(report)
    const { stdout } = await inside(['compare', '--against', file, '--only', 'card-charge'])
    expect(stdout).toContain('fee: sandbox 3650, other 1')
    expect(calls).toHaveLength(before)
    // It holds no key, secret, card number, address or data of the account.
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
  const { stdout } = await inside(comparing(service, ...keys, '--only', 'card-charge', '--summary'))
  expect(stdout).toContain('| Call | Story | Field | Sandbox | Service |\n')
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
