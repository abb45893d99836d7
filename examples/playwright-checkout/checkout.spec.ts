/** A browser pays at the shop. Neither its page nor its server knows that Omise is a sandbox here. */
import type { Page } from '@playwright/test'
import { expect, test } from 'payment-sandbox/playwright'

const openForm = async (page: Page, product: 'tea' | 'teapot') => {
  await page.goto(`/products/${product}`)
  await page.getByRole('button', { name: 'Buy' }).click()
  return page.frameLocator('iframe[title="Payment form"]')
}

const payByCard = async (page: Page, product: 'tea' | 'teapot', number = '4242424242424242') => {
  const form = await openForm(page, product)
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Name on card').fill('Somchai Prasert')
  await form.getByLabel('Expiry date').fill('12/40')
  await form.getByLabel('Security code').fill('123')
  await form.getByRole('button', { name: /^Pay/ }).click()
}

const payByCode = async (page: Page) => {
  const form = await openForm(page, 'tea')
  await form.getByLabel('PromptPay').check()
  await form.getByRole('button', { name: /^Pay/ }).click()
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a card pays: its number goes to the vault, the shop gets a token', async ({ page, sandbox }) => {
  const sent: { host: string; body: string }[] = []
  page.on('request', (request) => {
    sent.push({ host: new URL(request.url()).host, body: request.postData() ?? '' })
  })
  await payByCard(page, 'tea')
  await expect(heading(page)).toHaveText(/^Order A-\d+ is paid$/)

  await expect(sandbox).toHaveCharged({ amount: 250_000, card: { last_digits: '4242' } })
  await expect(sandbox).toHaveDelivered('charge.create', { amount: 250_000 })
  const withNumber = sent.filter(({ body }) => body.includes('4242424242424242'))
  expect(withNumber.map(({ host }) => host)).toEqual(['vault.omise.co'])
})

test('a payer without money sees why', async ({ page, sandbox }) => {
  await payByCard(page, 'tea', '4111111111140011')
  await expect(page.getByRole('alert')).toContainText('insufficient funds')
  await expect(sandbox).not.toHaveCharged()
})

test('by 3-D Secure: the payer confirms at the bank, and comes back', async ({ page, sandbox }) => {
  await payByCard(page, 'teapot')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(heading(page)).toHaveText(/^Order A-\d+ is paid$/)
  await expect(sandbox).toHaveCharged({ amount: 500_000 })
})

test('by 3-D Secure: the payer refuses', async ({ page, sandbox }) => {
  await payByCard(page, 'teapot')
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(heading(page)).toHaveText(/^Order A-\d+ is not paid$/)
  await expect(sandbox).not.toHaveCharged()
})

test('by QR code: the page shows it, and sees that it was paid', async ({ page, sandbox }) => {
  await payByCode(page)
  await expect(page.getByAltText('QR code')).toBeVisible()
  const charge = await sandbox.charges.last()
  await sandbox.simulate.payCharge(charge?.id ?? '')
  await expect(heading(page)).toHaveText(/^Order A-\d+ is paid$/)
})

test('by QR code: one that is not paid expires', async ({ page, sandbox }) => {
  await payByCode(page)
  await expect(heading(page)).toHaveText(/waits for your payment$/)
  await sandbox.clock.advance('8d')
  await expect(page.getByRole('alert')).toHaveText('the code was not paid in time')
})
