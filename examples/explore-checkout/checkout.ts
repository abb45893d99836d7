/** The explored flow: what a customer and the shop do, and what must be right afterwards. */
import type { Sandbox } from 'payment-sandbox'
import type { ExploreOptions } from 'payment-sandbox/explore'
import { expect } from 'vitest'
import { lookUp, type OrderBook, openShop, place } from './shop'

const openIn = (sandbox: Sandbox) => {
  const service = { url: sandbox.url, keys: sandbox.keys, fetch: sandbox.fetch, pause: async () => undefined }
  const book: OrderBook = new Map()
  const shop = openShop(service, book, sandbox.webhooks.secret)
  sandbox.webhooks.onDelivery((request) => shop.request('/webhooks', request))
  const post = (path: string, body: object) =>
    shop.request(path, { method: 'POST', body: JSON.stringify(body) })
  return { service, book, post }
}

/** The shop of a run. Its order book survives a crash. */
const shops = new WeakMap<Sandbox, ReturnType<typeof openIn>>()

const shopOf = (sandbox: Sandbox) => {
  const shop = shops.get(sandbox) ?? openIn(sandbox)
  shops.set(sandbox, shop)
  return shop
}

const card = {
  name: 'Somchai Prasert',
  number: '4242424242424242',
  expiration_month: 12,
  expiration_year: 2040,
}

/** The page in the customer's browser: the card goes to the vault, the shop gets a token. */
const pay = async ({ fetch, vaultUrl, authorization }: Sandbox, checkout: (body: object) => unknown) => {
  const headers = { authorization: authorization.public, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ card }) }
  const answer = await fetch(`${vaultUrl}/tokens`, init).catch(() => null)
  if (answer?.ok) await checkout({ token: (await answer.json()).id })
}

export const checkout = {
  flow: async ({ sandbox }) => {
    const { book, post } = shopOf(sandbox)
    place(book, 'A-1', 100_000)
    // A customer who sees no thank-you page tries again.
    for (let i = 0; i < 2 && book.get('A-1')?.state !== 'paid'; i += 1) {
      await pay(sandbox, (body) => post('/orders/A-1/checkout', body))
      await sandbox.webhooks.settle()
    }
    await post('/orders/A-1/refund', { amount: 30_000 })
  },
  recover: async ({ sandbox }) => {
    const { service, book } = shopOf(sandbox)
    await lookUp(service, book)
  },
  check: ({ sandbox }) => {
    for (const order of shopOf(sandbox).book.values())
      expect(order.parcels, `parcels of order ${order.id}`).toBe(order.state === 'paid' ? 1 : 0)
  },
  books: ({ sandbox }) =>
    [...shopOf(sandbox).book.values()].flatMap(({ charge, state, refunded }) =>
      charge === null ? [] : { charge, paid: state === 'paid', refunded },
    ),
  once: 'metadata.order',
} satisfies ExploreOptions
