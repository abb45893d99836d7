import { describe, expect, test } from 'vitest'
import { violationsOf } from './axe'
import { press, useBrowser } from './chromium'
import { form, heading, pay, shopsIn } from './shop-pages'

const openShop = shopsIn(useBrowser())

describe('the form', () => {
  const shop =
    form(`<script src="OMISE" data-key="KEY" data-amount="125000" data-frame-label="Coffee &amp; Sons"
    data-frame-description="Two bags" data-other-payment-methods="promptpay, internet_banking, truemoney"></script>`)

  test('is good for everyone, light and dark, wide and narrow, with problems too', async () => {
    const { page, opened } = await openShop(shop)
    await press(page, 'Pay with Omise')
    const frame = await opened()
    for (const method of ['Credit or debit card', 'TrueMoney', 'Internet banking', 'Credit or debit card']) {
      await frame.getByLabel(method).check()
      if (method !== 'Internet banking') await press(frame, pay)
      expect(await violationsOf(page, frame)).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await frame.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  })

  test('is used by keyboard alone, which stays in it', async () => {
    const { page, opened } = await openShop(shop)
    await page.getByRole('button', { name: 'Pay with Omise' }).focus()
    await page.keyboard.press('Enter')
    const frame = await opened()
    const focused = () => frame.evaluate('document.activeElement.name || document.activeElement.className')
    const pressed = async (...keys: readonly string[]) => {
      const names: unknown[] = []
      for (const key of keys) {
        await page.keyboard.press(key)
        names.push(await focused())
      }
      return names
    }
    expect(await focused()).toBe('cardNumber')
    expect(await pressed('Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Tab', 'Tab')).toEqual([
      ...['testCard', 'method', 'close', 'pay', 'close', 'method'],
    ])
    expect(await pressed('ArrowDown', 'Tab', 'Tab', 'Tab')).toEqual(['method', 'pay', 'close', 'method'])
    expect(await pressed('ArrowUp', 'Tab', 'ArrowDown', 'Tab', 'Tab', 'Tab', 'Tab')).toEqual([
      ...['method', 'testCard', 'testCard', 'cardNumber', 'nameOnCard', 'expiryDate', 'securityCode'],
    ])
    await page.keyboard.press('Enter')
    await expect.poll(() => heading(page).innerText()).toBe('successful')
  })

  test('is not changed by the style of the page', async () => {
    const { page, opened } = await openShop(
      `<style>input, label, form > div { display: none !important } iframe { width: 9px !important; max-height: 9px }
         button { all: unset }</style>${shop}`,
    )
    await page.click('.omise-checkout-button')
    const box = await (await opened()).getByLabel('Card number').boundingBox()
    expect(box?.width).toBeGreaterThan(250)
  })
})

describe('at the hosts of the service', () => {
  test('cards and sources reach the sandbox, from a page that is not changed', async () => {
    const { page, sandbox, opened, said } = await openShop(
      `<form action="/pay" method="post"><script src="OMISE" data-key="KEY" data-amount="125000"
        data-other-payment-methods="promptpay" data-default-payment-method="credit_card"></script></form>
      <script>Omise.setPublicKey('KEY'); Omise.config.defaultHost = 'vault-staging.omise.co'
        const create = () => new Promise((resolve) =>
          Omise.createSource('promptpay', { amount: 125000, currency: 'thb' }, resolve))</script>`,
      'proxy',
    )
    expect(await page.evaluate('create()')).toBe(200)
    expect(said()).toEqual([
      'payment-sandbox: Omise.config.defaultHost is taken as given, and calls go to the sandbox at vault.omise.co',
    ])
    await press(page, 'Pay with Omise')
    const frame = await opened()
    await frame.getByLabel('Test card').selectOption('successful')
    await press(frame, pay)
    await expect.poll(() => heading(page).innerText()).toBe('successful')
    const called = sandbox.requests.list().map(({ host, path }) => `${host} ${path}`)
    expect(new Set(called)).toEqual(
      new Set(['vault /omise.js', 'api /sources', 'vault /tokens', 'api /charges']),
    )
  })
})
