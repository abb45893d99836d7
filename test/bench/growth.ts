/** What each call of the control plane costs a row, of many rows as against few: about 1 is linear or better. */
import { readerOf } from './readers'
import { median } from './rounds'
import { openShop, type Shop } from './shop'
import type { Row } from './table'

interface Call {
  readonly what: string
  readonly run: (shop: Shop) => Promise<unknown>
  /** Costs the same at any number of rows: what is held against each other is not what a row costs, but a call. */
  readonly isFlat?: true
  readonly times?: number
}

const control = ({ sandbox }: Shop, path: string, init: RequestInit = {}): Promise<unknown> =>
  sandbox.fetch(`${sandbox.url}/_sandbox${path}`, init).then((answer) => answer.arrayBuffer())

const post = (shop: Shop, path: string, body: object): Promise<unknown> =>
  control(shop, path, { method: 'POST', body: JSON.stringify(body) })

const calls: readonly Call[] = [
  { what: 'GET state', run: (shop) => control(shop, '/state') },
  { what: 'GET fixtures (record)', run: (shop) => control(shop, '/fixtures'), times: 1 },
  { what: 'POST snapshots', run: (shop) => post(shop, '/snapshots', {}) },
  { what: 'POST snapshots/:id/restore', run: (shop) => post(shop, '/snapshots/snap_1/restore', {}) },
  { what: 'GET records (list of charges)', run: async ({ sandbox }) => sandbox.charges.list() },
  {
    what: 'POST clock, ten days on',
    run: (shop) => post(shop, '/clock', { advance: '10d' }),
    times: 1,
  },
  { what: 'GET requests', run: (shop) => control(shop, '/requests'), isFlat: true },
  { what: 'GET coverage', run: (shop) => control(shop, '/coverage'), isFlat: true },
  { what: 'POST trigger', run: (shop) => post(shop, '/trigger', { key: 'charge.complete' }), isFlat: true },
  { what: 'GET accounts', run: (shop) => control(shop, '/accounts'), isFlat: true },
  { what: 'POST charges', run: (shop) => shop.charge(), isFlat: true },
  { what: 'POST reset', run: (shop) => post(shop, '/reset', {}), times: 1 },
]

/** Microseconds of one call. */
const costOf = async ({ run, times = 5 }: Call, shop: Shop): Promise<number> => {
  const costs: number[] = []
  for (let i = 0; i < times; i += 1) {
    const start = performance.now()
    await run(shop)
    costs.push(1000 * (performance.now() - start))
  }
  return median(costs)
}

/** What a refusal of an unknown key costs with so many accounts, and a request with so many readers of the stream. */
const others: readonly {
  readonly what: string
  readonly prepare: (count: number) => Promise<() => Promise<unknown>>
}[] = [
  {
    what: '401 with accounts',
    prepare: async (count) => {
      const { sandbox } = await openShop()
      for (let i = 0; i < count; i += 1) sandbox.createAccount()
      const headers = { authorization: `Basic ${btoa('skey_test_nobody:')}` }
      return () => sandbox.fetch(`${sandbox.url}/charges`, { headers })
    },
  },
  {
    what: 'POST with readers of the stream',
    prepare: async (count) => {
      const shop = await openShop()
      for (let i = 0; i < count / 100; i += 1) await readerOf(shop.sandbox)
      return shop.charge
    },
  },
]

const nameOf = (count: number): string => count.toLocaleString('en')

export const growthRows = async (quick: boolean): Promise<readonly Row[]> => {
  const sizes = quick ? [100, 1_000] : [1_000, 10_000, 100_000]
  const costs = new Map<string, { readonly isFlat: boolean; readonly of: number[] }>()
  const note = (what: string, isFlat: boolean, cost: number): void => {
    const known = costs.get(what) ?? { isFlat, of: [] }
    known.of.push(cost)
    costs.set(what, known)
  }
  for (const size of sizes) {
    const shop = await openShop({ now: '2026-01-15T09:00:00Z', freeze: true })
    await shop.fill(size)
    for (const call of calls) note(call.what, call.isFlat === true, await costOf(call, shop))
    await shop.sandbox.close()
    for (const { what, prepare } of others) {
      const run = await prepare(size / 10)
      note(what, true, await costOf({ what, run, times: 21 }, shop))
    }
  }
  return [...costs].flatMap(([what, { isFlat, of }]) =>
    of.slice(1).map((cost, i) => {
      const [few, many] = [sizes[0] ?? 1, sizes[i + 1] ?? 1]
      const share = isFlat ? 1 : many / few
      const first = of[0] ?? 1
      return {
        what: `${what}: ${nameOf(many)} as against ${nameOf(few)}, ${isFlat ? 'a call' : 'a row'}`,
        unit: 'us',
        ours: isFlat ? cost : cost / many,
        limit: isFlat ? first : first / few,
        ratio: cost / first / share,
        gate: { is: 'at most', value: 3 },
        aim: { is: 'at most', value: 1.5 },
      } satisfies Row
    }),
  )
}
