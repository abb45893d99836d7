import type { Sandbox } from '../../src/index'
import { alternate } from './rounds'
import { openShop } from './shop'
import { atMost, type Row } from './table'

const spacing = 10
const start = Date.UTC(2026, 0, 1)
const few = 1000

interface Wanted {
  readonly offset?: number
  readonly from?: number
  readonly to?: number
}

const wanted: readonly { what: string; of: (size: number) => Wanted }[] = [
  { what: 'newest 20', of: () => ({}) },
  { what: '20 from the middle', of: (size) => ({ offset: size / 2 }) },
  {
    what: '20 of a period',
    of: (size) => ({ from: start + (size / 4) * spacing, to: start + (size / 2) * spacing }),
  },
]

/** A page of many rows against the same page of a thousand: the ratio is how much size matters. */
const row = (what: string, measured: Pick<Row, 'ours' | 'limit' | 'ratio'>): Row => ({
  what,
  unit: 'us',
  ...measured,
  gate: atMost(1.5),
  aim: atMost(1.1),
})

/** Charges that requests made: 100 at each time of the clock. */
const sandboxOf = async (size: number): Promise<Sandbox> => {
  const { sandbox, fill } = await openShop({ now: new Date(start), freeze: true, journal: 0 })
  const atOnce = 100
  for (let made = 0; made < size; made += atOnce) {
    await fill(atOnce)
    await sandbox.clock.advance(atOnce * spacing)
  }
  return sandbox
}

const queryOf = ({ offset, from, to }: Wanted): string => {
  const query = new URLSearchParams({ limit: '20' })
  if (offset !== undefined) query.set('offset', String(offset))
  if (from !== undefined) query.set('from', new Date(from).toISOString())
  if (to !== undefined) query.set('to', new Date(to).toISOString())
  return String(query)
}

const fetchedRows = async (size: number, pairs: number): Promise<Row[]> => {
  const small = await sandboxOf(few)
  const large = await sandboxOf(size)
  const times = 200
  const timed = (sandbox: Sandbox, input: Wanted) => async () => {
    const headers = { authorization: sandbox.authorization.secret }
    const url = `${sandbox.url}/charges?${queryOf(input)}`
    const began = performance.now()
    for (let i = 0; i < times; i += 1) await (await sandbox.fetch(url, { headers })).text()
    return (1000 * (performance.now() - began)) / times
  }
  const found: Row[] = []
  for (const { what, of } of wanted) {
    const measured = await alternate(pairs, timed(large, of(size)), timed(small, of(few)))
    found.push(row(`GET /charges: ${what} of ${size.toLocaleString('en')}, against 1,000`, measured))
  }
  return found
}

export const pageRows = (quick: boolean): Promise<readonly Row[]> =>
  quick ? fetchedRows(20_000, 5) : fetchedRows(100_000, 11)
