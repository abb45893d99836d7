/** The test function of this shop: each test has a sandbox, and a shop that gets its webhooks. */
import { createTest } from 'payment-sandbox/vitest'
import { Shop } from './shop'

export { expect } from 'payment-sandbox/vitest'

export const test = createTest({ now: '2026-01-15T09:00:00Z', freeze: true }).extend<{ shop: Shop }>({
  shop: async ({ sandbox }, use) => {
    const shop = new Shop(sandbox, sandbox.webhooks.secret)
    sandbox.webhooks.onDelivery((request) => shop.receive(request))
    await use(shop)
  },
})
