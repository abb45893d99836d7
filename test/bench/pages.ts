import type { Sandbox } from '../../src/index'
import { Collection, collection, type Row as Stored } from '../../src/kernel/collection'
import { UndoLog } from '../../src/kernel/commit'
import { pageOf } from '../../src/service/http/list'
import { alternate } from './rounds'
import { openShop } from './shop'
import { atMost, type Row } from './table'

const spacing = 10
const start = Date.UTC(2026, 0, 1)
const few = 1000

const idOf = (i: number): string => `chrg_test_5xs2${String(i).padStart(15, '0')}`

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

const rowsOf = (size: number): Collection<Stored> => {
  const rows = new Collection(collection<Stored>({ name: 'rows', by: {} }), new UndoLog())
  rows.load(Array.from({ length: size }, (_, i) => ({ id: idOf(i), createdAt: start + i * spacing })))
  return rows
}

const directRows = async (size: number, pairs: number): Promise<Row[]> => {
  const small = rowsOf(few)
  const large = rowsOf(size)
  const times = 5000
  const timed = (rows: Collection<Stored>, input: Wanted) => () => {
    const began = performance.now()
    for (let i = 0; i < times; i += 1) pageOf(rows, input, start)
    return (1000 * (performance.now() - began)) / times
  }
  const found: Row[] = []
  for (const { what, of } of wanted) {
    const measured = await alternate(pairs, timed(large, of(size)), timed(small, of(few)))
    found.push(row(`page: ${what} of ${size.toLocaleString('en')} rows, against 1,000`, measured))
  }
  return found
}

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

export const pageRows = async (quick: boolean): Promise<readonly Row[]> => {
  const pairs = quick ? 5 : 11
  const found: Row[] = []
  for (const size of [100_000, 1_000_000]) found.push(...(await directRows(size, pairs)))
  found.push(...(await fetchedRows(quick ? 20_000 : 100_000, pairs)))
  return found
}
