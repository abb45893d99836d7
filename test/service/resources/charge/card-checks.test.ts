/** Assumption `card-checks`: a charge of amount 0 asks whether a card is good (client-shapes 4). */
import { describe, expect } from 'vitest'
import type { Charge } from '../../../../src/index'
import type { Params } from '../../../support/form'
import { expectError, expectSuccess, setUp, test } from '../../../support/set-up'

const check = (params: Params = {}): Params => ({
  amount: 0,
  currency: 'thb',
  authentication: 'PASSKEY',
  ...params,
})

const nothing = {
  amount: 0,
  authorized_amount: 0,
  captured_amount: 0,
  refunded_amount: 0,
  funding_amount: 0,
  fee: 0,
  fee_vat: 0,
  net: 0,
  transaction: null,
  refundable: false,
  partially_refundable: false,
  disputable: false,
  can_perform_void: false,
}

describe('200: a charge of amount 0 with authentication', () => {
  test('of a good card is successful, and books nothing', async ({ client, sandbox }) => {
    const { id: card } = await client.token()
    const charge = expectSuccess(await client.post<Charge>('/charges', check({ card }), { as: 'json' }))
    expect(charge).toMatchObject({ ...nothing, status: 'successful', paid: true, authorized: true })
    expect(sandbox.transactions.count()).toBe(0)
    expect(sandbox.events.list().map(({ key }) => key)).toEqual(['charge.create', 'charge.complete'])
    expect((await client.get(`/tokens/${card}`)).body).toMatchObject({ used: true })
  })

  test('of a saved card, in a form and in any currency', async ({ client }) => {
    const { id: customer } = await client.customer()
    const checked = await client.post('/charges', check({ customer, currency: 'jpy', amount: '0' }))
    const shown = { ...nothing, status: 'successful', customer, currency: 'jpy' }
    expect(expectSuccess(checked)).toMatchObject(shown)
  })

  test.for([
    ['a good card', {}],
    ['a good card that is only authorized', { capture: false }],
    ['an amount of its own', { amount: 10_000 }],
  ] as const)('of %s is authenticated by its passkey', async ([_, params], { client }) => {
    const charge = await client.charge(check(params))
    expect(charge).toMatchObject({ authorized: true, authenticated_by: 'PASSKEY' })
  })

  test('of a card that fails, or that waits for 3-D Secure, is not authenticated by its passkey', async () => {
    const { client, sandbox } = setUp()
    const failing = await client.token('4111111111140011')
    await client.post('/charges', check({ card: failing.id }))
    expect(sandbox.charges.last()).toMatchObject({ status: 'failed', authenticated_by: null })
    sandbox.accounts[0]?.update({ require3ds: true })
    const waiting = await client.charge(check())
    expect(waiting).toMatchObject({ status: 'pending', authenticated_by: null })
    expect(await client.confirm(waiting)).toMatchObject({ authenticated_by: '3DS' })
  })

  test('by 3-D Secure waits for its cardholder', async ({ client, sandbox }) => {
    const waiting = await client.charge(check({ authentication: '3DS' }))
    expect(waiting.status).toBe('pending')
    const confirmed = { ...nothing, status: 'successful', authenticated_by: '3DS' }
    expect(await client.confirm(waiting)).toMatchObject(confirmed)
    expect(sandbox.transactions.count()).toBe(0)
  })

  test('with capture false is authorized, then captured or reversed as any charge', async ({ client }) => {
    const act = async (action: string, params: Params = {}) =>
      client.post(`/charges/${(await client.authorized(check())).id}/${action}`, params)
    const captured = await act('capture')
    expect(expectSuccess(captured)).toMatchObject({ ...nothing, status: 'successful' })
    expect(expectSuccess(await act('reverse'))).toMatchObject({ status: 'reversed', transaction: null })
    const tooMuch = await act('capture', { capture_amount: 1 })
    expectError(tooMuch, 'failed_capture', { message: /less than or equal/ })
  })
})

describe('a card check is refused', () => {
  test('402: where the card is, with the failed charge', async ({ client, sandbox }) => {
    const { id: card } = await client.token('4111111111140011')
    expectError(await client.post('/charges', check({ card })), 'insufficient_fund', {
      charge_id: sandbox.charges.last()?.id ?? '',
    })
    expect(sandbox.charges.last()).toMatchObject({ amount: 0, status: 'failed' })
  })

  test('400 invalid_amount: without authentication, of a source, or below 0', async ({ client, sandbox }) => {
    const { id: card } = await client.token()
    const wrong: Params[] = [
      { amount: 0, currency: 'thb', card },
      { amount: 0, currency: 'thb' },
      check({ source: { type: 'promptpay' } }),
      check({ card, amount: -1 }),
    ]
    for (const params of wrong)
      expectError(await client.post('/charges', params), 'invalid_amount', {
        message: 'amount must be greater than 0',
        fields: ['amount'],
      })
    expect(sandbox.charges.count()).toBe(0)
  })

  test('400 invalid_charge: with an amount, which has its minimum as ever', async ({ client }) => {
    const { id: card } = await client.token()
    expectError(await client.post('/charges', check({ card, amount: 1999 })), 'invalid_charge', {
      message: 'amount must be at least 2000 (in subunits)',
    })
  })

  test('422 and 400: refunded or disputed, as there is no money in it', async ({ client }) => {
    const { id } = await client.charge(check())
    for (const params of [{}, { amount: 1 }])
      expectError(await client.post(`/charges/${id}/refunds`, params), 'not_refundable', {
        message: 'charge of amount 0 has nothing to refund',
        charge_id: id,
      })
    expectError(await client.post(`/charges/${id}/disputes`), 'invalid_dispute', { message: /./ })
  })
})

test('a card check is recorded, and made again from that', async ({ client, sandbox }) => {
  const { id: customer } = await client.customer()
  await client.confirm(await client.charge(check({ customer, authentication: '3DS' })))
  await client.charge(check({ customer }))
  const { fixture, leftOut } = await sandbox.record()
  expect(leftOut).toEqual([])
  const again = setUp({ fixtures: [fixture] })
  expect(again.sandbox.charges.list().map(({ amount, status }) => [amount, status])).toEqual([
    [0, 'successful'],
    [0, 'successful'],
  ])
})
