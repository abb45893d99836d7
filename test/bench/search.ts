/** How long a search takes, as a whole request with its page as JSON. */
import { median, processorMs } from './rounds'
import { openShop, type Shop } from './shop'
import { atMost, type Row } from './table'

const drinks = ['coffee', 'tea', 'cocoa', 'juice', 'water']

const formOf = (customer: string, i: number): string =>
  String(
    new URLSearchParams({
      amount: String((20 + (i % 2000)) * 100),
      currency: 'thb',
      customer,
      description: `Order ${i}: ${drinks[i % drinks.length]} for table ${i % 40}`,
      'metadata[order_id]': `A-${100_000 + i}`,
    }),
  )

/** Milliseconds of the processor for a search that differs from the last one, so that nothing is answered from it. */
const timeOf = async ({ sandbox }: Shop, n: number): Promise<number> => {
  const query = new URLSearchParams({
    scope: 'charge',
    query: `${drinks[n % drinks.length]} "table ${n % 40}" card_name:somchai`,
    'filters[amount]': `${100 + (n % 50)}..1900`,
  })
  const headers = { authorization: sandbox.authorization.secret }
  const began = processorMs()
  const answer = await sandbox.fetch(`${sandbox.url}/search?${query}`, { headers })
  const { total } = (await answer.json()) as { total?: number }
  if (!total) throw new Error(`${query} found nothing`)
  return processorMs() - began
}

/** The first search reads the texts of all charges. */
export const searchRows = async (quick: boolean): Promise<readonly Row[]> => {
  const [size, gates] = quick ? [10_000, { first: 300, later: 40 }] : [50_000, { first: 1000, later: 200 }]
  const shop = await openShop()
  for (let i = 0; i < size; i += 1) await shop.charge(formOf(shop.customer, i))
  const first = await timeOf(shop, 0)
  const later: number[] = []
  for (let n = 1; n <= 40; n += 1) later.push(await timeOf(shop, n))
  await shop.sandbox.close()
  const row = (what: string, ours: number, gate: number): Row => ({
    what: `GET /search among ${size.toLocaleString('en')} charges, ${what}, processor`,
    unit: 'ms',
    ours,
    limit: null,
    ratio: null,
    gate: atMost(gate),
    aim: atMost(gate / 2),
  })
  return [row('the first one', first, gates.first), row('a later one', median(later.slice(10)), gates.later)]
}
