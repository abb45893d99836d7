import { places } from '../../src/dashboard/pages'
import type { Sandbox } from '../../src/index'
import { alternate } from './rounds'
import { openShop } from './shop'
import { atMost, type Row } from './table'

/** The longest answer of a page, in ms. */
const msMax = 50

/** A shop with this many charges, whose webhooks fail. */
const shopOf = async (charges: number): Promise<Sandbox> => {
  const { sandbox, fill } = await openShop({ webhooks: { endpoints: ['http://127.0.0.1:9/hooks'] } })
  sandbox.webhooks.onDelivery(() => new Response(null, { status: 500 }), { url: 'http://127.0.0.1:9/hooks' })
  await fill(charges)
  await sandbox.webhooks.settle({ timeoutMs: 600_000 })
  return sandbox
}

const addressOf = (path: string, { charges, requests }: Sandbox): string =>
  path
    .replace('/requests/:id', `/requests/${requests.last()?.id}`)
    .replace('/records/:kind', '/records/charges')
    .replace('/docs/:topic/:id', '/docs/operations/createCharge')
    .replace(':topic', 'errors')
    .replace(':id', charges.last()?.id ?? 'none')

/** How long each page of the dashboard takes with many charges, and against a shop with a thousand. */
export const dashboardRows = async (quick: boolean): Promise<readonly Row[]> => {
  const size = quick ? 20_000 : 100_000
  const [large, small] = [await shopOf(size), await shopOf(1000)]
  const timed = (sandbox: Sandbox, path: string) => async () => {
    const url = `${sandbox.url}/_sandbox${addressOf(path, sandbox)}`
    const began = performance.now()
    const answer = await sandbox.fetch(url, { headers: { accept: 'text/html' } })
    await answer.text()
    if (answer.status >= 400) throw new Error(`${url} answered ${answer.status}`)
    return performance.now() - began
  }
  const found: Row[] = []
  for (const { path } of places) {
    const { ours, limit, ratio } = await alternate(quick ? 5 : 11, timed(large, path), timed(small, path))
    const what = `page ${path} with ${size.toLocaleString('en')} charges`
    found.push({ what, unit: 'ms', ours, limit: null, ratio: null, gate: atMost(msMax), aim: atMost(20) })
    found.push({
      what: `${what}, against 1,000`,
      unit: 'ms',
      ours,
      limit,
      ratio,
      gate: atMost(3),
      aim: atMost(1.5),
    })
  }
  return found
}
