/** How each recorded behaviour of payments shows under the profile `omise`: a function that fails where it does not. */
import { expect } from 'vitest'
import { open } from './open'

export type Check = () => Promise<void>

export const omise = (overrides: object = {}) => open({ profile: 'omise', overrides })

const shop = 'https://shop.example.com/return'
const payer = { barcode: '1234567890123456', phone_number: '0812345678', name: 'Somchai' }

const bySource = async (type: string, params: object = {}, currency = 'thb') => {
  const source = { type, ...payer }
  const { body } = await omise().ask('POST', '/charges', {
    amount: 200_000,
    currency,
    source,
    return_uri: shop,
    ...params,
  })
  expect(body.object, body.message).toBe('charge')
  return body
}

const minutesOf = ({ created_at: made, expires_at: end }: { readonly [field: string]: unknown }) =>
  (Date.parse(String(end)) - Date.parse(String(made))) / 60_000

const expiresAfter =
  (minutes: number, type: string, currency?: string): Check =>
  async () =>
    expect(minutesOf(await bySource(type, {}, currency))).toBe(minutes)

const buyersCode =
  (type: string, currency?: string): Check =>
  async () =>
    expect((await bySource(type, {}, currency)).source).toMatchObject({
      type,
      scannable_code: null,
      references: null,
    })

const flows =
  (...types: readonly (readonly [type: string, currency: string])[]): Check =>
  async () => {
    for (const [type, currency] of types)
      expect((await bySource(type, {}, currency)).source).toMatchObject({ type, flow: 'app_redirect' })
  }

/** A charge of a card that was given these fields, and waits for its cardholder. */
const waiting = async (card: object) => {
  const { ask, sandbox } = omise()
  const valid = { name: 'A', number: '4242424242424242', expiration_month: 1, expiration_year: 2030 }
  const token = await ask('POST', '/tokens', { card: { ...valid, ...card } }, sandbox.authorization.public)
  const params = { amount: 10_000, currency: 'thb', card: token.body.id, authentication: '3DS' }
  return (await ask('POST', '/charges', params)).body
}

const accepted = async (params: object): Promise<void> =>
  expect(await omise().charge(params)).toMatchObject({ status: 200 })

const recurringReasons = [
  ...['', 'unscheduled', 'standing_order', 'subscription', 'installment', 'partial_shipment'],
  ...['delayed_charge', 'no_show', 'resubmission'],
]

export const paymentChecks: Readonly<Record<string, Check>> = {
  'promptpay-expiry': expiresAfter(24 * 60, 'promptpay'),
  'promptpay-authorize-uri': async () => {
    const path = /\/payments\/pay2_(?:test_)?[0-9a-z]{19}\/authorize$/
    expect((await bySource('promptpay')).authorize_uri).toMatch(path)
    expect((await bySource('promptpay', { return_uri: undefined })).authorize_uri).toBeNull()
  },
  'promptpay-raw-data': async () =>
    expect((await bySource('promptpay')).source).toMatchObject({ scannable_code: { raw_data: null } }),
  'promptpay-fee': async () =>
    expect(await bySource('promptpay', { amount: 2000 })).toMatchObject({
      transaction_fees: { fee_rate: '1.65' },
      fee: 33,
      fee_vat: 2,
      net: 1965,
    }),
  'mpm-expiry': expiresAfter(24 * 60, 'alipayplus_mpm', 'thb'),
  'upm-expiry': expiresAfter(7 * 24 * 60, 'alipayplus_upm', 'thb'),
  'buyer-barcode-alipayplus': buyersCode('alipayplus_upm'),
  'buyer-barcode-wechat': buyersCode('barcode_wechat'),
  'wechat-flow': flows(['wechat_pay', 'thb']),
  'app-redirect-flows': flows(
    ...['alipay_cn', 'alipay_hk', 'kakaopay', 'touch_n_go', 'truemoney_jumpapp'].map(
      (type) => [type, 'thb'] as const,
    ),
    ...['dana', 'gcash'].map((type) => [type, 'sgd'] as const),
    ...['bay', 'bbl', 'kbank', 'ktb', 'scb'].map((bank) => [`mobile_banking_${bank}`, 'thb'] as const),
  ),
  'mobile-banking-expiry': async () => {
    for (const [bank, minutes] of Object.entries({ bbl: 15, kbank: 10, ktb: 30, bay: 15, scb: 7 * 24 * 60 }))
      await expiresAfter(minutes, `mobile_banking_${bank}`)()
  },
  'shopeepay-jumpapp-expiry': expiresAfter(20, 'shopeepay_jumpapp'),
  'missing-3ds-fields': async () => {
    expect((await waiting({})).missing_3ds_fields).toEqual(['email', 'phone_number'])
    expect((await waiting({ email: 'a@example.com' })).missing_3ds_fields).toEqual(['phone_number'])
  },
  'missing-3ds-none': async () => {
    const both = { email: 'a@example.com', phone_number: '0812345678' }
    expect((await waiting(both)).missing_3ds_fields).toEqual([])
  },
  'passkey-redirects': async () => {
    const { body } = await omise().charge({ authentication: 'PASSKEY', return_uri: shop })
    expect(body).toMatchObject({ status: 'pending', authenticated_by: 'PASSKEY' })
    expect(new URL(String(body.authorize_uri)).searchParams.get('signature')).toMatch(/./)
  },
  '3ds-authenticated-by': async () => expect((await waiting({})).authenticated_by).toBe('3DS'),
  'upm-mpm-fee': async () => {
    for (const [type, rate] of [
      ['alipayplus_mpm', '1.65'],
      ['alipayplus_upm', '1.65'],
      ['wechat_pay', '0.0'],
    ] as const)
      expect((await bySource(type)).transaction_fees).toMatchObject({ fee_rate: rate })
  },
  'authentication-values': async () => {
    for (const authentication of ['PASSKEY', '3DS']) await accepted({ authentication })
    for (const transaction_indicator of ['MIT', 'CIT']) await accepted({ transaction_indicator })
  },
  'recurring-reasons': async () => {
    for (const recurring_reason of recurringReasons) await accepted({ recurring_reason })
    const wrong = await omise().charge({ recurring_reason: 'whim' })
    expect(wrong).toMatchObject({ status: 400, body: { object: 'error' } })
  },
  paynext: async () => {
    const { ask } = omise()
    const types = ['bkash', 'easypaisa', 'installment_paynext_extra_jumpapp']
    for (const type of [...types, 'installment_paynext_extra_qr', 'qr_code_upi'])
      expect(await ask('POST', '/sources', { type, amount: 100_000, currency: 'thb' })).toMatchObject({
        status: 400,
        body: { code: 'bad_request', message: 'type is currently not supported' },
      })
  },
}
