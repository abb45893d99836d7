/** Payment methods as the real service has them, stated again (wire 5.3, 2.8). */
import { describe, expect } from 'vitest'
import type { Charge, Source } from '../../../../src/index'
import { methods } from '../../../../src/service/simulation/methods'
import { cardFor, paramsOf } from '../../../support/payment-methods'
import { expectError, expectSuccess, setUp, test } from '../../../support/set-up'

/** Flow, currencies, and the parameters that a source needs besides type, amount and currency. */
const rows: readonly (readonly [types: string, flow: string, currencies: string, needs?: string])[] = [
  ['promptpay truemoney_qr alipayplus_mpm wechat_pay_mpm bill_payment_tesco_lotus', 'offline', 'thb'],
  ['barcode_alipay barcode_wechat alipayplus_upm wechat_pay_upm', 'offline', 'thb', 'barcode'],
  ['paynow', 'offline', 'sgd'],
  ['duitnow_qr maybank_qr', 'offline', 'myr'],
  ['atome_qr', 'offline', 'thb sgd myr jpy', 'phone_number shipping items'],
  ['econtext', 'offline', 'jpy', 'name email phone_number'],
  ['truemoney', 'redirect', 'thb', 'phone_number'],
  ['rabbit_linepay alipay wechat_pay', 'redirect', 'thb'],
  ['internet_banking_bay internet_banking_bbl', 'redirect', 'thb'],
  ['internet_banking_scb internet_banking_ktb', 'redirect', 'thb'],
  ['shopeepay', 'redirect', 'thb sgd myr'],
  ['fpx duitnow_obw', 'redirect', 'myr', 'bank'],
  ['paypay', 'redirect', 'jpy'],
  ['installment_bay installment_kbank installment_ktc', 'redirect', 'thb', 'installment_term'],
  ['installment_bbl installment_first_choice', 'redirect', 'thb', 'installment_term'],
  ['installment_scb installment_ttb installment_uob', 'redirect', 'thb', 'installment_term'],
  ['installment_mbb', 'redirect', 'myr', 'installment_term'],
  ['installment_wlb_bay installment_wlb_bbl installment_wlb_ttb', 'redirect', 'thb', 'installment_term'],
  ['installment_wlb_kbank installment_wlb_ktc installment_wlb_scb', 'redirect', 'thb', 'installment_term'],
  ['installment_wlb_first_choice installment_wlb_uob', 'redirect', 'thb', 'installment_term'],
  ['truemoney_jumpapp', 'app_redirect', 'thb'],
  ['shopeepay_jumpapp', 'app_redirect', 'thb sgd myr'],
  ['mobile_banking_scb mobile_banking_kbank mobile_banking_bbl', 'app_redirect', 'thb'],
  ['mobile_banking_bay mobile_banking_ktb', 'app_redirect', 'thb'],
  ['mobile_banking_ocbc_pao mobile_banking_ocbc', 'app_redirect', 'sgd'],
  ['alipay_cn alipay_hk gcash kakaopay', 'app_redirect', 'thb sgd myr jpy usd'],
  ['dana', 'app_redirect', 'thb sgd jpy idr'],
  ['touch_n_go', 'app_redirect', 'thb sgd myr jpy'],
  ['grabpay', 'app_redirect', 'sgd myr thb'],
  ['boost', 'app_redirect', 'myr'],
  ['atome', 'app_redirect', 'thb sgd myr jpy', 'phone_number shipping items'],
]

const expected = rows.flatMap(([types, flow, currencies, needs = '']) =>
  types
    .split(' ')
    .map((type) => ({ type, flow, currencies: currencies.split(' '), needs: needs.split(' ') })),
)

describe('wire 5.3: each method', () => {
  test('the table has all of them', () => {
    expect(expected.map(({ type }) => type).sort()).toEqual(methods.map(({ type }) => type).sort())
  })

  test.for(expected)('$type: its flow, its currencies, what it needs', async (row, { client }) => {
    const params = paramsOf(row.type)
    for (const currency of row.currencies) {
      const { body } = await client.post<Source>('/sources', { ...params, currency }, { as: 'json' })
      const fresh = { status: 'pending', charge_status: 'unknown' }
      expect(body).toMatchObject({ ...fresh, flow: row.flow, currency })
    }
    const { type, amount, currency } = params
    const alone = await client.post('/sources', { type, amount, currency })
    if (row.needs[0] === '') expectSuccess(alone)
    else expectError(alone, 'bad_request', { message: new RegExp(row.needs.join('.*')), fields: row.needs })
    const inFrancs = await client.post('/sources', { ...params, currency: 'chf' }, { as: 'json' })
    const message = /^currency (must be|is currently not supported)/
    expectError(inFrancs, 'bad_request', { message, fields: ['currency'] })
  })

  test.for([
    ['truemoney_jumpapp', 'thb', 2000, 5_000_000],
    ['atome', 'thb', 2000, 15_000_000],
    ['atome_qr', 'sgd', 150, 2_000_000],
    ['atome', 'myr', 1000, 10_000_000],
    ['econtext', 'jpy', 150, 49_999],
    ['bill_payment_tesco_lotus', 'thb', 2000, 4_900_000],
    ['installment_mbb', 'myr', 50_000, null],
    ['installment_ktc', 'thb', 200_000, null],
  ] as const)('%s in %s: from %i to %j subunits', async ([type, currency, min, max], { client }) => {
    const ask = (amount: number) =>
      client.post('/sources', { ...paramsOf(type), amount, currency }, { as: 'json' })
    expectSuccess(await ask(min))
    expectError(await ask(min - 1), 'bad_request', { message: `amount must be at least ${min}` })
    if (max === null) return
    expectSuccess(await ask(max))
    expectError(await ask(max + 1), 'bad_request', { message: `amount must be less than ${max + 1}` })
  })
})

/** The charge of a source. */
const chargeBy = async (type: string, options = {}) => {
  const { client, sandbox } = setUp(options)
  const { amount, currency, ...details } = paramsOf(type)
  const money = { amount, currency, return_uri: 'https://shop.test/done' }
  const body = { ...money, source: details, ...(await cardFor(client, type)) }
  return { sandbox, charge: expectSuccess(await client.post<Charge>('/charges', body, { as: 'json' })) }
}

describe('what the payer of a charge gets', () => {
  test.each(expected.map(({ type, flow }) => [type, flow] as const))('%s, %s', async (type, flow) => {
    const { charge, sandbox } = await chargeBy(type)
    const { scannable_code, references } = charge.source ?? {}
    if (flow !== 'offline') {
      expect(charge.authorize_uri).toMatch(/\/authorize$/)
      return expect([scannable_code, references]).toEqual([null, null])
    }
    expect(charge.authorize_uri).toBeNull()
    const form = /^(bill|barcode|econtext)|_upm$/.test(type) ? 'barcode' : 'qr'
    expect(scannable_code).toMatchObject({ object: 'barcode', type: form, image: { kind: form } })
    expect(references === null).toBe(form === 'qr')
    const image = await sandbox.fetch(scannable_code?.image.download_uri ?? '')
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  })

  test('the code that a shop has scanned is the one of its payer', async () => {
    const { charge } = await chargeBy('alipayplus_upm')
    expect(charge.source?.scannable_code?.raw_data).toBe(charge.source?.barcode)
  })

  const minute = 60_000
  const day = 24 * 60
  const sevenDays = 7 * day
  const ofBank = day + 5
  /** In minutes, where it is not seven days (contract 22, wire 2.8). */
  const lifetimes: Readonly<Record<string, number>> = {
    promptpay: day,
    alipayplus_mpm: day,
    truemoney_jumpapp: 3,
    shopeepay_jumpapp: 20,
    mobile_banking_bbl: 15,
    mobile_banking_bay: 15,
    mobile_banking_kbank: 10,
    mobile_banking_ktb: 30,
  }
  test.each(expected.map(({ type }) => type))('%s: how long it can be paid (contract 22)', async (type) => {
    const minutesOf = async (options: object) => {
      const { created_at, expires_at } = (await chargeBy(type, options)).charge
      return (Date.parse(expires_at) - Date.parse(created_at)) / minute
    }
    const otherwise = /^internet_banking|^installment_(?!wlb)/.test(type) ? ofBank : sevenDays
    expect(await minutesOf({})).toBe(sevenDays)
    expect(await minutesOf({ overrides: { expiry: 'by-method' } })).toBe(lifetimes[type] ?? otherwise)
  })
})

describe('400: a type that the service has and the sandbox has not', () => {
  test.for(
    `direct_debit_bay direct_debit_kbank direct_debit_ktb direct_debit_scb virtual_account points_citi qr_code_upi
    promptpay_credit payeasy netbanking maybankqrpay installment_krungsri`.split(/\s+/),
  )('%s is refused as an unknown one, with a warning', async (type, { client, sandbox }) => {
    const money = { amount: 200_000, currency: 'thb' }
    for (const refused of [
      await client.post('/sources', { type, ...money }),
      await client.post('/charges', { ...money, source: { type } }),
    ]) {
      expectError(refused, 'bad_request', { message: 'type is currently not supported', fields: ['type'] })
      expect(refused.headers.get('sandbox-warning')).toBe(`the service has ${type}, the sandbox has not`)
    }
    const unknown = await client.post('/sources', { type: `${type}_x`, ...money })
    expectError(unknown, 'bad_request', { message: 'type is currently not supported' })
    expect(unknown.headers.get('sandbox-warning')).toMatch(/^type "\w+" is no payment method/)
    expect(sandbox.sources.count()).toBe(0)
  })
})
