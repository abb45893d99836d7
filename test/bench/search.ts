/** How long a search takes, as a whole request with its page as JSON, and what it pays for the writes before it. */
import { median, processorMs } from './rounds'
import { openShop, type Shop } from './shop'
import { atMost, type Row } from './table'

const drinks = ['coffee', 'tea', 'cocoa', 'juice', 'water']
const kinds = ['dark', 'light', 'green', 'cold', 'iced']
const forms = ['roast', 'blend', 'brew', 'syrup', 'powder']

/** The same numbers in every run, without any pattern that an index could like. */
const noise = (i: number, most: number): number => ((Math.imul(i + 1, 2654435761) >>> 0) % 1_000_003) % most
const pick = (words: readonly string[], n: number): string => words[n % words.length] ?? ''

const describe = (i: number): string =>
  `Order ${i}: ${pick(drinks, noise(i, 97))} ${pick(kinds, noise(i * 3, 89))} ${pick(forms, noise(i * 7, 83))} for table ${noise(i, 40)}`

/** The form of the charge with this number. */
const formOf = (customer: string, i: number, size: number): string =>
  String(
    new URLSearchParams({
      amount: String((20 + noise(i * 17, 2000)) * 100),
      currency: 'thb',
      customer,
      description: describe(i),
      'metadata[order_id]': `A-${100_000 + i}`,
      'metadata[sku]': `sku${noise(i, size / 5)}`,
      'metadata[note]': `${pick(forms, noise(i * 11, 79))} ${pick(kinds, noise(i * 13, 73))} please`,
    }),
  )

type Search = Readonly<Record<string, string>>

const range = (n: number): Search => ({ 'filters[amount]': `${100 + (n % 50)}..${300 + (n % 50)}` })

/** Each gives another one every time, so that nothing is answered from the last answer. */
const searches: { readonly [name: string]: (n: number, size: number) => Search } = {
  'a rare word': (n, size) => ({ query: `sku${noise(n, size / 5)}` }),
  'a phrase': (n) => ({ query: `"${pick(kinds, n)} ${pick(forms, Math.floor(n / 5))}"` }),
  'a range': range,
  'two words and a range': (n) => ({
    query: `${pick(drinks, n)} ${pick(kinds, Math.floor(n / 5))}`,
    ...range(n),
  }),
  nothing: (n) => ({ query: `nobody${n}` }),
  everything: () => ({ query: 'order' }),
}

/** Microseconds of the processor for one search. */
const timeOf = async ({ sandbox }: Shop, asked: Search): Promise<number> => {
  const query = new URLSearchParams({ scope: 'charge', ...asked })
  const headers = { authorization: sandbox.authorization.secret }
  const began = processorMs()
  await (await sandbox.fetch(`${sandbox.url}/search?${query}`, { headers })).text()
  return 1000 * (processorMs() - began)
}

const number = (n: number): string => n.toLocaleString('en')
const row = { unit: 'us', limit: null, ratio: null } as const

/** Of each kind of search the median, once its code is compiled. */
const searchesIn = async (shop: Shop, size: number): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const [what, of] of Object.entries(searches)) {
    const times: number[] = []
    for (let n = 0; n < 300; n += 1) {
      const took = await timeOf(shop, of(n, size))
      if (n >= 200) times.push(took)
    }
    const bounds = { gate: atMost(5000), aim: atMost(500) }
    rows.push({ what: `GET /search ${number(size)}: ${what}`, ...row, ours: median(times), ...bounds })
  }
  return rows
}

/** What the next search pays for each of many charges that were made or changed since the last one. */
const writesIn = async (shop: Shop, size: number): Promise<readonly Row[]> => {
  const { sandbox, customer, charge } = shop
  const many = 1000
  const ids = sandbox.charges.list().map(({ id }) => id)
  const headers = { authorization: sandbox.authorization.secret }
  const change = async (i: number): Promise<unknown> => {
    const body = JSON.stringify({ description: `Order ${i} changed` })
    const url = `${sandbox.url}/charges/${ids[(i * 97) % size]}`
    const type = { 'content-type': 'application/json' }
    return sandbox.fetch(url, { method: 'PATCH', headers: { ...headers, ...type }, body })
  }
  const paidFor = async (write: (i: number) => Promise<unknown>): Promise<number> => {
    const times: number[] = []
    for (let round = 0; round < 9; round += 1) {
      await timeOf(shop, { query: 'order' })
      for (let i = 0; i < many; i += 1) await write(round * many + i)
      const took = (await timeOf(shop, { query: 'order' })) / many
      // The first two compile.
      if (round >= 2) times.push(took)
    }
    return median(times)
  }
  const what = `search ${number(size)}: what the next search pays for each charge that`
  const bounds = { ...row, gate: atMost(15), aim: atMost(8) }
  return [
    {
      what: `${what} was made`,
      ...bounds,
      ours: await paidFor((i) => charge(formOf(customer, size + i, size))),
    },
    { what: `${what} changed`, ...bounds, ours: await paidFor(change) },
  ]
}

export const searchRows = async (quick: boolean): Promise<readonly Row[]> => {
  const found: Row[] = []
  const rare: number[] = []
  const sizes = quick ? [1000, 5000] : [1000, 100_000]
  for (const size of sizes) {
    const shop = await openShop()
    for (let i = 0; i < size; i += 1) await shop.charge(formOf(shop.customer, i, size))
    const rows = await searchesIn(shop, size)
    rare.push(rows[0]?.ours ?? Number.NaN)
    found.push(...rows)
    if (size === sizes.at(-1)) found.push(...(await writesIn(shop, size)))
    await shop.sandbox.close()
  }
  const [limit = Number.NaN, ours = Number.NaN] = rare
  const what = `GET /search ${number(sizes[1] ?? 0)}: a rare word, against ${number(sizes[0] ?? 0)} charges`
  const growth = { ours, limit, ratio: ours / limit, gate: atMost(3), aim: atMost(1.5) }
  return [...found, { what, unit: 'us', ...growth }]
}
