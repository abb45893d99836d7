/** Contract 10: records in a browser: their tables, their pages with a button for each move, and search. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useDashboard } from './open-dashboard'

const { open } = useDashboard()

const rows = (page: Page) => page.locator('.records tbody tr')
const record = (page: Page) => page.locator('.detail article')
const stateIn = (page: Page, state: string) =>
  record(page).locator('header').getByText(state, { exact: true }).waitFor()

describe('from the dashboard', () => {
  test('a part of a charge is refunded, with an amount that is typed as money', async () => {
    const { client, sandbox, url, page } = await open()
    const { id } = await client.charge({ amount: 1_000_000 })
    await page.goto(`${url}/_sandbox/records/charges/${id}`)
    await record(page).getByText('Refund…').click()
    const amount = page.getByRole('textbox', { name: 'Amount in THB' })
    expect(await amount.inputValue()).toBe('10,000.00')
    await amount.fill('a lot')
    await amount.press('Enter')
    await page.getByRole('alert').getByText('must be an amount such as 1,000.50, not a lot').waitFor()
    await amount.fill('20,000.00')
    await amount.press('Enter')
    await page.getByRole('alert').getByText('amount is above the refundable balance').waitFor()
    expect(sandbox.refunds.count()).toBe(0)
    await amount.fill('2,500.50')
    await amount.press('Enter')
    await record(page).locator('.related').getByText('THB 2,500.50').first().waitFor()
    await page.getByRole('alert').getByText('Done.').waitFor()
    expect(sandbox.refunds.last()).toMatchObject({ amount: 250_050, charge: { id } })
  })

  test('half of a charge is refunded by the keyboard alone, past the list beside it', async () => {
    const { client, sandbox, url, page } = await open()
    const { id } = await client.charge({ amount: 100_000 })
    await page.goto(`${url}/_sandbox/records/charges/${id}`)
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Skip to the detail')
    await page.keyboard.press('Enter')
    for (let i = 0; i < 4 && (await focused()) !== 'Refund…'; i += 1) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('500')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Done.').waitFor()
    expect(sandbox.refunds.last()).toMatchObject({ amount: 50_000, charge: { id } })
  })

  test('what cannot be undone asks first', async () => {
    const { client, sandbox, url, page } = await open()
    const { id } = await client.charge({ capture: false })
    await page.goto(`${url}/_sandbox/records/charges/${id}`)
    page.once('dialog', (dialog) => dialog.dismiss())
    await page.getByRole('button', { name: 'Reverse' }).click()
    expect(sandbox.charges.get(id)?.reversed).toBe(false)
    page.once('dialog', (dialog) => dialog.accept())
    await page.getByRole('button', { name: 'Reverse' }).click()
    await stateIn(page, 'reversed')
  })
})

describe('a table of records', () => {
  test('grows as records are made', async () => {
    const { client, page } = await open('records/charges')
    await page.getByText('There are no charges yet').waitFor()
    await client.charge({ amount: 123_456, description: 'Lunch' })
    await rows(page).getByText('THB 1,234.56').waitFor()
  })

  test('leads to the oldest and back, and a line opens its record wherever it is clicked', async () => {
    const { sandbox, page } = await open('records/charges', { fixtures: ['busy-shop'] })
    await page.setViewportSize({ width: 1400, height: 900 })
    await page.getByRole('link', { name: 'Last' }).click()
    await page.waitForURL(/before=/)
    const oldest = sandbox.charges.list()[0]?.id ?? ''
    // The link of the line covers all of it.
    await page.locator(`#row-${oldest} .when`).click({ force: true })
    await page.waitForURL(new RegExp(oldest))
    await record(page).getByText(oldest).first().waitFor()
    expect(await page.locator('tr[aria-current]').getAttribute('id')).toBe(`row-${oldest}`)
    await page.getByRole('link', { name: 'First' }).click()
    await page.getByText('1 to 25 of').waitFor()
  })

  test('shows the record instead of the list on a phone, with a way back to the same page of it', async () => {
    const { page } = await open('records/charges?q=status:successful', { fixtures: ['busy-shop'] })
    await page.getByRole('link', { name: 'Older' }).click()
    await page.getByText('26 to 50 of').waitFor()
    const { href } = await page.evaluate(() => location)
    await page.setViewportSize({ width: 390, height: 844 })
    await rows(page).first().getByRole('link').click()
    await record(page).waitFor()
    expect(await rows(page).first().isVisible()).toBe(false)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByRole('link', { name: 'All charges' }).click()
    await page.waitForURL(href)
  })

  test.each([
    ['records/charges/{charge}', 1600],
    ['records/charges/{charge}', 1210],
    ['records/charges', 1000],
    ['records/charges', 390],
  ])('shows a failure code whole beside a long description: /_sandbox/%s, %i wide', async (path, width) => {
    const { sandbox, client, url, page } = await open()
    const description = 'Many things for a long table in a small hall '.repeat(4)
    const card = sandbox.token('insufficient_fund').id
    await client.post('/charges', { amount: 100_000, currency: 'thb', card, description })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${url}/_sandbox/${path.replace('{charge}', sandbox.charges.last()?.id ?? '')}`)
    const cell = await rows(page).locator('.about').boundingBox()
    const code = await rows(page).getByText('insufficient_fund').boundingBox()
    if (cell === null || code === null) return expect.fail('the code is not shown')
    expect(code.x + code.width).toBeLessThanOrEqual(cell.x + cell.width)
  })
})

test('a detail grows with the window, and no line of its timeline is more than three high', async () => {
  const { client, url, page } = await open()
  const { id } = await client.charge({ amount: 100_000 })
  await client.refund(id, { amount: 500 })
  await page.goto(`${url}/_sandbox/records/charges/${id}`)
  let before = 0
  for (const width of [1280, 1440, 1800, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    const detail = await page.locator('#page-detail').boundingBox()
    const list = await page.locator('.split > .content').boundingBox()
    expect(detail?.width).toBeGreaterThan(Math.max(before, list?.width ?? 0))
    before = detail?.width ?? 0
    const heights = await page
      .locator('.detail .stories > li > .line')
      .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height))
    expect(heights.length).toBeGreaterThan(1)
    expect(Math.max(...heights)).toBeLessThan(3.5 * 21)
    // Nothing of the list is cut off beside it.
    const cut = await page
      .locator('.split > .content .records table')
      .evaluateAll(
        (tables) =>
          tables.filter((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0)).length,
      )
    expect(cut).toBe(0)
  }
})

test('a form closes after it said that it was done, and opens again without that', async () => {
  const { client, url, page } = await open()
  const { id } = await client.charge({ amount: 1_000_000 })
  await page.goto(`${url}/_sandbox/records/charges/${id}`)
  const form = page.locator('details.move', { hasText: 'Refund…' })
  await form.getByText('Refund…').click()
  await form.getByRole('button', { name: 'Refund' }).focus()
  await page.getByRole('textbox', { name: 'Amount in THB' }).fill('100')
  await page.getByRole('textbox', { name: 'Amount in THB' }).press('Enter')
  await form.getByText('Done.').waitFor()
  await expect.poll(() => form.getAttribute('open'), { timeout: 5000 }).toBeNull()
  await form.getByText('Refund…').click()
  expect(await form.locator('output').textContent()).toBe('')
})
