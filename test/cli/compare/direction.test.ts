/** A row of the choices explains a difference in one direction, with the values that it names; what is no record differs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../support/folder'
import { expectRefusal } from '../inside'
import {
  compared,
  comparing,
  differencesIn,
  type Exchange,
  isCapture,
  type Json,
  keys,
  otherService,
  withoutPauses,
} from './services'

const error = (code: string): Json => ({
  ...{ object: 'error', location: 'https://www.example.com/errors', code, message: 'no' },
})

type Answer = { readonly status?: number; readonly body: unknown }

interface Wrong {
  readonly what: string
  readonly story: string
  readonly profile: 'spec' | 'omise'
  readonly change: (exchange: Exchange) => Answer | undefined
  readonly found: readonly string[]
}

const isRefusal = (one: Exchange, code: string, message: RegExp): boolean =>
  one.body.code === code && message.test(String(one.body.message))

const refund = {
  ...{ object: 'refund', id: 'rfnd_test_5fzbq2k1p7y1h2x3c4d', amount: 100_001, currency: 'THB' },
}

const wrongs: readonly Wrong[] = [
  {
    what: 'a refund of more than was charged is no matter of the payment method',
    ...{ story: 'refused-refunds', profile: 'omise' },
    change: (one) =>
      isRefusal(one, 'failed_refund', /above the refundable balance/)
        ? { status: 200, body: refund }
        : undefined,
    found: ['POST /charges/:id/refunds status', 'POST /charges/:id/refunds code'],
  },
  {
    what: 'a card that has no refunds is no matter of the payment method',
    ...{ story: 'refund-in-full', profile: 'spec' },
    change: ({ method, path }) =>
      method === 'POST' && path.endsWith('/refunds')
        ? { status: 400, body: error('failed_refund') }
        : undefined,
    found: ['POST /charges/:id/refunds status', 'POST /charges/:id/refunds code'],
  },
  {
    what: 'an unknown currency is no missing amount',
    ...{ story: 'refused-charges', profile: 'omise' },
    change: (one) =>
      isRefusal(one, 'invalid_charge', /currency/)
        ? { body: { ...one.body, code: 'invalid_amount' } }
        : undefined,
    found: ['POST /charges code'],
  },
  {
    what: 'a source that was used is no missing amount',
    ...{ story: 'source-of-another-amount', profile: 'omise' },
    change: (one) =>
      isRefusal(one, 'invalid_charge', /./) ? { body: { ...one.body, code: 'invalid_amount' } } : undefined,
    found: ['POST /charges code'],
  },
  {
    what: 'a currency in both cases is in none of the two',
    ...{ story: 'card-charge', profile: 'omise' },
    change: (one) =>
      one.method === 'POST' && one.path === '/charges'
        ? { body: { ...one.body, currency: 'Thb' } }
        : undefined,
    found: ['POST /charges currency'],
  },
]

describe('the account shows when it was made', () => {
  const madeAt = (created_at: unknown) => (one: Exchange) =>
    one.path === '/account' && one.status === 200 ? { body: { ...one.body, created_at } } : undefined

  it.each([
    ['to the second, at any time', '2019-12-31T23:59:59Z', []],
    ['to the millisecond', '2019-12-31T23:59:59.123Z', [['created_at', 'timestamps']]],
    ['as a day', '2019-12-31', [['created_at', null]]],
    ['as a number', 1_577_836_799, [['created_at', null]]],
  ])('%s', async (_, time, found) => {
    const service = await otherService(madeAt(time))
    const { report } = await compared(service, '--only', 'account')
    const differences = report.operations.flatMap((operation) => operation.differences)
    expect(differences.map(({ field, choice }) => [field, choice])).toEqual(found)
  })
})

describe('no row explains that', () => {
  it.each(wrongs)('$what', async ({ story, profile, change, found }) => {
    const service = await otherService(change, { profile })
    const { code, report } = await compared(service, '--only', story, '--profile', profile)
    expect({ code, found: differencesIn(report) }).toEqual({ code: 1, found })
  })
})

describe('in place of a record', () => {
  it.each([
    ['null', { body: null }, 'body', ['object', 'null']],
    ['a list', { body: [{ object: 'charge' }] }, 'body', ['object', 'array']],
    ['a text', { body: 'ok' }, 'body', ['object', 'string']],
    ['null, with another status,', { status: 202, body: null }, 'status', [200, 202]],
  ] as const)('%s differs', async (_, answer, field, values) => {
    const service = await otherService((one) => (isCapture(one) ? answer : undefined))
    const { code, report } = await compared(service, '--only', 'authorize-and-capture')
    expect({ code, found: differencesIn(report) }).toEqual({
      code: 1,
      found: [`POST /charges/:id/capture ${field}`],
    })
    const [difference] = report.operations.flatMap(({ differences }) => differences)
    expect([difference?.sandbox, difference?.other]).toEqual(values)
  })

  it('a redirection differs in its status, whatever page comes with it', async () => {
    const service = await otherService((one) =>
      isCapture(one)
        ? (answer) =>
            answer.writeHead(302, { location: 'https://example.com', 'content-type': 'text/html' }).end('<p>')
        : undefined,
    )
    const { code, report } = await compared(service, '--only', 'authorize-and-capture')
    expect({ code, found: differencesIn(report) }).toEqual({
      code: 1,
      found: ['POST /charges/:id/capture status'],
    })
  })
})

describe('--save leaves the records of others out', () => {
  const others = { object: 'customer', id: 'cust_test_5fzbq2k1p7y1h2x3c4d', email: 'nok@example.com' }
  const listed = { object: 'list', data: [others], total: 1 }

  it.each([
    [
      'of a list with an unexpected status',
      'lists-of-customers',
      '/customers',
      { status: 206, body: listed },
    ],
    [
      'of a list that does not say that it is one',
      'lists-of-customers',
      '/customers',
      { body: { data: [others], total: 1 } },
    ],
    ['of a list without anything around it', 'lists-of-customers', '/customers', { body: [others] }],
    [
      'of an answer where an error is due',
      'refused-customers',
      /^\/customers\/cust_test_\w+$/,
      { status: 200, body: others },
    ],
  ] as const)('%s', async (_, story, path, answer) => {
    const isThere = (one: Exchange): boolean =>
      typeof path === 'string' ? one.path === path : path.test(one.path) && one.status === 404
    const service = await otherService((one) => (one.method === 'GET' && isThere(one) ? answer : undefined))
    const file = join(temporaryFolder(), 'answers.json')
    withoutPauses()
    await compared(service, '--only', story, '--save', file)
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('a record that this run did not make')
    expect(text).not.toContain('nok@example.com')
  })
})

describe('before the first call', () => {
  it.each(['--save', '--json'])('%s looks at its folder', async (option) => {
    const service = await otherService()
    const file = join(temporaryFolder(), 'nowhere', 'answers.json')
    await expectRefusal(
      comparing(service, ...keys, option, file),
      2,
      new RegExp(`^${option} ${file} is in no folder that exists: make ${join(file, '..')}, or name`),
    )
    expect(service.calls).toEqual([])
  })

  it('a version beside saved answers is refused: they have their own', async () => {
    await expectRefusal(
      ['compare', '--against', 'answers.json', '--api-version', '2019-05-29'],
      2,
      /^--against compares with a file, without network: leave --api-version out$/,
    )
  })
})
