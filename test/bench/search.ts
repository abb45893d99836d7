/** How long a search takes, as a whole request with its page as JSON. */
import { median, processorMs } from './rounds'
import { formType, openShop, type Shop } from './shop'
import { atMost, type Row } from './table'

const drinks = ['coffee', 'tea', 'cocoa', 'juice', 'water']
const kinds = ['dark', 'light', 'green', 'cold', 'iced']
const forms = ['roast', 'blend', 'brew', 'syrup', 'powder']

/** The same numbers in every run. */
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
  'words and a card': (n) => ({
    query: `${pick(drinks, n)} ${pick(kinds, Math.floor(n / 5))} card_name:somchai`,
    'filters[card_last_digits]': '4242',
  }),
  'a rare word': (n, size) => ({ query: `sku${noise(n, size / 5)}` }),
  'a phrase': (n) => ({ query: `"${pick(kinds, n)} ${pick(forms, Math.floor(n / 5))}"` }),
  'a range': range,
  everything: () => ({ query: 'order' }),
}

/** Milliseconds of the processor for one search. */
const timeOf = async ({ sandbox }: Shop, asked: Search): Promise<number> => {
  const query = new URLSearchParams({ scope: 'charge', ...asked })
  const headers = { authorization: sandbox.authorization.secret }
  const began = processorMs()
  const answer = await sandbox.fetch(`${sandbox.url}/search?${query}`, { headers })
  const { total } = (await answer.json()) as { total?: number }
  if (!total) throw new Error(`${query} found nothing`)
  return processorMs() - began
}

const renameCard = async ({ sandbox, customer }: Shop): Promise<void> => {
  const card = sandbox.customers.get(customer)?.default_card
  const answer = await sandbox.fetch(`${sandbox.url}/customers/${customer}/cards/${card}`, {
    method: 'PATCH',
    headers: { authorization: sandbox.authorization.secret, 'content-type': formType },
    body: 'city=Bangkok',
  })
  if (answer.status !== 200) throw new Error(await answer.text())
}

/** The first search reads the texts of all charges, and so does the next one after a change of any card. */
const searchesIn = async (shop: Shop, size: number, gates: Gates): Promise<readonly Row[]> => {
  const row = (what: string, ours: number, gate: number): Row => {
    const name = `GET /search ${size.toLocaleString('en')}: ${what}`
    return {
      what: name,
      unit: 'ms',
      ours,
      limit: null,
      ratio: null,
      gate: atMost(gate),
      aim: atMost(gate / 2),
    }
  }
  const withCard = searches['words and a card'] ?? range
  const rows = [row('words and a card, at first', await timeOf(shop, withCard(0, size)), gates.first)]
  for (const [what, of] of Object.entries(searches)) {
    const times: number[] = []
    for (let n = 0; n < 40; n += 1) times.push(await timeOf(shop, of(n, size)))
    rows.push(row(what, median(times.slice(10)), gates.later))
  }
  const changed: number[] = []
  for (let n = 0; n < 5; n += 1) {
    await renameCard(shop)
    changed.push(await timeOf(shop, withCard(n, size)))
  }
  return [...rows, row('words and a card, after a change of the card', median(changed), gates.first)]
}

interface Gates {
  readonly first: number
  readonly later: number
}

export const searchRows = async (quick: boolean): Promise<readonly Row[]> => {
  const found: Row[] = []
  const sizes: readonly [size: number, gates: Gates][] = [
    [10_000, { first: 300, later: 40 }],
    [50_000, { first: 1000, later: 200 }],
  ]
  for (const [size, gates] of quick ? sizes.slice(0, 1) : sizes) {
    const shop = await openShop()
    for (let i = 0; i < size; i += 1) await shop.charge(formOf(shop.customer, i, size))
    found.push(...(await searchesIn(shop, size, gates)))
    await shop.sandbox.close()
  }
  return found
}
