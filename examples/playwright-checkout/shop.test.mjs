/** A browser pays at the shop. `CHROME_PATH` names the Chromium program, unless Playwright has installed its own. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { createSandbox } from 'payment-sandbox'
import { chromium } from 'playwright-core'
import { Shop } from './shop.mjs'

let browser
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROME_PATH })
})
after(() => browser?.close())

/** The shop on a port, with its own sandbox and a page that shows the checkout of an order. */
const openCheckout = async (context, amount) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${server.address().port}`
  const sandbox = createSandbox({ webhook: `${origin}/webhooks` })
  const { url, vaultUrl } = await sandbox.listen({ port: 0 })
  const { public: publicKey, secret: secretKey } = sandbox.keys
  const webhookSecret = sandbox.webhooks.secret
  const shop = new Shop({ url, vaultUrl, publicKey, secretKey, webhookSecret }, origin)
  server.on('request', (request, response) => shop.answer(request, response))
  const page = await browser.newPage()
  context.after(async () => {
    await page.close()
    await sandbox.close()
    server.closeAllConnections()
    server.close()
  })
  const sent = []
  page.on('request', (request) => sent.push({ url: request.url(), body: request.postData() ?? '' }))
  const order = shop.place('A-1', amount)
  await page.goto(`${origin}/orders/A-1`)
  return { sandbox, page, order, origin, sent }
}

const payByCard = async (page, number = '4242424242424242') => {
  const fields = { Name: 'Somchai Prasert', Number: number, Month: '12', Year: '2040', Code: '123' }
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value)
  await page.getByRole('button', { name: 'Pay by card' }).click()
}

const heading = (page, name) => page.getByRole('heading', { name }).waitFor()
const alert = (page, text) => page.getByRole('alert').getByText(text).waitFor()

test('a card pays: its number goes to the vault, the shop gets a token', async (context) => {
  const { sandbox, page, order, origin, sent } = await openCheckout(context, 100_000)
  await payByCard(page)
  await heading(page, 'Order A-1 is paid')

  assert.equal(order.state, 'paid')
  assert.equal(sandbox.charges.get(order.charge).card.last_digits, '4242')
  const withNumber = sent.filter(({ body }) => body.includes('4242424242424242'))
  assert.deepEqual(
    withNumber.map(({ url }) => url),
    [`${sandbox.vaultUrl}/tokens`],
  )
  const toShop = sent.filter(({ url, body }) => url.startsWith(origin) && body !== '')
  assert.deepEqual(
    toShop.map(({ body }) => body),
    [`card=${sandbox.tokens.last().id}`],
  )
})

test('a card that is none is refused by the vault, and nothing is charged', async (context) => {
  const { sandbox, page } = await openCheckout(context, 100_000)
  await payByCard(page, '4242424242424241')
  await alert(page, /number/)
  assert.equal(sandbox.charges.count(), 0)
})

test('a payer without money sees why, and pays with another card', async (context) => {
  const { sandbox, page } = await openCheckout(context, 100_000)
  await payByCard(page, '4111111111140011')
  await alert(page, /insufficient funds/)
  await payByCard(page)
  await heading(page, 'Order A-1 is paid')
  assert.deepEqual(
    sandbox.charges.list().map(({ status }) => status),
    ['failed', 'successful'],
  )
})

test('by 3-D Secure: the payer confirms at the bank, and comes back', async (context) => {
  const { sandbox, page, order, origin } = await openCheckout(context, 500_000)
  await payByCard(page)
  await heading(page, 'Confirm your payment')
  assert.equal(new URL(page.url()).origin, new URL(sandbox.url).origin)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await heading(page, 'Order A-1 is paid')

  assert.equal(page.url(), `${origin}/orders/A-1`)
  assert.equal(sandbox.charges.get(order.charge).status, 'successful')
})

test('by 3-D Secure: the payer refuses, and the order can be paid again', async (context) => {
  const { sandbox, page } = await openCheckout(context, 500_000)
  await payByCard(page)
  await page.getByRole('button', { name: 'Reject' }).click()
  await heading(page, 'Order A-1: THB 5000.00')
  await payByCard(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await heading(page, 'Order A-1 is paid')
  assert.deepEqual(
    sandbox.charges.list().map(({ status }) => status),
    ['failed', 'successful'],
  )
})

test('by QR code: the page shows it, and sees that it was paid', async (context) => {
  const { sandbox, page, order } = await openCheckout(context, 100_000)
  await page.getByRole('button', { name: 'Pay by PromptPay' }).click()
  const code = page.getByAltText('QR code')
  await code.waitFor()
  assert.ok(await code.evaluate((image) => image.decode().then(() => image.naturalWidth > 0)))

  sandbox.simulate.payCharge(order.charge)
  await heading(page, 'Order A-1 is paid')
})

test('by QR code: one that is not paid lapses, and the order is open again', async (context) => {
  const { sandbox, page, order } = await openCheckout(context, 100_000)
  await page.getByRole('button', { name: 'Pay by PromptPay' }).click()
  await heading(page, 'Order A-1 waits for your payment')

  await sandbox.clock.advance('8d')
  await alert(page, /not paid in time/)
  assert.equal(order.state, 'open')
})
