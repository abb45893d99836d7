/** How each recorded refusal, and what is recorded besides payments, shows under the profile `omise`. */
import { expect } from 'vitest'
import { type Check, omise } from './recorded-payments'

/** The fields of an error that the real service has, and no other. */
const expectRefused = (
  answer: { readonly status: number; readonly body: object },
  code: string,
  message: string,
  status = 400,
): void =>
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { object: 'error', location: expect.stringMatching(/^https?:/), code, message },
  })

const sourceRefused =
  (source: object, message: string): Check =>
  async () => {
    const params = { amount: 100_000, currency: 'thb', ...source }
    expectRefused(await omise().ask('POST', '/sources', params), 'bad_request', message)
  }

const chargeRefused =
  (params: object, message: string): Check =>
  async () =>
    expectRefused(await omise().charge(params), 'invalid_charge', message)

/** A refund, with these parameters, of a charge that was just made. */
const refundRefused =
  (made: object, params: object | undefined, message: string, overrides = {}): Check =>
  async () => {
    const { ask, charge } = omise(overrides)
    const { id } = (await charge(made)).body
    expectRefused(await ask('POST', `/charges/${id}/refunds`, params), 'failed_refund', message)
  }

const card = { name: 'A', number: '4242424242424242', expiration_month: 1, expiration_year: 2030 }

const tokenRefused =
  (given: object, message: string): Check =>
  async () => {
    const { ask, sandbox } = omise()
    const answer = await ask('POST', '/tokens', { card: { ...card, ...given } }, sandbox.authorization.public)
    expectRefused(answer, 'invalid_card', message)
  }

const notFound =
  (object: 'token' | 'charge' | 'customer'): Check =>
  async () => {
    const { sandbox } = omise()
    const key = sandbox.authorization[object === 'token' ? 'public' : 'secret']
    const url = `${object === 'token' ? sandbox.vaultUrl : sandbox.url}/${object}s/${object}_test_none`
    const answer = await sandbox.fetch(url, { headers: { authorization: key } })
    const [body, message] = [await answer.json(), `${object} ${object}_test_none was not found`]
    expectRefused({ status: answer.status, body }, 'not_found', message, 404)
  }

export const refusalChecks: Readonly<Record<string, Check>> = {
  'min-amount-message': chargeRefused(
    { amount: 1000 },
    'amount must be greater than or equal to ฿20 (2000 satangs)',
  ),
  'captured-twice': async () => {
    const { ask, charge } = omise()
    const answer = await ask('POST', `/charges/${(await charge()).body.id}/capture`)
    expectRefused(answer, 'failed_capture', 'charge was already captured')
  },
  // The fee is not in the balance, and only a void gives it back.
  'refund-beyond-balance': refundRefused(
    {},
    { amount: 9_900 },
    'account does not have sufficient balance for a refund',
    { refundBalance: 'needed' },
  ),
  'refund-uncaptured': refundRefused({ capture: false }, { amount: 100 }, "charge can't be refunded"),
  'refund-needs-amount': refundRefused({}, undefined, 'amount is not a number'),
  'card-number-blank': tokenRefused(
    { number: undefined },
    "number can't be blank and brand not supported (unknown)",
  ),
  'card-month-blank': tokenRefused(
    { expiration_month: undefined },
    "expiration month can't be blank and expiration month is not between 1 and 12",
  ),
  'card-many': tokenRefused(
    { expiration_month: 13, name: '', expiration_year: 1, number: '123456' },
    "expiration month is not between 1 and 12, name can't be blank, expiration year is invalid, expiration date is invalid, number is invalid, and brand not supported (unknown)",
  ),
  'card-name-blank': tokenRefused({ name: '' }, "name can't be blank"),
  'card-number-unknown': tokenRefused(
    { number: '1234567812345678' },
    'number is invalid and brand not supported (unknown)',
  ),
  'card-number-luhn': tokenRefused({ number: '4242424242424241' }, 'number is invalid'),
  'card-year': tokenRefused({ expiration_year: 1 }, 'expiration year is invalid'),
  'econtext-currency': sourceRefused(
    { type: 'econtext', name: 'Taro', email: 'taro@example.com', phone_number: '0812345678' },
    'currency must be JPY',
  ),
  'source-type-unknown': sourceRefused({ type: 'whatever' }, 'type is currently not supported'),
  'source-currency': sourceRefused(
    { type: 'promptpay', currency: 'xyz' },
    'currency is currently not supported',
  ),
  'charge-currency': chargeRefused({ currency: 'xyz' }, 'currency is currently not supported'),
  'charge-amount-integer': chargeRefused({ amount: 10_000.5 }, 'amount must be an integer'),
  'used-token': async () => {
    const { charge, token } = omise()
    const one = await token()
    await charge({ card: one })
    expectRefused(await charge({ card: one }), 'used_token', 'token was already used')
  },
  'wrong-key': async () => {
    const answer = await omise().ask('GET', '/account', undefined, `Basic ${btoa('skey_test_wrong:')}`)
    expectRefused(answer, 'authentication_failure', 'authentication failed', 401)
  },
  'nf-token': notFound('token'),
  'nf-charge': notFound('charge'),
  'nf-customer': notFound('customer'),
}

export const otherChecks: Readonly<Record<string, Check>> = {
  'error-fields': async () => {
    const { ask, charge, sandbox } = omise()
    const wrong = await ask('POST', '/tokens', { card: { number: '1' } }, sandbox.authorization.public)
    const declined = await ask('POST', `/charges/${(await charge()).body.id}/capture`)
    for (const { body } of [wrong, declined, await ask('GET', '/nowhere'), await charge({ amount: 'x' })])
      expect(Object.keys(body)).toEqual(['object', 'location', 'code', 'message'])
  },
  'deleted-transfer-sendable': async () => {
    const { ask, charge } = omise()
    await charge({ amount: 100_000 })
    const { id, sendable } = (await ask('POST', '/transfers', { amount: 10_000 })).body
    expect([sendable, (await ask('DELETE', `/transfers/${id}`)).body.sendable]).toEqual([true, true])
  },
  'default-recipient': async () => {
    const { data } = (await omise().ask('GET', '/recipients')).body
    expect(data[0]).toMatchObject({ default: true, type: 'individual', tax_id: '' })
  },
  'schedule-first-run': async () => {
    expect(await schedule('2026-01-15')).toMatchObject({
      occurrences: { data: [{ status: 'successful', result: expect.stringMatching(/^chrg_/) }] },
    })
  },
  'schedule-no-future-occurrence': async () => {
    expect(await schedule('2026-01-16')).toMatchObject({
      occurrences: { data: [], total: 0 },
      next_occurrences_on: expect.arrayContaining(['2026-01-16']),
    })
    expect(await schedule('2026-01-15')).toMatchObject({ occurrences: { total: 1 } })
  },
  'checkout-sessions': async () => {
    const { ask } = omise()
    const complete_url = 'https://shop.example.com/done'
    const params = { amount: 10_000, currency: 'THB', redirect_urls: { complete_url } }
    const { status, body } = await ask('POST', '/api/sessions', params)
    expect([status, body]).toMatchObject([200, { object: 'checkout_session', status: 'open', payments: [] }])
    expect(body.redirect_url).toMatch(/^https?:/)
    expect((await ask('GET', `/api/sessions/${body.id}`)).body).toEqual(body)
  },
  'rate-limit-headers': async () => {
    const { sandbox } = omise()
    const headers = { authorization: sandbox.authorization.secret }
    const names = [...(await sandbox.fetch(`${sandbox.url}/account`, { headers })).headers.keys()]
    expect(names).toContain('x-request-id')
    expect(names.filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
  },
}

/** Every day from a day on, at 09:00 on 15 January 2026. */
const schedule = async (start_on: string) => {
  const { ask, token } = omise()
  const { id: customer } = (await ask('POST', '/customers', { card: await token() })).body
  const days = { every: 1, period: 'day', start_on, end_on: '2026-02-15' }
  const { id } = (await ask('POST', '/schedules', { ...days, charge: { customer, amount: 10_000 } })).body
  return (await ask('GET', `/schedules/${id}`)).body
}
