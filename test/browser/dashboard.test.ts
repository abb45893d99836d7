/** Contract 10: the dashboard in a browser. */
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../src/index'
import { clientWith } from '../support/set-up'
import { copiedBy, useDashboard } from './open-dashboard'

const { open } = useDashboard()

const stories = (page: Page) => page.locator('.stories > li')

describe('the activity', () => {
  test('shows what happens as it happens, newest first', async () => {
    const { client, page } = await open()
    await page.getByText('Nothing has happened yet').waitFor()
    await client.charge({ amount: 123_456 })
    await page.getByText('THB 1,234.56').first().waitFor()
    await client.get('/charges/chrg_test_none')
    await stories(page).first().getByText('not_found').waitFor()
  })

  test('keeps the focus, the text that was typed and the open sections while it changes', async () => {
    const { client, sandbox, page } = await open('clock')
    await page.getByRole('textbox', { name: 'Advance by' }).fill('3d')
    await page.getByRole('button', { name: 'Keys' }).click()
    await page.getByRole('textbox', { name: 'Set to' }).focus()
    await client.charge({ source: { type: 'promptpay' }, card: undefined })
    await page.locator('#due').waitFor()
    expect(await page.getByRole('textbox', { name: 'Advance by' }).inputValue()).toBe('3d')
    expect(await page.locator('#page-keys').isVisible()).toBe(true)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('set')
    expect(sandbox.charges.count()).toBe(1)
  })

  test('opens a request beside the list where there is room, and as a page where there is none', async () => {
    const { client, page } = await open()
    await page.setViewportSize({ width: 1400, height: 800 })
    await client.charge()
    await stories(page).first().getByRole('link', { name: '/charges' }).click()
    await page.getByRole('heading', { name: 'POST /charges' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Activity' }).isVisible()).toBe(true)
    await page.setViewportSize({ width: 390, height: 800 })
    expect(await stories(page).first().isVisible()).toBe(false)
    await page.getByRole('link', { name: 'All activity' }).click()
    await stories(page).first().waitFor()
  })
})

test('what happens while the page is loaded again is shown too', async () => {
  const { client, page } = await open()
  const messages = await page.context().newCDPSession(page)
  await messages.send('Network.enable')
  await page.route(
    /\/_sandbox\/?$/,
    async (route) => {
      const answer = await route.fetch()
      const arrived = new Promise((resolve) => messages.once('Network.eventSourceMessageReceived', resolve))
      await client.charge({ metadata: { order: 'A-1002' } })
      await arrived
      await route.fulfill({ response: answer })
    },
    { times: 1 },
  )
  await client.charge({ metadata: { order: 'A-1001' } })
  await stories(page).filter({ hasText: 'A-1002' }).waitFor()
})

test('a lost server is shown at once, and found again', async () => {
  const { sandbox, url, page } = await open()
  const ports = new URL(url).port
  const vaultPort = Number(new URL(sandbox.vaultUrl).port)
  const note = page.getByText('The sandbox does not answer')
  await page.getByText('Nothing has happened yet').waitFor()
  expect(await note.isVisible()).toBe(false)
  await sandbox.close()
  await note.waitFor()
  const next = createSandbox()
  onTestFinished(() => next.close())
  await next.listen({ port: Number(ports), vaultPort })
  await note.waitFor({ state: 'hidden' })
  await clientWith(next, next.keys).charge({ amount: 777_700 })
  await page.getByText('THB 7,777.00').first().waitFor()
})

test('the keyboard alone goes to the content, filters, opens a request and comes back', async () => {
  const { client, page } = await open()
  await client.charge({ metadata: { order: 'A-1001' } })
  await stories(page).first().waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('A-1001')
  await page.keyboard.press('Enter')
  await page.waitForURL(/q=A-1001/)
  for (let i = 0; i < 60 && (await focused()) !== '/charges'; i += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'POST /charges' }).waitFor()
  await page.goBack()
  await page.waitForURL(/\/_sandbox\/\?q=A-1001/)
})

test('on a phone the places are behind a button, which Escape closes', async () => {
  const { page } = await open()
  await page.setViewportSize({ width: 390, height: 800 })
  const clockLink = page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Clock' })
  expect(await clockLink.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await clockLink.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  expect(await clockLink.isVisible()).toBe(false)
})

test.each([320, 390, 600, 840, 1100])(
  'what falls due next is shown whole in the clock line, %i wide',
  async (width) => {
    const { client, sandbox, page } = await open('', { webhooks: { endpoints: ['http://127.0.0.1:9/'] } })
    await client.charge()
    await sandbox.clock.advance('6m')
    await page.setViewportSize({ width, height: 800 })
    await page.reload()
    const next = page.locator('#page-top .next')
    expect(await next.textContent()).toMatch(/^next in \d+ minutes: webhook is tried$/)
    const [shown, whole] = await next.evaluate((one) => {
      const range = document.createRange()
      range.selectNodeContents(one)
      return [one.parentElement?.getBoundingClientRect(), range.getBoundingClientRect()].map(
        (box) => box?.right ?? 0,
      )
    })
    expect(whole).toBeLessThanOrEqual(shown ?? 0)
    expect(shown).toBeLessThan(width)
  },
)

test.each(['light', 'dark'] as const)(
  'the smallest phone shows the mode of the account, %s',
  async (colorScheme) => {
    const { page, sandbox } = await open('', { accounts: [{}] })
    await page.setViewportSize({ width: 320, height: 480 })
    await page.emulateMedia({ colorScheme })
    const button = page.locator('[popovertarget=page-scope]')
    for (const { id } of sandbox.accounts)
      for (const mode of ['test', 'live']) {
        await button.click()
        await page.locator('#page-scope li').filter({ hasText: id }).getByRole('link', { name: mode }).click()
        await button.locator('.state', { hasText: mode }).waitFor()
        const [around, shown] = [await button.boundingBox(), await button.locator('.state').boundingBox()]
        expect((shown?.x ?? 999) + (shown?.width ?? 999)).toBeLessThan(
          (around?.x ?? 0) + (around?.width ?? 0),
        )
        expect(shown?.x).toBeGreaterThan(around?.x ?? 999)
      }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  },
)

test('the page of a request fits the smallest phone, with the amounts of its ledger', async () => {
  const { client, sandbox, page, url } = await open()
  await client.charge()
  await page.setViewportSize({ width: 320, height: 480 })
  await page.goto(`${url}/_sandbox/requests/${sandbox.requests.last({ path: '/charges' })?.id}`)
  await page.getByRole('heading', { name: 'Ledger' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('on a phone menu and search stay in reach of a page that is scrolled', async () => {
  const { client, page } = await open()
  await page.setViewportSize({ width: 390, height: 800 })
  for (let i = 0; i < 15; i += 1) await client.charge({ capture: false })
  await page.reload()
  await page.evaluate(() => scrollTo(0, 700))
  // Playwright would scroll to a button that is near the edge of the screen before it clicks.
  const button = await page.getByRole('button', { name: 'Menu' }).boundingBox()
  await page.mouse.click((button?.x ?? -1) + 10, (button?.y ?? -1) + 10)
  const places = page.getByRole('navigation', { name: 'Places' })
  const { y = 0 } = (await places.boundingBox()) ?? {}
  expect(y).toBeGreaterThan(30)
  expect(y).toBeLessThan(80)
  expect(await page.evaluate(() => scrollY)).toBe(700)
  await page.keyboard.press('Escape')
  await page.locator('#page-top').getByRole('link', { name: 'Search' }).click()
  await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor()
})

test('the key / leads to the field of a search, which takes it as text, or to the page of searches', async () => {
  const { url, page } = await open('records/charges')
  const field = page.getByRole('searchbox', { name: 'Search charges' })
  await page.keyboard.press('/')
  await page.keyboard.type('a/b')
  expect(await field.inputValue()).toBe('a/b')
  await page.goto(`${url}/_sandbox/clock`)
  await page.getByRole('textbox', { name: 'Advance by' }).press('/')
  expect(await page.getByRole('textbox', { name: 'Advance by' }).inputValue()).toBe('/')
  await page.locator('h1').click()
  await page.keyboard.press('/')
  await page.waitForURL(/_sandbox\/search/)
  const all = page.getByRole('searchbox', { name: 'Search all records' })
  await all.waitFor()
  expect(await all.evaluate((one) => one === document.activeElement)).toBe(true)
})

test('a value is copied', async () => {
  const { sandbox, page } = await open()
  await page.getByText('Keys', { exact: true }).click()
  expect(await copiedBy(page, 'Copy the secret key')).toBe(sandbox.keys.secret)
})

test('the clock moves to what falls due next', async () => {
  const { client, sandbox, page } = await open()
  const charge = await client.charge({ source: { type: 'promptpay' }, card: undefined })
  await page.goto(`${page.url()}clock`)
  await page.getByRole('button', { name: 'Advance to the next' }).click()
  await page.getByText('Nothing is planned.').waitFor()
  expect(sandbox.charges.get(charge.id)?.status).toBe('expired')
})

test('a refusal of a form is shown in it, and the text stays', async () => {
  const { page } = await open('clock')
  await page.getByRole('textbox', { name: 'Advance by' }).fill('soon')
  await page.getByRole('button', { name: 'Advance', exact: true }).click()
  await page.getByText('soon is not a duration').waitFor()
  expect(await page.getByRole('textbox', { name: 'Advance by' }).inputValue()).toBe('soon')
})
