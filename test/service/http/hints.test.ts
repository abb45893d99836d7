/** What `Sandbox-Warning` says of a wrong request besides the words of the service: the journal keeps it. */
import { describe, expect } from 'vitest'
import type { Sandbox } from '../../../src/index'
import type { Client } from '../../support/client'
import { dispute } from '../../support/disputes'
import type { Params } from '../../support/form'
import { createRecipient, createTransfer } from '../../support/payouts'
import { test } from '../../support/set-up'

const sale = { amount: 10_000, currency: 'thb', card: 'tokn_test_x' }
const qr = { amount: 10_000, currency: 'thb' }

describe('a wrong parameter is named with what was meant', () => {
  const card = { amount: 10_000, card: 'tokn_test_x' }
  const link = { amount: 10_000, currency: 'tbh', title: 'a', description: 'b' }
  const grabpay = { source: { type: 'grabpay' }, return_uri: 'https://shop.example' }
  const noCurrency = (given: string, then: string) =>
    new RegExp(`^currency "${given}" is no currency of the service: ${then}`)
  const noMethod = (name: string, given: string, then: string) =>
    new RegExp(`^${name} "${given}" is no payment method: ${then}`)

  test.for<[path: string, body: Params, says: RegExp]>([
    ['/charges', { ...card, currency: 'thbb' }, noCurrency('thbb', 'did you mean thb\\?$')],
    ['/charges', { ...card, currency: 'btc' }, noCurrency('btc', '(?:did you mean|there are) ')],
    ['/charges', { ...card, currency: 'bitcoin' }, noCurrency('bitcoin', 'there are thb, .*usd')],
    ['/charges', card, /^currency is missing: send one such as currency=thb$/],
    [
      '/charges',
      { ...card, curency: 'thb' },
      /^currency is missing: curency is no parameter, did you mean currency\?$/,
    ],
    [
      '/charges',
      { amuont: 1, currency: 'thb' },
      /^amount is missing: amuont is no parameter, did you mean amount\?$/,
    ],
    ['/links', link, /did you mean thb\?$/],
    [
      '/charges',
      { ...qr, source: { type: 'promptpya' } },
      noMethod('source\\[type\\]', 'promptpya', 'did you mean promptpay\\?$'),
    ],
    ['/sources', { ...qr, type: 'promptpya' }, noMethod('type', 'promptpya', 'did you mean promptpay\\?$')],
    ['/sources', { ...qr, type: 'banknotes' }, noMethod('type', 'banknotes', 'there are .*promptpay')],
    ['/sources', { ...qr, currency: 'sdg', type: 'paynow' }, /^currency "sdg" .*: did you mean sgd\?$/],
    ['/sources', { ...qr, currency: 'jpy', type: 'grabpay' }, /^grabpay takes sgd, myr, thb$/],
    ['/charges', { ...qr, ...grabpay, currency: 'jpy' }, /^grabpay takes sgd, myr, thb$/],
  ])('POST %s with %j', async ([path, body, says], { sandbox, client }) => {
    const answer = await client.post(path, body)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('sandbox-warning')).toMatch(says)
    expect(sandbox.requests.last()?.warnings).toEqual([expect.stringMatching(says)])
  })

  test('and says nothing more of what is right, or what the service explains itself', async ({ client }) => {
    const { id: card } = await client.token()
    const silent = [{ ...sale, card }, { ...sale, amount: 1 }, { ...qr, source: { type: 'promptpay' } }, {}]
    for (const body of silent)
      expect((await client.post('/charges', body)).headers.get('sandbox-warning')).toBeNull()
  })
})

describe('amount and currency of a source within a charge', () => {
  test.for([
    { amount: 10_000, currency: 'thb' },
    { amount: '10000', currency: 'THB' },
    { amount: null, currency: null },
    { currency: 'thb' },
  ])('are taken in silence where they are those of the charge: %j', async (money, { client }) => {
    const body = { ...qr, source: { type: 'promptpay', ...money } }
    const answer = await client.post('/charges', body, { as: 'json' })
    expect(answer.body).toMatchObject({ amount: 10_000, source: { amount: 10_000, currency: 'thb' } })
    expect(answer.headers.get('sandbox-ignored-params')).toBeNull()
    expect(answer.headers.get('sandbox-warning')).toBeNull()
  })

  test('give way to those of the charge, with a warning, where they differ', async ({ client }) => {
    const source = { type: 'promptpay', amount: 9_000, currency: 'usd' }
    const answer = await client.post('/charges', { ...qr, source })
    expect(answer.body).toMatchObject({ amount: 10_000, source: { amount: 10_000, currency: 'thb' } })
    expect(answer.headers.get('sandbox-warning')).toBe(
      'source[amount] is 9000, and amount is 10000: amount counts; ' +
        'source[currency] is usd, and currency is thb: currency counts',
    )
  })

  test('are refused where they are none', async ({ client }) => {
    const answer = await client.post('/charges', { ...qr, source: { type: 'promptpay', amount: 'abc' } })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid_charge' })
  })
})

describe('an operation of test mode only', () => {
  const waiting = { card: undefined, source: { type: 'promptpay' } }
  const transfer = async (client: Client) => {
    await client.charge({ amount: 100_000 })
    return (await createTransfer(client)).id
  }
  test.for<[path: string, make: (client: Client) => Promise<string>]>([
    ['POST /charges/:id/mark_as_paid', async (client) => (await client.charge(waiting)).id],
    ['POST /charges/:id/mark_as_failed', async (client) => (await client.charge(waiting)).id],
    ['POST /charges/:id/disputes', async (client) => (await client.charge()).id],
    ['PATCH /disputes/:id/close', async (client) => (await dispute(client)).id],
    ['POST /recipients/:id/verify', async (client) => (await createRecipient(client)).id],
    ['POST /transfers/:id/mark_as_sent', transfer],
  ])('%s warns that a live key is refused', async ([operation, make], { sandbox, client }) => {
    const [method, path = ''] = operation.replace(':id', await make(client)).split(' ')
    const send = method === 'PATCH' ? client.patch : client.post
    const answer = await send(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('sandbox-warning')).toMatch(
      /^this operation exists in test mode only: with a live key it is refused, /,
    )
    expect(sandbox.requests.last()?.warnings).toHaveLength(1)
    const live = await send(path, {}, { key: sandbox.live.keys.secret })
    expect(live.status).toBeGreaterThanOrEqual(400)
    expect(live.headers.get('sandbox-warning')).toBeNull()
  })
})

describe('JSON sent as a form', () => {
  const post = async (sandbox: Sandbox, body: string, type: string) => {
    const headers = { authorization: sandbox.authorization.secret, 'content-type': type }
    return sandbox.fetch(`${sandbox.url}/charges`, { method: 'POST', headers, body })
  }
  const form = 'application/x-www-form-urlencoded'

  test.for([
    ['{"amount":10000,"currency":"thb"}', form],
    [' {\n"amount": 10000 }', `${form}; charset=utf-8`],
    ['[{"amount":10000}]', form],
  ] as const)('is named: %s as %s', async ([body, type], { sandbox }) => {
    const answer = await post(sandbox, body, type)
    expect(answer.headers.get('sandbox-warning')).toBe(
      'the body is JSON, and its content type is that of a form: send "content-type: application/json"',
    )
    expect(answer.status).toBe(400)
  })

  test.for([
    ['{"amount":10000,"currency":"thb"}', 'application/json'],
    ['{=1&amount=10000', form],
    ['amount=10000', form],
  ] as const)('is not what this is: %s as %s', async ([body, type], { sandbox }) => {
    expect((await post(sandbox, body, type)).headers.get('sandbox-warning') ?? '').not.toContain('JSON')
  })
})

describe('a key that looks live', () => {
  test.for([
    [
      'skey_5fzbq2k1p7y1h2x3c4d',
      /is not known: it looks like a live key, use one of test mode, skey_test_\.\.\.; known/,
    ],
    ['pkey_5fzbq2k1p7y1h2x3c4d', /it looks like a live key, use one of test mode, pkey_test_\.\.\./],
    ['skey_test_5fzbq2k1p7y1h2x3c4', /^(?!.*live key).*is not known; .*known keys/],
  ] as const)('is named as such, and masked: %s', async ([key, says], { client }) => {
    const { status, headers } = await client.get('/account', {}, { key })
    expect(status).toBe(401)
    expect(headers.get('sandbox-warning')).toMatch(says)
    expect(headers.get('sandbox-warning')).not.toContain(key)
  })
})
