/** Whatever clients send, it becomes text in pages that are already open, whose elements it cannot take over. */
import { expect, test } from 'vitest'
import { useDashboard } from './open-dashboard'

const { open } = useDashboard()

/** Ends every quote and element, and names what the script of the page itself uses. */
const texts = [
  `"'></textarea></style></script><img src=x onerror="document.title='taken over'">`,
  '<form id="page-main"><input name="children"><input name="id"></form>',
  ...['__proto__', 'constructor', 'page-main', 'stories', 'page-rail', 'page-lost', 'toString'],
] as const

test('texts of requests arrive as text, and leave the frame of an open page as it is', async () => {
  const { client, sandbox, page } = await open()
  const frame = () => page.locator('[id^=page-]').evaluateAll((all) => all.map(({ id }) => id))
  const before = await frame()
  for (const text of texts) {
    await client.charge({ description: text, metadata: { [text]: text, order: text } })
    await client.get(`/charges/${encodeURIComponent(text)}`)
    await page.locator('.stories > li').first().getByText('not_found').waitFor()
    await page.getByText(text.slice(0, 60)).first().waitFor()
  }
  expect(await frame()).toEqual(before)
  expect(await page.locator('main img, main form:not(.filter)').count()).toBe(0)
  expect(await page.title()).toBe('Overview · payment-sandbox')
  // The page still follows.
  await client.charge({ amount: 123_456 })
  await page.getByText('THB 1,234.56').first().waitFor()
  expect(sandbox.charges.count()).toBe(texts.length + 1)
})

test('ids that a client chooses are no elements of an open page', async () => {
  const { page, sandbox, url } = await open()
  const { authorization } = sandbox
  for (const text of [
    'page-main',
    'stories',
    '__proto__',
    `"><img src=x onerror="document.title='taken over'">`,
  ]) {
    const headers = { authorization: authorization.secret, 'x-request-id': text, 'idempotency-key': text }
    await fetch(`${url}/customers`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ description: text }),
    })
    await page.locator('.stories > li').first().getByText(text).waitFor()
  }
  expect(await page.locator('.stories > li').count()).toBe(4)
  expect(await page.locator('main img').count()).toBe(0)
  expect(await page.title()).toBe('Overview · payment-sandbox')
})
