import { describe, expect } from 'vitest'
import type { Charge, Refund, SandboxOptions, Source } from '../../../../src/index'
import { methods } from '../../../../src/service/simulation/methods'
import type { Params } from '../../../support/form'
import { cardFor, paramsOf } from '../../../support/payment-methods'
import { keysOf } from '../../../support/schedules'
import { expectError, expectSuccess, setUp, test } from '../../../support/set-up'

describe('200: creation (4.3)', () => {
  test('in a browser, a wallet redirects instead of opening its app', async ({ client }) => {
    const params = { ...paramsOf('gcash'), platform_type: 'WEB' }
    expect(expectSuccess(await client.post<Source>('/sources', params)).flow).toBe('redirect')
  })
})

test.for([
  [{ type: 'gold', amount: 2000, currency: 'thb' }, 'type is currently not supported'],
  [{ type: 'promptpay', amount: 2000, currency: 'sgd' }, 'currency must be THB'],
  [{ type: 'shopeepay', amount: 2000, currency: 'jpy' }, 'currency is currently not supported'],
  [{ type: 'promptpay', amount: 'ten', currency: 'thb' }, 'amount is not a number'],
  [{ type: 'promptpay', amount: 1999, currency: 'thb' }, 'amount must be at least 2000'],
  [{ type: 'truemoney', amount: 2000, currency: 'thb' }, 'phone_number must contain 10-11 digit characters'],
  [{ type: 'fpx', amount: 2000, currency: 'myr' }, "bank can't be blank"],
  [{ type: 'barcode_alipay', amount: 2000, currency: 'thb' }, "barcode can't be blank"],
  [
    { type: 'installment_kbank', amount: 200_000, currency: 'thb', installment_term: 9 },
    'installment_term is not included in the list (3, 4, 6, 10)',
  ],
  [{ ...paramsOf('econtext'), amount: 50_000 }, 'amount must be less than 50000'],
  [
    { type: 'econtext', amount: 150, currency: 'jpy' },
    'name cannot be blank, email is in invalid format, and phone_number must contain 10-11 digit characters',
  ],
] as const)(
  '400: a method refuses parameters that do not fit it (7): %o is refused: %s',
  async ([params, message], { client, sandbox }) => {
    expectError(await client.post('/sources', params), 'bad_request', { message })
    expect(sandbox.sources.count()).toBe(0)
  },
)

describe('200: a charge by source (1.3, 3.2)', () => {
  test('a QR source shows its code once it is charged, as a picture', async ({ client, sandbox }) => {
    const source = expectSuccess(await client.post<Source>('/sources', paramsOf('promptpay')))
    expect(source.scannable_code).toBeNull()
    const charge = await client.charge({ amount: 20_000, card: undefined, source: source.id })
    expect(charge).toMatchObject({
      status: 'pending',
      paid: false,
      card: null,
      source_of_fund: 'offline',
      source: { id: source.id, charge_status: 'pending' },
    })
    const image = await sandbox.fetch(charge.source?.scannable_code?.image.download_uri ?? '')
    expect(await image.text()).toMatch(/^<svg /)
  })

  test('an inline source takes the amount and currency of its charge', async ({ client, sandbox }) => {
    const charge = await client.charge({ amount: 20_000, card: undefined, source: { type: 'promptpay' } })
    expect(charge.source).toMatchObject({ type: 'promptpay', amount: 20_000, currency: 'thb' })
    expect(sandbox.events.list().map((event) => event.key)).toEqual(['source.create', 'charge.create'])
  })

  const absorbed = { fee: 36_500, interest: 48_000, interest_vat: 3360, net: 909_585 }
  const payerBears = { fee: 36_500, interest: 0, interest_vat: 0, net: 960_945 }
  test.each([
    ['asked of the source', true, undefined, absorbed, 'merchant'],
    ['asked of the charge', undefined, true, absorbed, 'merchant'],
    ['the charge says last', true, false, payerBears, 'customer'],
    ['asked by nobody', undefined, undefined, payerBears, 'customer'],
  ])('absorbed instalments carry interest and its tax: %s', async (_, ofSource, ofCharge, fees, bears) => {
    const { client } = setUp()
    const zero_interest_installments = bears === 'merchant'
    const amount = 1_000_000
    const type = 'installment_bay'
    const parts = { type, installment_term: 6, zero_interest_installments: ofSource }
    const params = { ...parts, amount, currency: 'thb' }
    const made = expectSuccess(await client.post<Source>('/sources', params))
    for (const source of [parts, made.id]) {
      const asked = { amount, zero_interest_installments: ofCharge, return_uri: 'https://shop.test/done' }
      const charge = await client.charge({ ...asked, card: undefined, source })
      expect(charge).toMatchObject({ ...fees, zero_interest_installments })
      expect(charge.source).toMatchObject({ absorption_type: bears, zero_interest_installments })
    }
  })
})

describe('the end of a charge by source (3.2, 6)', () => {
  const waiting = async (source: Params = { type: 'promptpay' }) => {
    const set = setUp()
    const return_uri = 'https://shop.test/done'
    const charge = await set.client.charge({ amount: 20_000, card: undefined, source, return_uri })
    return { ...set, charge }
  }

  test('paid: the money is booked, charge and source are successful', async () => {
    const { client, sandbox, charge } = await waiting()
    const paid = expectSuccess(await client.post<Charge>(`/charges/${charge.id}/mark_as_paid`))
    expect(paid).toMatchObject({ status: 'successful', paid: true, fee: 330, fee_vat: 23, net: 19_647 })
    expect(paid.source).toMatchObject({ status: 'successful', charge_status: 'successful' })
    expect(sandbox.transactions.last()).toMatchObject({ key: 'charge.captured.net', amount: 19_647 })
  })

  test('failed: with the failure code that was asked for', async () => {
    const { client, charge } = await waiting()
    const path = `/charges/${charge.id}/mark_as_failed`
    expectError(await client.post(path, { failure_code: 'bad_luck' }), 'bad_request', {
      message: /^failure_code is not included in the list/,
    })
    const failed = expectSuccess(await client.post<Charge>(path, { failure_code: 'timeout' }))
    expect(failed).toMatchObject({ status: 'failed', failure_code: 'timeout', transaction: null })
    expect(failed.source).toMatchObject({ status: 'failed', charge_status: 'failed' })
    expectError(await client.post(path), 'bad_request', { message: 'charge is already failed' })
  })

  test('expired: by request, or by the clock', async () => {
    for (const end of ['request', 'clock'] as const) {
      const { client, sandbox, charge } = await waiting()
      if (end === 'request') expectSuccess(await client.post(`/charges/${charge.id}/expire`))
      else await sandbox.clock.advance('7d')
      expect(sandbox.charges.get(charge.id)).toMatchObject({ status: 'expired', authorized: false })
      expect(sandbox.sources.last()).toMatchObject({ status: 'failed', charge_status: 'expired' })
      expect(keysOf(sandbox).slice(2)).toEqual(['charge.update', 'source.failed'])
    }
  })

  test('on its page: the payer pays or cancels, and goes back to the shop', async () => {
    const { client, charge } = await waiting({ type: 'alipay' })
    expect((await client.confirm(charge, 'success')).status).toBe('successful')
    const { client: other, charge: second } = await waiting({ type: 'alipay' })
    expect(await other.confirm(second, 'failure')).toMatchObject({ failure_code: 'payment_cancelled' })
  })

  const paid = async (type: string, options: SandboxOptions) => {
    const { client, sandbox } = setUp(options)
    const source = expectSuccess(await client.post<Source>('/sources', paramsOf(type)))
    const { amount, currency } = source
    const return_uri = 'https://shop.test/done'
    const card = { card: undefined, ...(await cardFor(client, type)) }
    const { id } = await client.charge({ amount, currency, ...card, source: source.id, return_uri })
    expectSuccess(await client.post(`/charges/${id}/mark_as_paid`))
    return { client, sandbox, id }
  }

  test.each(methods.map(({ type }) => type))(
    '%s: once it is successful, all or part of it can be refunded (3.3)',
    async (type) => {
      const { client, sandbox, id } = await paid(type, {})
      const flags = {
        refundable: true,
        partially_refundable: true,
        disputable: false,
        can_perform_void: false,
      }
      expect(sandbox.charges.get(id)).toMatchObject(flags)
      expectSuccess(await client.post(`/charges/${id}/refunds`, { amount: 5000 }))
      const rest = expectSuccess(await client.post<Refund>(`/charges/${id}/refunds`))
      expect(rest).toMatchObject({ voided: false, charge: { refundable: false } })
    },
  )

  test.each([
    ['paynow', true, true],
    ['truemoney', true, false],
    ['promptpay', false, false],
  ])('%s: with `refunds: by-method` as the method allows (contract 5.1)', async (type, whole, part) => {
    const { client, sandbox, id } = await paid(type, { overrides: { refunds: 'by-method' } })
    expect(sandbox.charges.get(id)).toMatchObject({ refundable: whole, partially_refundable: part })
    const partial = await client.post(`/charges/${id}/refunds`, { amount: 5000 })
    if (part) expectSuccess(partial)
    else expectError(partial, 'not_refundable', { message: /refunds/ })
    if (whole) expectSuccess(await client.post(`/charges/${id}/refunds`))
  })
})

describe('400: a charge that its source does not fit', () => {
  test.for([
    [{ amount: 20_001 }, 'amount must be that of the source (20000)'],
    [{ currency: 'usd' }, 'currency must be that of the source (thb)'],
  ] as const)('%o: %s', async ([params, message], { client }) => {
    const { id } = expectSuccess(await client.post<Source>('/sources', paramsOf('promptpay')))
    const answer = await client.post('/charges', { amount: 20_000, currency: 'thb', source: id, ...params })
    expectError(answer, 'invalid_charge', { message })
  })

  test('a source is charged once', async ({ client }) => {
    const { id } = expectSuccess(await client.post<Source>('/sources', paramsOf('promptpay')))
    const charge = { amount: 20_000, currency: 'thb', source: id }
    expectSuccess(await client.post('/charges', charge))
    const again = await client.post('/charges', charge)
    expectError(again, 'invalid_charge', { message: 'source was already used' })
  })

  test('a redirect needs a way back; card and source exclude each other', async ({ client }) => {
    const charge = { amount: 20_000, currency: 'thb' }
    const redirect = await client.post('/charges', { ...charge, source: { type: 'alipay' } })
    const blank = "return_uri can't be blank"
    expectError(redirect, 'invalid_charge', { message: blank, fields: ['return_uri'] })
    const { id: card } = await client.token()
    const both = await client.post('/charges', { ...charge, card, source: { type: 'promptpay' } })
    const together = 'card and source cannot be used together'
    expectError(both, 'bad_request', { message: together, fields: ['source'] })
  })

  test('an unknown source is not found', async ({ client }) => {
    const answer = await client.post('/charges', { amount: 20_000, currency: 'thb', source: 'src_test_nope' })
    expectError(answer, 'not_found', { message: 'source src_test_nope was not found' })
  })

  test('a charge that does not wait for a payer cannot be marked', async ({ client }) => {
    const { id } = await client.charge()
    for (const mark of ['mark_as_paid', 'mark_as_failed'])
      expectError(await client.post(`/charges/${id}/${mark}`), 'bad_request', { message: /not eligible/ })
  })
})
