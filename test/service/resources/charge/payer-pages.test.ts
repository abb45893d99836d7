/** The pages of charges that wait for their payer, and how they end. */
import { describe, expect } from 'vitest'
import type { Charge, Sandbox } from '../../../../src/index'
import { declines } from '../../../../src/pages/payers/declines'
import { failureCodes } from '../../../../src/service/resources/charge/model'
import { methods } from '../../../../src/service/simulation/methods'
import { cardFor, paramsOf } from '../../../support/payment-methods'
import { createLink, visit } from '../../../support/schedules'
import { day, expectSuccess, setUp, stateOf, test } from '../../../support/set-up'

const shop = 'https://shop.example/thanks?order=7'
const browser = true

/** The page of a charge, also of one without `authorize_uri`. */
const pageOf = (sandbox: Sandbox, { id }: { readonly id: string }): string =>
  `${sandbox.url}/payments/${id.replace('chrg', 'paym')}/authorize`

const open = async (type: string, { params = {}, source = {} } = {}) => {
  const setup = setUp()
  const { amount, currency, ...details } = paramsOf(type)
  const body = {
    amount,
    currency,
    return_uri: shop,
    source: { ...details, ...source },
    ...params,
    ...(await cardFor(setup.client, type)),
  }
  const charge = expectSuccess(await setup.client.post<Charge>('/charges', body, { as: 'json' }))
  const address = pageOf(setup.sandbox, charge)
  const visitPage = () => visit(setup.sandbox, address, { browser })
  const answer = (result: string) => visit(setup.sandbox, address, { body: { result }, browser })
  return { ...setup, charge, address, visitPage, answer }
}

const headingOf = (text: string): string => /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? ''

describe('every charge by a source that waits has a page', () => {
  test.each(methods.map(({ type }) => [type]))('%s', async (type) => {
    const { sandbox, charge, visitPage, answer } = await open(type)
    const before = stateOf(sandbox)
    const { status, text } = await visitPage()
    expect(status).toBe(200)
    expect(text.match(/<h1>/g)).toHaveLength(1)
    expect(text).toContain(charge.currency === 'jpy' ? 'JPY 20,000' : `${charge.currency.toUpperCase()} `)
    for (const part of [charge.id, 'shop.example', '<time ', 'value="success"', 'value="failure"'])
      expect(text).toContain(part)
    // A method is called by its name, not by the type of its sources.
    expect(headingOf(text), 'src/pages/payers/words.ts has its words').not.toContain(type)
    expect(headingOf(text)).not.toMatch(/_|undefined|null/)
    expect(stateOf(sandbox)).toBe(before)
    expect(await answer('success')).toMatchObject({ status: 302, location: shop })
    expect(sandbox.charges.get(charge.id)?.paid).toBe(true)
  })

  test.each([
    ['promptpay', 'Scan to pay with PromptPay', 'scan this code'],
    ['truemoney', 'Open the TrueMoney app', 'approve the payment there'],
    ['rabbit_linepay', 'Open the Rabbit LINE Pay app', 'approve the payment there'],
    ['mobile_banking_kbank', 'Open the K PLUS app', 'Kasikornbank sent this payment to the app'],
    ['internet_banking_bbl', 'Log in at Bangkok Bank', 'Log in to your online banking'],
    ['fpx', 'Log in at Affin Bank', 'Log in to your online banking'],
    ['installment_kbank', 'Pay in 3 installments', 'Log in at Kasikornbank and approve the plan'],
    ['installment_wlb_ktc', 'Pay in 3 installments', 'KTC asks for a code'],
    ['duitnow_obw', 'Log in at Affin Bank', 'Log in to your online banking'],
    ['shopeepay', 'Open the ShopeePay app', 'approve the payment there'],
    ['truemoney_qr', 'Scan to pay with TrueMoney QR', 'scan this code'],
    ['wechat_pay_upm', 'Confirm in the WeChat Pay app', 'The shop scanned the barcode'],
    ['bill_payment_tesco_lotus', 'Pay at a Lotus’s counter', 'Show these reference numbers'],
    ['econtext', 'Pay at a convenience store', 'Give the payment code'],
    ['barcode_alipay', 'Confirm in the Alipay app', 'The shop scanned the barcode'],
  ])('%s says: %s', async (type, heading, words) => {
    const { visitPage } = await open(type)
    const { text } = await visitPage()
    expect(headingOf(text)).toBe(heading)
    expect(text).toContain(words)
  })

  test('a QR code is a picture, which a payer on a phone can save', async () => {
    const { sandbox, charge, visitPage } = await open('promptpay')
    // The answers of the API stay as they are: there is no authorize_uri.
    expect(charge.authorize_uri).toBeNull()
    const { text } = await visitPage()
    const image = charge.source?.scannable_code?.image.download_uri ?? ''
    expect(text).toContain(`src="${image.replace(sandbox.url, '../..')}"`)
    expect(text).toContain('download="qrcode.svg"')
  })

  test('a QR code that is a PNG is saved as one', async () => {
    const { visitPage } = await open('promptpay', { source: { qr_settings: { image_type: 'png' } } })
    expect((await visitPage()).text).toContain('download="qrcode.png"')
  })

  test('a QR code can be paid as long as its charge waits', async () => {
    const { charge, visitPage } = await open('promptpay', { params: { expires_at: '2026-02-14T09:00:00Z' } })
    expect((await visitPage()).text).toContain(`datetime="${charge.expires_at}"`)
  })

  test('a bill shows the numbers of its references, and its own deadline', async () => {
    const { charge, visitPage } = await open('bill_payment_tesco_lotus')
    const { text } = await visitPage()
    const { reference_number_1: one = '', expires_at } = charge.source?.references ?? {}
    expect(text.replace(/(\d) (?=\d)/g, '$1')).toContain(one)
    expect(text).toContain(`datetime="${expires_at}"`)
  })

  test('an installment plan shows its months, and who bears the interest', async () => {
    const plan = (zero: boolean) =>
      open('installment_kbank', { source: { installment_term: 6, zero_interest_installments: zero } })
    expect((await (await plan(true)).visitPage()).text).toContain('6 months, no interest')
    expect((await (await plan(false)).visitPage()).text).toContain('6 months, with interest')
  })

  test('of a phone number it shows the end alone', async () => {
    const { text } = await (await open('truemoney')).visitPage()
    expect(text).toContain('•••• 5678')
    expect(text).not.toContain('0812345678')
  })

  test('it shows what records say as text, never as markup', async () => {
    const params = { description: '<img src=x>' }
    const source = { store_name: '<script>1</script>' }
    const { text } = await (await open('promptpay', { params, source })).visitPage()
    expect(text).not.toMatch(/<img src=x|<script/)
    expect(text).toContain('&lt;script&gt;')
  })
})

describe('how a page ends', () => {
  test('Cancel leads back to the shop, and the payment failed', async () => {
    const { sandbox, charge, answer } = await open('truemoney')
    expect(await answer('failure')).toMatchObject({ status: 302, location: shop })
    expect(sandbox.charges.get(charge.id)?.failure_code).toBe('payment_cancelled')
  })

  test('without a return_uri, a paid charge stays on a page that says so', async () => {
    const { visitPage, answer } = await open('promptpay', { params: { return_uri: '' } })
    for (const { status, text } of [await answer('success'), await visitPage(), await answer('failure')])
      expect([status, headingOf(text)]).toEqual([200, 'Payment successful'])
  })

  test('an expired one is 410 without a return_uri, and leads back with one', async () => {
    const alone = await open('promptpay', { params: { return_uri: '' } })
    await alone.sandbox.clock.advance(8 * day)
    const gone = await alone.visitPage()
    expect([gone.status, headingOf(gone.text)]).toEqual([410, 'This payment has expired'])
    const { sandbox, visitPage } = await open('promptpay')
    await sandbox.clock.advance(8 * day)
    expect(await visitPage()).toMatchObject({ status: 302, location: shop })
  })

  test('a held charge says that the shop collects the amount later', async ({ client, sandbox }) => {
    const charge = await client.charge({ authentication: '3DS', capture: false })
    const { text } = await visit(sandbox, pageOf(sandbox, charge), { body: { result: 'success' } })
    expect(headingOf(text)).toBe('Payment confirmed')
    await client.post(`/charges/${charge.id}/reverse`)
    expect(headingOf((await visit(sandbox, pageOf(sandbox, charge))).text)).toBe('Payment cancelled')
  })

  test('a charge that asks nothing of its payer has none (404)', async ({ client, sandbox }) => {
    const { status, text } = await visit(sandbox, pageOf(sandbox, await client.charge()), { browser })
    expect([status, headingOf(text)]).toEqual([404, 'Payment not found'])
  })

  test('the charge of a link leads back to the link', async ({ client, sandbox }) => {
    const link = await createLink(client)
    await visit(sandbox, link.payment_uri, { body: { 'source[type]': 'promptpay' } })
    const address = pageOf(sandbox, { id: sandbox.charges.last()?.id ?? '' })
    expect((await visit(sandbox, address)).text).toContain('Coffee')
    const { location } = await visit(sandbox, address, { body: { result: 'success' } })
    expect(location).toBe(`${link.payment_uri}/complete`)
    expect(sandbox.links.last()?.used).toBe(true)
  })
})

describe('a failure is said as a customer reads it', () => {
  test.for(failureCodes)('%s', async (failureCode, { client, sandbox }) => {
    const charge = await client.charge({ authentication: '3DS' })
    sandbox.simulate.failCharge(charge.id, { failureCode })
    const { text } = await visit(sandbox, pageOf(sandbox, charge))
    const { sentence } = declines[failureCode]
    expect(text).toContain(sentence)
    expect(sentence).toMatch(/^[A-Z][^_]+\.$/)
  })
})

test('links of the pages work below the path of a server whose address has one', async () => {
  const { sandbox, client } = setUp({ baseUrl: 'https://team.example/a/shop' })
  const charge = await client.charge({ card: undefined, source: { type: 'promptpay' } })
  const address = pageOf(sandbox, charge)
  const [, image = ''] = /src="([^"]+)"/.exec((await visit(sandbox, address, { browser })).text) ?? []
  const { headers } = await sandbox.fetch(new URL(image, address).href)
  expect(headers.get('content-type')).toBe('image/svg+xml')
  const { payment_uri } = await createLink(client)
  const [, action = ''] = /action="([^"]+)"/.exec((await visit(sandbox, payment_uri, { browser })).text) ?? []
  expect(new URL(action, payment_uri).href).toBe(payment_uri)
})
