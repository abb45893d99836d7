/** Hosted checkouts in a real browser, for shops as the public plugins are. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { inOmise } from '../support/checkout'
import { magento, type PluginShop, wooCommerce } from '../support/plugin-shop'
import { setUp } from '../support/set-up'
import { press, useBrowser } from './chromium'

const { openPage } = useBrowser()

const plugins = { WooCommerce: wooCommerce, Magento: magento } as const

const open = async (make: (typeof plugins)[keyof typeof plugins] = wooCommerce, method = 'card') => {
  const { sandbox } = setUp(inOmise)
  const { url } = await sandbox.listen({ port: 0 })
  const shop = await make({ checkout: url, api: url, secretKey: sandbox.keys.secret, method })
  const page = await openPage()
  await page.setViewportSize({ width: 390, height: 844 })
  const goTo = async (order = '7') => {
    const address = await shop.checkOut(order, 345_000)
    await page.goto(address)
    return address
  }
  return { sandbox, shop, page, goTo }
}

/** The payer is back, and the shop has decided. */
const backAs = async (page: Page, shop: PluginShop, status: string, order = '7') => {
  await page.getByRole('heading', { name: `Order ${status}` }).waitFor()
  expect(page.url().startsWith(shop.url)).toBe(true)
  expect(shop.statusOf(order)).toBe(status)
}

const payButton = /THB 3,450\.00/

describe.each(Object.entries(plugins))('a shop with the plugin of %s', (_, make) => {
  test('is paid by a card that is typed', async () => {
    const { shop, page, goTo } = await open(make)
    await goTo()
    const type = (name: string, text: string) => page.locator(`input[name="card[${name}]"]`).fill(text)
    await type('number', '4242 4242 4242 4242')
    await type('name', 'Somchai Prasert')
    await type('expiration_month', '12')
    await type('expiration_year', '2030')
    await type('security_code', '123')
    await press(page, payButton)
    await backAs(page, shop, 'paid')
  })

  test.each([
    ['3-D Secure', 'Pays after 3-D Secure'],
    ['passkey', 'Pays by passkey'],
  ])('is paid by a card with %s', async (_, card) => {
    const { shop, page, goTo } = await open(make)
    await goTo()
    await press(page, card)
    const confirm = page.getByRole('button', { name: /^(Confirm|Approve)/ })
    const back = page.getByRole('heading', { name: 'Order paid' })
    await confirm.or(back).waitFor()
    if (await confirm.isVisible()) await confirm.click()
    await backAs(page, shop, 'paid')
  })

  test('is paid by PromptPay', async () => {
    const { shop, page, goTo } = await open(make, 'promptpay')
    await goTo()
    await press(page, 'PromptPay')
    await page.getByAltText('QR code of the payment').waitFor()
    await press(page, 'Pay THB 3,450.00')
    await backAs(page, shop, 'paid')
  })

  test('is told of a card that is declined, and its payer comes again', async () => {
    const { sandbox, shop, page, goTo } = await open(make)
    const address = await goTo()
    await press(page, /Not enough money/)
    await backAs(page, shop, 'failed')
    await page.goto(address)
    await press(page, /^Pays\b(?! after| by)/)
    await backAs(page, shop, 'paid')
    expect(sandbox.checkoutSessions.last()?.payments.map(({ status }) => status)).toEqual([
      'failed',
      'successful',
    ])
  })

  test('is told of a payment that its bank refuses', async () => {
    const { shop, page, goTo } = await open(make)
    await goTo()
    await press(page, 'Pays after 3-D Secure')
    await press(page, 'Reject')
    await backAs(page, shop, 'failed')
  })

  test('is left', async () => {
    const { sandbox, shop, page, goTo } = await open(make)
    await goTo()
    await page.locator('button[name="leave"]').click()
    await backAs(page, shop, 'cancelled')
    expect(sandbox.checkoutSessions.last()?.status).toBe('cancelled')
  })
})

test('in two tabs there is one payment', async () => {
  const { sandbox, shop, page, goTo } = await open()
  const address = await goTo()
  const other = await openPage()
  await other.goto(address)
  await press(other, 'Pays after 3-D Secure')
  await press(page, /^Pays\b(?! after| by)/)
  await backAs(page, shop, 'paid')
  await press(other, 'Confirm')
  await other.getByRole('heading', { name: 'ชำระเงินเรียบร้อยแล้ว' }).waitFor()
  await other.goto(address)
  await other.getByRole('link', { name: 'กลับไปที่ร้านค้า' }).click()
  await backAs(other, shop, 'paid')
  expect(sandbox.charges.list().filter(({ paid }) => paid)).toHaveLength(1)
})

test('expires by the clock while its page is open', async () => {
  const { sandbox, page, goTo } = await open()
  await goTo()
  await sandbox.clock.advance('25h')
  await press(page, /^Pays\b(?! after| by)/)
  await page.getByRole('heading', { name: 'การชำระเงินนี้หมดอายุแล้ว' }).waitFor()
  expect(sandbox.charges.count()).toBe(0)
})

test('is paid with the keyboard alone, by a method that asks for more', async () => {
  const { shop, page, goTo } = await open(wooCommerce, 'truemoney')
  await goTo()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('0812345678')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Pay THB/ }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await backAs(page, shop, 'paid')
})
