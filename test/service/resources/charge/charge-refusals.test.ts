import { describe, expect } from 'vitest'
import type { ErrorName } from '../../../../src/kernel/errors'
import type { Params } from '../../../support/form'
import { expectError, expectRefusal, start, test } from '../../../support/set-up'

const order = { amount: 10_000, currency: 'thb' } as const

describe('400: nothing is charged', () => {
  const tooLong = 'x'.repeat(256)
  const refused: [params: Params, name: ErrorName, message: string, fields?: string[]][] = [
    [{ amount: undefined }, 'invalid_charge', 'amount is not a number', ['amount']],
    [{ amount: 'lots' }, 'invalid_charge', 'amount is not a number', ['amount']],
    [{ amount: 100.5 }, 'invalid_amount', 'amount must be an integer (in subunits)', ['amount']],
    [{ amount: 0 }, 'invalid_amount', 'amount must be greater than 0', ['amount']],
    [{ amount: 2 ** 53 }, 'invalid_charge', 'amount is too large', ['amount']],
    [{ currency: undefined }, 'invalid_charge', 'currency is currently not supported', ['currency']],
    [{ currency: 'btc' }, 'invalid_charge', 'currency is currently not supported', ['currency']],
    [
      { currency: 'btc', amount: 'x' },
      'invalid_charge',
      'currency is currently not supported and amount is not a number',
      ['currency', 'amount'],
    ],
    [
      { currency: 'btc', amount: 'x', capture: 'maybe' },
      'invalid_charge',
      'currency is currently not supported, amount is not a number, and capture must be true or false',
      ['currency', 'amount', 'capture'],
    ],
    [{ card: 42 }, 'invalid_card_token', 'invalid card token'],
    [{ card: { number: 'x' } }, 'invalid_card_token', 'invalid card token'],
    [{ card: undefined }, 'missing_card', 'request contains no card parameters', ['card']],
    [{ description: tooLong }, 'invalid_charge', 'description is too long (maximum is 255 characters)'],
    [{ metadata: 'text' }, 'bad_request', 'metadata is invalid'],
    [{ return_uri: 'javascript:alert(1)' }, 'invalid_charge', 'return_uri is invalid'],
    [{ expires_at: start }, 'invalid_charge', 'expires_at must be in the future', ['expires_at']],
    [{ expires_at: 'tomorrow' }, 'invalid_charge', 'expires_at is invalid', ['expires_at']],
    [
      { amount: 1, expires_at: '2020-01-01' },
      'invalid_charge',
      'amount must be at least 2000 (in subunits) and expires_at must be in the future',
      ['amount', 'expires_at'],
    ],
  ]
  const rows = refused.map(([params, name, message, fields]) => ({
    params,
    name,
    details: fields === undefined ? { message } : { message, fields },
    title: `${message}: ${(JSON.stringify(params)).slice(0, 40)}`,
  }))
  test.for(rows)('$title (7, 7.1)', async ({ params, name, details }, { client, sandbox }) => {
    const all = { ...order, card: (await client.token()).id, ...params }
    await expectRefusal(sandbox, () => client.post('/charges', all, { as: 'json' }), name, details)
  })

  test('a customer without a card cannot be charged', async ({ client }) => {
    const { body: customer } = await client.post('/customers', { email: 'a@example.com' })
    const answer = await client.post('/charges', { ...order, customer: customer.id })
    expectError(answer, 'invalid_charge', { message: 'customer has no card', customer_id: customer.id })
  })
})

describe('404: what is named must exist (7.1)', () => {
  test('token, customer, card of the customer', async ({ client }) => {
    const { id: customer } = await client.customer()
    const { default_card: otherCard } = await client.customer()
    const { id: token } = await client.token()
    const unknown: [Params, string][] = [
      [{ card: 'tokn_test_x' }, 'token tokn_test_x was not found'],
      [
        { card: '4242424242424242' },
        'a card number is not a token: send it to the vault, and the id of the token here',
      ],
      [{ customer: 'cust_test_x' }, 'customer cust_test_x was not found'],
      [{ customer, card: 'card_test_x' }, 'card card_test_x was not found'],
      [{ customer, card: otherCard }, `card ${otherCard} was not found`],
      [{ customer, card: token }, `card ${token} was not found`],
    ]
    for (const [params, message] of unknown)
      expectError(await client.post('/charges', { ...order, ...params }), 'not_found', { message })
  })
})

test('a way to pay that was left blank counts as absent', async ({ client }) => {
  const blank = { ...order, card: '', customer: '', ip: '' }
  expectError(await client.post('/charges', blank), 'missing_card')
  const paid = await client.charge({ customer: '', return_uri: '', card: (await client.token()).id })
  expect(paid).toMatchObject({ customer: null, return_uri: null, authorize_uri: null })
})
