/** Contract 10: the documentation in a browser. */
import { expect, test } from 'vitest'
import { allNames } from '../../src/pages/docs/content'
import { copiedBy, useDashboard } from './open-dashboard'

const { open } = useDashboard()

test('an error shows its entry while one types, and has an address that finds the same', async () => {
  const { page } = await open('docs/errors')
  const box = page.getByRole('searchbox', { name: 'Search the documentation' })
  await box.fill('stolen')
  expect(await page.locator('#stolen_or_lost_card').isVisible()).toBe(true)
  expect(await page.locator('#invalid_filter').isVisible()).toBe(false)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/errors\?q=stolen$/)
  expect(await page.locator('.docs-entry').count()).toBe(1)
  await page.getByRole('link', { name: /^Test cards \(\d+\)$/ }).click()
  await page.waitForURL(/\/docs\/test-cards\?q=stolen$/)
  expect(await page.getByText('4111111111130012', { exact: true }).isVisible()).toBe(true)
})

test('the number of a test card is copied', async () => {
  const { page } = await open('docs/test-cards')
  expect(await copiedBy(page, 'Copy 4111111111140011')).toBe('4111111111140011')
})

test('the commands under an error are copied, and end with it', async () => {
  const { page } = await open('docs/errors')
  expect(await copiedBy(page, 'Copy the commands for missing_card')).toMatch(
    /^curl http:\/\/127\.0\.0\.1:\d+\/charges -u skey_test_sandbox: -d amount=10000/,
  )
})

test('an operation opens beside the list where there is room, and as a page where there is none', async () => {
  const { page } = await open('docs/api')
  await page.setViewportSize({ width: 1400, height: 800 })
  await page.getByRole('link', { name: 'POST /charges', exact: true }).click()
  await page.getByRole('heading', { name: 'POST /charges' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Operations', level: 1 }).isVisible()).toBe(true)
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await page.getByRole('link', { name: 'POST /charges', exact: true }).isVisible()).toBe(false)
  await page.getByRole('link', { name: 'All operations' }).click()
  await page.getByRole('link', { name: 'POST /charges', exact: true }).waitFor()
})

const widths = [1280, 390]

test.each(['', ...allNames.map((name) => `/${name}`)])(
  'at /_sandbox/docs%s nothing is wider than the screen',
  async (path) => {
    const { page } = await open(`docs${path}`)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  },
)
