/** Contract 10: the places to work at, in a browser: webhooks, faults, fixtures, clock, checkout, accounts. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useDashboard } from './open-dashboard'

const { open } = useDashboard()

const receiver = 'http://127.0.0.1:9/hooks'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
/** Answers the question that a button asks first. */
const confirmAll = (page: Page) => page.on('dialog', (dialog) => dialog.accept())

describe('webhooks', () => {
  test('one that failed is red; sent again, it is green', async () => {
    const { client, sandbox, page } = await open('webhooks', { webhooks: { endpoints: [receiver] } })
    let status = 500
    sandbox.webhooks.onDelivery(() => status, { url: receiver })
    await client.charge()
    const newest = page.locator('.content .stories > li').first()
    await newest.getByText('charge.complete').click()
    const sheet = page.locator('.detail article')
    await sheet.getByText('Answer').waitFor()
    expect(await newest.getAttribute('class')).toBe('bad')
    status = 204
    await press(page, 'Resend')
    // The new attempt is opened, with its answer.
    await sheet.locator('dd.good').getByText('204').waitFor()
    await page.locator('.content .stories > li.good').first().waitFor()
    expect(
      await sheet.locator('.stories > li').evaluateAll((lines) => lines.map((line) => line.className)),
    ).toEqual(['good', 'bad'])
  })

  test('an address is added and removed by requests of the account', async () => {
    const { sandbox, page } = await open('webhooks')
    confirmAll(page)
    for (const uri of ['http://127.0.0.1:9/a', 'http://127.0.0.1:9/b']) {
      await page.getByRole('textbox', { name: 'Address' }).fill(uri)
      await press(page, 'Add')
      await page.getByText(uri, { exact: true }).waitFor()
    }
    expect(sandbox.webhooks.endpoints).toEqual(['http://127.0.0.1:9/a', 'http://127.0.0.1:9/b'])
    await page.getByRole('form', { name: 'Remove http://127.0.0.1:9/a' }).getByRole('button').click()
    await page.getByText('http://127.0.0.1:9/a', { exact: true }).waitFor({ state: 'detached' })
    expect(sandbox.webhooks.endpoints).toEqual(['http://127.0.0.1:9/b'])
    await page.getByRole('textbox', { name: 'Address' }).fill('ftp://127.0.0.1')
    await press(page, 'Add')
    await page.getByRole('alert').getByText('is invalid').waitFor()
  })

  test('a secret is added, and the old one deleted', async () => {
    const { sandbox, page } = await open('webhooks')
    confirmAll(page)
    const [old = ''] = sandbox.webhooks.secrets
    await press(page, 'Add a secret')
    await page.getByText('Both sign').waitFor()
    expect(sandbox.webhooks.secrets).toHaveLength(2)
    await page.getByRole('button', { name: 'Delete' }).first().click()
    await page.getByText(old, { exact: true }).waitFor({ state: 'detached' })
    expect(sandbox.webhooks.secrets).not.toContain(old)
  })
})

test('a fault is added by one click, hit and shown so, and removed', async () => {
  const { client, sandbox, page } = await open('faults')
  await press(page, 'The next charge answers 500')
  await page.getByText('0 of 1').waitFor()
  expect((await client.post('/charges', {})).status).toBe(500)
  await page.getByText('1 of 1').waitFor()
  await press(page, 'Remove')
  await page.getByText('Nothing fails on purpose').waitFor()
  expect(sandbox.faults.list()).toEqual([])
})

test('a fault is added by a form, which says what is wrong with it', async () => {
  const { sandbox, page } = await open('faults')
  await page.getByText('Another fault of requests').click()
  const form = page.getByRole('form', { name: 'Let requests fail' })
  await form.getByLabel('Path').fill('/refunds')
  await form.getByRole('button', { name: 'Add' }).click()
  await form.getByText('does nothing: give delay_ms').waitFor()
  await form.getByLabel('Answer').selectOption('503')
  await form.getByLabel('Times').fill('3')
  await form.getByRole('button', { name: 'Add' }).click()
  await form.getByText('Added.').waitFor()
  expect(sandbox.faults.list()).toMatchObject([{ path: '/refunds', respond: { status: 503 }, times: 3 }])
})

test('a fault of webhooks answers with the status of its form', async () => {
  const { client, sandbox, page } = await open('faults', { webhooks: { endpoints: [receiver] } })
  await page.getByText('Another fault of webhooks').click()
  const form = page.getByRole('form', { name: 'Let webhooks fail' })
  await form.getByLabel('Answer').fill('429')
  await form.getByRole('button', { name: 'Add' }).click()
  await page.getByText('is answered 429 before it arrives').waitFor()
  await client.customer()
  await page.getByText('1 of 1').waitFor()
  expect(sandbox.webhooks.deliveries()[0]).toMatchObject({ status: 429, error: 'answered by a fault' })
})

describe('fixtures', () => {
  test('one that ships is loaded, and the records are recorded as a file', async () => {
    const { sandbox, page } = await open('fixtures')
    await page.getByRole('form', { name: 'Load first-sale' }).getByRole('button').click()
    await page.getByText('Loaded.').waitFor()
    expect(sandbox.charges.last()?.amount).toBe(100_000)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download this account in test mode' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('recorded.yaml')
    const text = (await (await download.createReadStream()).toArray()).join('')
    expect(text).toMatch(/amount: 100000/)
  })

  test('a snapshot is taken, restored and deleted', async () => {
    const { client, sandbox, page } = await open('fixtures')
    confirmAll(page)
    await page.getByRole('textbox', { name: 'Name' }).fill('before the sale')
    await press(page, 'Take a snapshot')
    await page.getByText('before the sale', { exact: true }).waitFor()
    await client.charge()
    await press(page, 'Restore')
    await page.getByText('Restored.').waitFor()
    expect(sandbox.charges.count()).toBe(0)
    await press(page, 'Delete')
    await page.getByText('before the sale', { exact: true }).waitFor({ state: 'detached' })
  })

  test('a reset asks first', async () => {
    const { client, sandbox, page } = await open('fixtures')
    await client.charge()
    page.once('dialog', (dialog) => dialog.dismiss())
    await press(page, 'Reset everything')
    expect(sandbox.charges.count()).toBe(1)
    confirmAll(page)
    await press(page, 'Reset everything')
    await page.getByText('Reset.', { exact: true }).waitFor()
    expect(sandbox.charges.count()).toBe(0)
  })
})

describe('the checkout', () => {
  test('pays with a 3-D Secure card: the payer confirms, and is back', async () => {
    const { sandbox, page } = await open('checkout')
    await page.getByRole('textbox', { name: 'Amount in THB' }).fill('1,234.50')
    await page.getByRole('textbox', { name: 'Order' }).fill('A-77')
    await page.getByText('Pays after 3-D Secure').click()
    await press(page, 'Pay')
    await heading(page, 'Confirm your payment')
    await press(page, 'Confirm')
    await page.getByText('Order A-77: THB 1,234.50 successful').waitFor()
    expect(sandbox.charges.last()).toMatchObject({ amount: 123_450, paid: true, authenticated_by: '3DS' })
  })

  test('pays by keyboard alone, and shows the charge', async () => {
    const { sandbox, page } = await open('checkout')
    await page.getByRole('radio', { name: 'Pays 4242 4242 4242 4242', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/records\/charges\/chrg_/)
    expect(sandbox.charges.last()).toMatchObject({ status: 'successful', amount: 100_000 })
  })
})

test('an account is made, switched to and locked', async () => {
  const { sandbox, page } = await open('accounts')
  await page.getByText('Create an account').click()
  await page.getByRole('textbox', { name: 'Email' }).fill('tokyo@example.com')
  await page.getByLabel('Country').selectOption('Japan')
  await press(page, 'Make')
  await page.waitForURL(/open=acct_/)
  const made = sandbox.accounts.at(-1)
  expect(made?.about()).toMatchObject({ email: 'tokyo@example.com', country: 'JP', currency: 'jpy' })
  await page.getByRole('button', { name: `Account ${made?.id}` }).waitFor()
  await press(page, 'Lock')
  await page.getByText('Refused: its keys answer 403').waitFor()
  expect(made?.about().locked).toBe(true)
  const secret = made?.keys.secret ?? ''
  await page
    .getByRole('form', { name: 'State of the secret key, test' })
    .getByRole('combobox')
    .selectOption('revoked')
  await page.getByRole('form', { name: 'State of the secret key, test' }).getByRole('button').click()
  await expect.poll(() => made?.about().keyStates[secret]).toBe('revoked')
})

test('the coverage counts from zero on demand', async () => {
  const { client, sandbox, url, page } = await open()
  await client.charge()
  await page.goto(`${url}/_sandbox/coverage`)
  await page.getByText(`2 of ${sandbox.catalogue.operations.length}`).waitFor()
  await page.getByRole('button', { name: 'Count from zero' }).click()
  await page.getByText(`0 of ${sandbox.catalogue.operations.length}`).waitFor()
  expect(sandbox.coverage().operations.covered).toBe(0)
})
