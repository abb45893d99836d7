import { setTimeout } from 'node:timers/promises'
import { createSandbox, type Sandbox } from '../../src/index'
import { places } from '../../src/pages/dashboard/pages'
import { median } from './rounds'
import { openShop } from './shop'
import { atMost, type Row } from './table'

/** The longest answer of a page, in ms. */
const msMax = 50

/** A shop with this many charges, whose webhooks fail. Its clock stands, so that no attempt is made again meanwhile. */
const shopOf = async (charges: number): Promise<Sandbox> => {
  const webhooks = { endpoints: ['http://127.0.0.1:9/hooks'] }
  const { sandbox, fill } = await openShop({ freeze: true, webhooks })
  sandbox.webhooks.onDelivery(() => new Response(null, { status: 500 }), { url: 'http://127.0.0.1:9/hooks' })
  await fill(charges)
  await sandbox.webhooks.settle({ timeoutMs: 600_000 })
  return sandbox
}

/** The shop of the fixture, and a request. */
const busyShop = async (): Promise<Sandbox> => {
  const sandbox = createSandbox({ fixtures: ['busy-shop'] })
  const headers = { authorization: sandbox.authorization.secret }
  await sandbox.fetch(`${sandbox.url}/charges`, { headers })
  return sandbox
}

/** Beside the places themselves: a search of the documentation, and the ends of long lists. */
const further = [
  '/?q=order',
  '/docs?q=refund',
  '/docs/objects/Charge',
  '/records/charges?page=last',
  '/records/charges/:oldest',
  '/records/customers/:customer',
  '/records/events/:event',
  '/webhooks?q=no-such-word',
]

/** The address of each page, with records of the shop; looked up once, as a list of all charges takes a second. */
const addressesOf = ({ url, charges, customers, events, requests }: Sandbox): ((path: string) => string) => {
  const [oldest, newest, pages] = [charges.list()[0]?.id, charges.last()?.id, Math.ceil(charges.count() / 25)]
  const [customer, event, request] = [customers.list()[0]?.id, events.last()?.id, requests.last()?.id]
  return (path) =>
    `${url}/_sandbox${path}`
      .replace('/requests/:id', `/requests/${request}`)
      .replace('/records/:kind', '/records/charges')
      .replace('/docs/:topic/:id', '/docs/operations/createCharge')
      .replace(':topic', 'errors')
      .replace('page=last', `page=${pages}`)
      .replace(':customer', customer ?? 'none')
      .replace(':event', event ?? 'none')
      .replace(':oldest', oldest ?? 'none')
      .replace(':id', newest ?? 'none')
}

/** While a person reads a page, the process reads the documentation, which a search in it would need: that is no part of a page. */
const readingMs = 250

const timed = async (sandbox: Sandbox, url: string): Promise<number> => {
  const began = performance.now()
  const answer = await sandbox.fetch(url, { headers: { accept: 'text/html' } })
  await answer.text()
  const took = performance.now() - began
  if (answer.status >= 400) throw new Error(`${url} answered ${answer.status}`)
  return took
}

/**
 * How long each page of the dashboard takes, by the clock, as people wait for it: its first visit, which may build
 * what later ones use, and the others. The shop of the fixture comes first, so the code of the pages is loaded then.
 */
export const dashboardRows = async (quick: boolean): Promise<readonly Row[]> => {
  const size = quick ? 20_000 : 100_000
  const shops: readonly (readonly [name: string, shop: Sandbox])[] = [
    ['busy-shop', await busyShop()],
    [`${size.toLocaleString('en')} charges`, await shopOf(size)],
  ]
  const found: Row[] = []
  for (const [name, shop] of shops) {
    const addressOf = addressesOf(shop)
    for (const path of [...places.map((place) => place.path), ...further]) {
      const url = addressOf(path)
      await setTimeout(readingMs)
      const first = await timed(shop, url)
      const later: number[] = []
      for (let i = 0; i < (quick ? 5 : 15); i += 1) later.push(await timed(shop, url))
      const row = { unit: 'ms', limit: null, ratio: null, gate: atMost(msMax), aim: atMost(20) } as const
      found.push({ what: `${path} with ${name}, first visit`, ours: first, ...row })
      found.push({ what: `${path} with ${name}`, ours: median(later), ...row })
    }
  }
  return found
}
