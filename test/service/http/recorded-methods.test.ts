/** Contract 22: payment methods as recorded of the real service, and each row of the profile by itself. */
import { describe, expect, test } from 'vitest'
import type { SandboxOptions } from '../../../src/index'
import { methodOf } from '../../../src/service/simulation/methods'
import { open } from '../../support/open'
import { visit } from '../../support/schedules'
import { stateOf } from '../../support/set-up'

const shop = 'https://shop.example/thanks?order=7'
const omise = { profile: 'omise' } as const

interface Code {
  readonly raw_data: string | null
  readonly image: { readonly download_uri: string }
}

const chargeBy = async (options: SandboxOptions, type: string, params: object = {}) => {
  const { sandbox, ask } = open(options)
  const details = methodOf(type)?.requires.includes('barcode') ? { barcode: '1234567890123456' } : {}
  const source = { type, ...details }
  const { body } = await ask('POST', '/charges', { amount: 20_000, currency: 'thb', source, ...params })
  const shown = body.source as Record<string, unknown>
  const address = String(body.authorize_uri)
  return {
    sandbox,
    ask,
    charge: body,
    source: shown,
    code: shown.scannable_code as Code | null,
    address,
    read: async () => (await ask('GET', `/charges/${body.id}`)).body,
    visitPage: () => visit(sandbox, address, { browser: true }),
    answer: (result: string) => visit(sandbox, address, { body: { result }, browser: true }),
  }
}

const promptpay = (options: SandboxOptions = omise, params: object = { return_uri: shop }) =>
  chargeBy(options, 'promptpay', params)

describe('promptpay: page', () => {
  test('with a return_uri there is a page, without one there is none', async () => {
    expect((await promptpay()).charge.authorize_uri).toMatch(/\/payments\/pay2_test_[0-9a-z]{19}\/authorize$/)
    expect((await promptpay(omise, {})).charge.authorize_uri).toBeNull()
    expect((await promptpay({ overrides: { promptpay: 'page' } })).address).toMatch(/\/pay2_test_/)
    expect((await promptpay({})).charge.authorize_uri).toBeNull()
  })

  test('a code of another method has no page beside it', async () => {
    expect((await chargeBy(omise, 'truemoney_qr', { return_uri: shop })).charge.authorize_uri).toBeNull()
  })

  test('the text of the code is in the picture alone, in answers and in events', async () => {
    const { sandbox, code, source, charge } = await promptpay()
    expect(code?.raw_data).toBeNull()
    expect(source.provider_references).toEqual({
      reference_number_1: expect.stringMatching(/^\d{18}$/),
      reference_number_2: null,
      payment_channel: null,
    })
    expect(sandbox.events.last()?.data).toMatchObject({ id: charge.id, source: { scannable_code: code } })
    const picture = await sandbox.fetch(code?.image.download_uri ?? '')
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  })

  test('its page shows the code, and has Pay, Fail and a way back to the shop', async () => {
    const { sandbox, code, visitPage } = await promptpay()
    const before = stateOf(sandbox)
    const { status, text } = await visitPage()
    expect(status).toBe(200)
    expect(text).toContain(`src="${String(code?.image.download_uri).replace(sandbox.url, '../..')}"`)
    for (const part of ['Scan to pay with PromptPay', '>Pay THB 200.00<', '>Fail<', `<a href="${shop}">`])
      expect(text).toContain(part)
    expect(stateOf(sandbox)).toBe(before)
  })

  test.each([
    ['success', { status: 'successful', paid: true }],
    ['failure', { status: 'failed', failure_code: 'payment_cancelled' }],
  ])('%s leads back to the shop, and a second answer changes nothing', async (result, becomes) => {
    const { answer, read, visitPage, sandbox } = await promptpay()
    expect(await answer(result)).toMatchObject({ status: 302, location: shop })
    expect(await read()).toMatchObject(becomes)
    const after = stateOf(sandbox)
    expect(await answer('success')).toMatchObject({ status: 302, location: shop })
    expect(await visitPage()).toMatchObject({ status: 302, location: shop })
    expect(stateOf(sandbox)).toBe(after)
  })

  test('who left can come back: the charge is pending until its day is over', async () => {
    const { read, visitPage, sandbox } = await promptpay()
    await sandbox.clock.advance('23h')
    expect((await visitPage()).status).toBe(200)
    expect(await read()).toMatchObject({ status: 'pending', expired: false })
    await sandbox.clock.advance('1h')
    expect(await visitPage()).toMatchObject({ status: 302, location: shop })
    expect(await read()).toMatchObject({ status: 'expired', expired: true })
  })

  test('a page is known by its own name alone', async () => {
    const { sandbox, address } = await promptpay()
    expect((await sandbox.fetch(address.replace('pay2', 'paym'))).status).toBe(404)
  })

  test('the page of a charge without authorize_uri, for people who test, stays', async () => {
    const { sandbox, charge } = await promptpay(omise, {})
    const address = `${sandbox.url}/payments/${charge.id.replace('chrg', 'paym')}/authorize`
    const { status, text } = await visit(sandbox, address, { browser: true })
    expect([status, text.includes('Back to the shop')]).toEqual([200, false])
  })
})

describe('buyerCodes: hidden', () => {
  test.each(['alipayplus_upm', 'barcode_wechat'])('%s shows no code and no numbers', async (type) => {
    const { source } = await chargeBy(omise, type)
    const hidden = { barcode: '1234567890123456', scannable_code: null, references: null }
    expect(source).toMatchObject(hidden)
    const { sandbox, charge, code } = await chargeBy({}, type)
    expect(code?.raw_data).toBe('1234567890123456')
    expect(sandbox.simulate.payCharge(charge.id).paid).toBe(true)
  })

  test.each(['barcode_alipay', 'wechat_pay_upm'])('%s keeps them', async (type) => {
    const { source } = await chargeBy(omise, type)
    expect(source.scannable_code).not.toBeNull()
    expect(source.references).not.toBeNull()
  })

  test('it is paid as any other', async () => {
    const { ask, charge } = await chargeBy(omise, 'alipayplus_upm')
    expect((await ask('POST', `/charges/${charge.id}/mark_as_paid`)).body).toMatchObject({ paid: true })
  })
})

test.each([
  ['alipayplus_mpm', '3.65', '1.65'],
  ['alipayplus_upm', '3.65', '1.65'],
  ['wechat_pay', '3.65', '0.0'],
  ['wechat_pay_mpm', '3.65', '3.65'],
])('methodFees: %s costs %s % in spec and %s % in omise', async (type, usual, recorded) => {
  for (const [options, rate] of [
    [{}, usual],
    [omise, recorded],
  ] as const) {
    const { charge, ask, sandbox } = await chargeBy(options, type, { return_uri: shop })
    const fee = Math.round(Number(rate) * 200)
    const vat = Math.round(fee * 0.07)
    const money = { fee, fee_vat: vat, net: 20_000 - fee - vat, transaction_fees: { fee_rate: rate } }
    expect(charge).toMatchObject(money)
    expect((await ask('POST', `/charges/${charge.id}/mark_as_paid`)).body).toMatchObject(money)
    expect((await ask('GET', '/balance')).body.total).toBe(money.net)
    expect(sandbox.transactions.last()?.amount).toBe(money.net)
  }
})
