/** What payers do in a real browser: at the bank, with a QR code, at a payment link. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Charge, Link, SandboxOptions } from '../../src/index'
import { coffee } from '../support/schedules'
import { expectSuccess, setUp } from '../support/set-up'
import { openSite, press, useBrowser } from './chromium'

const { openPage } = useBrowser()

const phone = { width: 390, height: 844 }

const open = async (files: Readonly<Record<string, string>> = {}, options: SandboxOptions = {}) => {
  const { sandbox, client } = setUp(options)
  await sandbox.listen({ port: 0 })
  const shop = await openSite({ '/thanks': '<!doctype html><h1>Back at the shop</h1>', ...files })
  const page = await openPage()
  await page.setViewportSize(phone)
  const charge = (params: object) =>
    client.charge({ amount: 345_000, currency: 'thb', return_uri: `${shop}/thanks`, ...params })
  const bySource = async (type: string, more: object = {}): Promise<Charge> => {
    const body = { amount: 345_000, currency: 'thb', return_uri: `${shop}/thanks`, source: { type, ...more } }
    return expectSuccess(await client.post<Charge>('/charges', body, { as: 'json' }))
  }
  const link = async (params: object = {}) =>
    expectSuccess(await client.post<Link>('/links', { ...coffee, ...params })).payment_uri
  const pageOf = ({ id }: Charge) => `${sandbox.url}/payments/${id.replace('chrg', 'paym')}/authorize`
  return { sandbox, shop, page, charge, bySource, link, pageOf }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

const enterCard = async (page: Page, number: string) => {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Name on card').fill('Somchai Prasert')
  await page.getByLabel('Month').fill('12')
  await page.getByLabel('Year').fill('2030')
  await page.getByLabel('Code').fill('123')
}

/** What the fields hold, in their order. */
const entered = (page: Page) =>
  page.locator('input').evaluateAll((inputs) => inputs.map((input) => Reflect.get(input, 'value')))

describe('a charge that waits', () => {
  test('by 3-D Secure: the cardholder confirms, and is back at the shop', async () => {
    const { sandbox, shop, page, charge } = await open()
    const { id, authorize_uri } = await charge({ authentication: '3DS' })
    await page.goto(authorize_uri ?? '')
    await heading(page, 'Confirm your payment')
    await press(page, 'Confirm')
    await page.waitForURL(`${shop}/thanks`)
    expect(sandbox.charges.get(id)).toMatchObject({ paid: true, authenticated_by: '3DS' })
  })

  test('by 3-D Secure, in a frame of the shop', async () => {
    const { sandbox, shop, page, charge } = await open()
    const { id, authorize_uri } = await charge({ authentication: '3DS' })
    await page.goto(`${shop}/thanks`)
    await page.evaluate((src) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src, width: 380, height: 700 }))
    }, authorize_uri)
    const frame = page.frameLocator('iframe')
    await frame.getByRole('button', { name: 'Reject' }).click()
    await frame.getByRole('heading', { name: 'Back at the shop' }).waitFor()
    expect(sandbox.charges.get(id)?.failure_code).toBe('payment_rejected')
  })

  test('by QR code: it is a picture, and the button pays', async () => {
    const { sandbox, shop, page, bySource, pageOf } = await open()
    const made = await bySource('promptpay')
    await page.goto(pageOf(made))
    await heading(page, 'Scan to pay with PromptPay')
    const code = page.getByAltText('QR code of the payment')
    expect(await code.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0)
    await press(page, 'Pay THB 3,450.00')
    await page.waitForURL(`${shop}/thanks`)
    expect(sandbox.charges.get(made.id)?.paid).toBe(true)
  })

  test('by wallet: the payer cancels, and is back at the shop', async () => {
    const { sandbox, shop, page, bySource } = await open()
    const { id, authorize_uri } = await bySource('truemoney', { phone_number: '0812345678' })
    await page.goto(authorize_uri ?? '')
    await heading(page, 'Open the TrueMoney app')
    await press(page, 'Cancel')
    await page.waitForURL(`${shop}/thanks`)
    expect(sandbox.charges.get(id)?.failure_code).toBe('payment_cancelled')
  })
})

describe('a page that only the profile omise has', () => {
  const openRecorded = () => open({}, { overrides: { promptpay: 'page', passkeys: 'page' } })
  const withKeys = async (page: Page, name: string) => {
    await page.locator('body').click({ position: { x: 1, y: 1 } })
    for (let i = 0; i < 6; i += 1) {
      await page.keyboard.press('Tab')
      const focused = page.locator(':focus')
      if ((await focused.textContent())?.trim() === name) return page.keyboard.press('Enter')
    }
    return expect.fail(`the Tab key does not lead to ${name}`)
  }

  test.each([
    ['Pay THB 3,450.00', { status: 'successful' }],
    ['Fail', { status: 'failed', failure_code: 'payment_cancelled' }],
    ['Back to the shop', { status: 'pending' }],
  ])('of PromptPay: %s leads to the shop, by the keyboard too', async (name, becomes) => {
    for (const isByKeys of [false, true]) {
      const { sandbox, shop, page, bySource } = await openRecorded()
      const { id, authorize_uri } = await bySource('promptpay')
      await page.goto(authorize_uri ?? '')
      await heading(page, 'Scan to pay with PromptPay')
      const code = page.getByAltText('QR code of the payment')
      expect(await code.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0)
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(isWide).toBe(false)
      if (isByKeys) await withKeys(page, name)
      else await page.getByText(name, { exact: true }).click()
      await page.waitForURL(`${shop}/thanks`)
      expect(sandbox.charges.get(id)).toMatchObject(becomes)
    }
  })

  test('of PromptPay: who left comes back and pays; in a second tab it is over', async () => {
    const { sandbox, shop, page, bySource } = await openRecorded()
    const { id, authorize_uri = '' } = await bySource('promptpay')
    const other = await openPage()
    await other.goto(authorize_uri ?? '')
    await page.goto(authorize_uri ?? '')
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await page.waitForURL(`${shop}/thanks`)
    await page.goBack()
    await press(page, 'Pay THB 3,450.00')
    await page.waitForURL(`${shop}/thanks`)
    await press(other, 'Fail')
    await other.waitForURL(`${shop}/thanks`)
    expect(sandbox.charges.get(id)).toMatchObject({ status: 'successful', failure_code: null })
  })

  test.each([
    ['Confirm', { status: 'successful', authenticated_by: 'PASSKEY' }],
    ['Reject', { status: 'failed', failure_code: 'payment_rejected' }],
  ])('of a passkey: %s leads to the shop, by the keyboard too', async (name, becomes) => {
    for (const isByKeys of [false, true]) {
      const { sandbox, shop, page, charge } = await openRecorded()
      const { id, authorize_uri } = await charge({ authentication: 'PASSKEY' })
      await page.goto(authorize_uri ?? '')
      await heading(page, 'Confirm with your passkey')
      if (isByKeys) await withKeys(page, name)
      else await press(page, name)
      await page.waitForURL(`${shop}/thanks`)
      expect(sandbox.charges.get(id)).toMatchObject(becomes)
    }
  })

  test('of PromptPay at a payment link: the page of the link follows, and has no way back', async () => {
    const { sandbox, page, link } = await openRecorded()
    const address = await link()
    await page.goto(address)
    await press(page, 'Pay by PromptPay')
    await heading(page, 'Scan to pay with PromptPay')
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await page.waitForURL(`${address}/complete`)
    expect(await page.getByRole('link', { name: 'Back to the shop' }).count()).toBe(0)
    await press(page, 'Pay THB 200.00')
    await heading(page, 'Payment successful')
    expect(sandbox.charges.last()?.paid).toBe(true)
  })
})

describe('a payment link', () => {
  test('a declined card keeps the form and says why; another card pays', async () => {
    const { sandbox, page, link } = await open()
    await page.goto(await link())
    await enterCard(page, '4111111111140011')
    await press(page, 'Pay THB 200.00')
    const why = await page.getByRole('alert').textContent()
    expect(why).toContain('there is not enough money on the card. Try another card.')
    expect(await entered(page)).toEqual(['', 'Somchai Prasert', '12', '2030', ''])
    await enterCard(page, '4242 4242 4242 4242')
    await press(page, 'Pay THB 200.00')
    await heading(page, 'Payment successful')
    expect(sandbox.charges.list().map(({ status }) => status)).toEqual(['failed', 'successful'])
  })

  test('with the keyboard alone', async () => {
    const { page, link } = await open()
    await page.goto(await link())
    const type = async (...texts: readonly string[]) => {
      for (const text of texts) {
        await page.keyboard.type(text)
        await page.keyboard.press('Tab')
      }
    }
    await page.keyboard.press('Tab')
    await type('4111111111130012', 'Somchai Prasert', '12', '2030')
    await page.keyboard.type('123')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('stolen or lost').waitFor()
    // The number is where the payer goes on; the fields that were kept are passed by.
    await type('5454545454545454')
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Tab')
    await page.keyboard.type('123')
    await page.keyboard.press('Enter')
    await heading(page, 'Payment successful')
  })

  test('a test card by its outcome, without a number: the payer chooses the amount', async () => {
    const { sandbox, page, link } = await open()
    await page.goto(await link({ amount: 0 }))
    await press(page, 'Not enough money')
    await page.getByText('Enter an amount, such as 1,500.50.').waitFor()
    await page.getByLabel('Amount in THB').fill('75')
    await press(page, 'Not enough money')
    await page.getByText('not enough money on the card').waitFor()
    expect(await page.getByLabel('Amount in THB').inputValue()).toBe('75')
    await press(page, 'Pays after 3-D Secure')
    await heading(page, 'Confirm your payment')
    await press(page, 'Confirm')
    await heading(page, 'Payment successful')
    expect(sandbox.charges.last()).toMatchObject({ paid: true, amount: 7500, authenticated_by: '3DS' })
  })

  test('by QR code, cancelled, and then by a card', async () => {
    const { page, link } = await open()
    await page.goto(await link())
    await press(page, 'Pay by PromptPay')
    await heading(page, 'Scan to pay with PromptPay')
    await press(page, 'Fail')
    await heading(page, 'Payment failed')
    await page.getByRole('link', { name: 'Try again' }).click()
    await enterCard(page, '4242424242424242')
    await press(page, 'Pay THB 200.00')
    await heading(page, 'Payment successful')
  })
})
