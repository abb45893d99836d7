/** Contract 10: the detail beside a list in a browser: its room, and forms that open in it. */
import { expect, test } from 'vitest'
import { useDashboard } from './open-dashboard'

const { open } = useDashboard()

test('a detail grows with the window, and no line of its timeline is more than three high', async () => {
  const { client, url, page } = await open()
  const { id } = await client.charge({ amount: 100_000 })
  await client.refund(id, { amount: 500 })
  await page.goto(`${url}/_sandbox/records/charges/${id}`)
  let before = 0
  for (const width of [1280, 1440, 1800, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    const detail = await page.locator('#detail').boundingBox()
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
