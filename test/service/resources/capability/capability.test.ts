import { describe, expect } from 'vitest'
import type { Capability, Forex, SandboxOptions } from '../../../../src/index'
import { methods } from '../../../../src/service/simulation/methods'
import type { ListBody } from '../../../support/client'
import { clientWith, expectError, expectSuccess, setUp, test } from '../../../support/set-up'

const capability = async (options: SandboxOptions = {}): Promise<Capability> =>
  expectSuccess(await setUp(options).client.get<Capability>('/capability'))

describe('wire 15.2: the capability', () => {
  test('names cards first, with brands and currencies, and then every other way to pay', async () => {
    const {
      payment_methods: [card, ...others],
    } = await capability()
    expect(card).toMatchObject({
      name: 'card',
      currencies: expect.arrayContaining(['thb', 'jpy', 'usd']),
      card_brands: expect.arrayContaining(['Visa', 'JCB']),
    })
    expect(others.map(({ name }) => name)).not.toContain('card')
    expect(others.some((method) => method.name.includes('googlepay'))).toBe(false)
  })

  test.each([
    [
      'TH',
      'thb',
      `promptpay truemoney truemoney_jumpapp truemoney_qr rabbit_linepay shopeepay shopeepay_jumpapp alipay alipay_cn
      alipay_hk kakaopay touch_n_go alipayplus_mpm alipayplus_upm barcode_alipay wechat_pay wechat_pay_mpm wechat_pay_upm
      mobile_banking_scb mobile_banking_kbank mobile_banking_bbl mobile_banking_bay mobile_banking_ktb
      internet_banking_bay internet_banking_bbl installment_bay installment_kbank installment_ktc installment_bbl
      installment_first_choice installment_scb installment_ttb installment_uob installment_wlb_bay installment_wlb_bbl installment_wlb_first_choice
      installment_wlb_kbank installment_wlb_ktc installment_wlb_scb installment_wlb_ttb installment_wlb_uob bill_payment_tesco_lotus grabpay atome
      atome_qr`,
      { dana: ['sgd'], gcash: ['sgd', 'myr'] },
    ],
    [
      'SG',
      'sgd',
      `paynow shopeepay shopeepay_jumpapp alipay_cn alipay_hk dana gcash kakaopay touch_n_go mobile_banking_ocbc_pao
      mobile_banking_ocbc grabpay atome atome_qr`,
      {},
    ],
    [
      'MY',
      'myr',
      `shopeepay shopeepay_jumpapp alipay_cn alipay_hk gcash kakaopay touch_n_go installment_mbb fpx duitnow_obw
      duitnow_qr maybank_qr grabpay boost atome atome_qr`,
      {},
    ],
    ['JP', 'jpy', 'alipay_cn alipay_hk dana gcash kakaopay touch_n_go atome atome_qr econtext paypay', {}],
  ] as const)('of an account in %s: the methods of its country', async (country, currency, names, others) => {
    const { payment_methods } = await capability({ country })
    const own = Object.fromEntries(names.split(/\s+/).map((name) => [name, [currency]]))
    const listed = payment_methods.slice(1).map(({ name, currencies }) => [name, currencies])
    expect(Object.fromEntries(listed)).toEqual({ ...own, ...others })
  })

  test.each(methods.flatMap(({ type, terms = null }) => ({ type, terms })))(
    '$type says its terms, where it is listed',
    async ({ type, terms }) => {
      for (const country of ['TH', 'MY'] as const) {
        const { payment_methods } = await capability({ country })
        const listed = payment_methods.find((method) => method.name === type)
        if (listed !== undefined) expect(listed.installment_terms).toEqual(terms)
      }
    },
  )

  test('white-label instalments of First Choice name the terms of loan cards', async () => {
    const { payment_methods } = await capability()
    const loans = payment_methods.filter((method) => method.loan_installment_terms !== null)
    expect(loans).toMatchObject([
      {
        name: 'installment_wlb_first_choice',
        installment_terms: [3, 4, 6, 9, 10, 12, 18, 24, 36],
        loan_installment_terms: [3, 4, 6, 9, 10, 12, 18, 24],
      },
    ])
  })

  test('a source can be of a method that the account does not list', async () => {
    const { client } = setUp({ country: 'SG' })
    expectSuccess(await client.post('/sources', { type: 'promptpay', amount: 20_000, currency: 'thb' }))
  })

  test.each(['fpx', 'duitnow_obw'])('%s names the banks that a payer can choose', async (type) => {
    const { payment_methods } = await capability({ country: 'MY' })
    const { banks } = payment_methods.find((method) => method.name === type) ?? {}
    expect(banks).toContainEqual({ code: 'maybank2u', name: 'Maybank2U', active: true })
  })

  test('instalments begin above 100000 and are there at 800000', async () => {
    const { limits } = await capability()
    expect(limits.installment_amount.min).toBeGreaterThan(100_000)
    expect(limits.installment_amount.min).toBeLessThanOrEqual(800_000)
    expect(limits.charge_amount).toEqual({ min: 2_000, max: 500_000_000_000 })
    expect(limits.transfer_amount).toEqual({ min: 3_000, max: 100_000_000_000 })
    expect((await capability({ country: 'MY' })).limits.installment_amount.min).toBe(50_000)
    expect((await capability({ country: 'JP' })).limits.installment_amount.min).toBe(50)
  })

  test('a smallest amount is one that can be paid', async ({ client }) => {
    const { min } = (await capability()).limits.installment_amount
    const source = { currency: 'thb', type: 'installment_kbank', installment_term: 3 }
    expectSuccess(await client.post('/sources', { ...source, amount: min }))
    expectError(await client.post('/sources', { ...source, amount: min - 1 }), 'bad_request', {
      message: 'amount must be at least 200000',
      fields: ['amount'],
    })
  })

  test('follows the account: its country, its currency and whether it absorbs interest', async () => {
    const { client } = setUp({ country: 'JP' })
    await client.patch('/account', { zero_interest_installments: true })
    expect((await client.get('/capability', {}, { key: 'public' })).body).toMatchObject({
      country: 'JP',
      zero_interest_installments: true,
      limits: { charge_amount: { min: 50 } },
    })
  })
})

describe('wire 15.3: exchange rates', () => {
  test.for([
    ['usd', 32.5438629959],
    ['USD', 32.5438629959],
    ['Jpy', 0.2961717696],
    ['thb', 1],
    ['idr', 0.0019],
  ] as const)('GET /forex/%s is %d baht', async ([currency, rate], { client }) => {
    const code = currency.toLowerCase()
    expect(expectSuccess(await client.get<Forex>(`/forex/${currency}`))).toEqual({
      object: 'forex',
      rate,
      location: `/forex/${code}`,
      livemode: false,
      base: code,
      quote: 'thb',
    })
  })

  test('is measured in the currency of the account', async () => {
    const { client } = setUp({ country: 'SG' })
    const { body, text } = await client.get<Forex>('/forex/thb')
    expect(body).toMatchObject({ base: 'thb', quote: 'sgd', rate: 0.0415728217 })
    expect(text).toContain('"rate":0.0415728217,')
    expect((await client.get('/forex/sgd')).body.rate).toBe(1)
  })

  test('is the rate at which a charge is funded', async ({ client }) => {
    const { body } = await client.get<Forex>('/forex/usd')
    expect((await client.charge({ amount: 1_000_000, currency: 'usd' })).funding_amount).toBe(
      Math.round(1_000_000 * body.rate),
    )
  })

  test('an unknown currency is not found', async ({ client }) => {
    for (const code of ['xyz', 'toString', '%20'])
      expectError(await client.get(`/forex/${code}`), 'not_found', { message: /^forex .+ was not found$/ })
  })
})

describe('wire 15.4: receipts', () => {
  test.for(['test', 'live'] as const)('in %s mode there are none', async (mode, { sandbox }) => {
    const client = clientWith(sandbox, mode === 'test' ? sandbox.keys : sandbox.live.keys)
    expect(expectSuccess(await client.get<ListBody>('/receipts', { limit: 5 }))).toMatchObject({
      data: [],
      total: 0,
      limit: 5,
      location: '/receipts',
    })
  })
})
