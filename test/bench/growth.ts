/** What each call of the control plane costs with many rows as against few: of a row where it reads all, else of a call. */

import { type Call, controlCalls, type Stage } from './control-calls'
import { median, processorMs } from './rounds'
import { openShop, type Shop } from './shop'
import { atMost, type Row } from './table'

type Kind = NonNullable<Call['of']>

const fill: { readonly [kind in Kind]: (shop: Shop, rows: number) => Promise<void> } = {
  charges: (shop, rows) => shop.fill(rows),
  // They expire: each is a job that is due.
  'uncaptured charges': async ({ charge, form }, rows) => {
    for (let i = 0; i < rows; i += 1) await charge(`${form}&capture=false`)
  },
  accounts: async ({ sandbox }, rows) => {
    for (let i = 0; i < rows; i += 1) sandbox.createAccount()
  },
  deliveries: async ({ sandbox }, rows) => {
    sandbox.webhooks.onDelivery(() => new Response(null, { status: 200 }))
    for (let i = 0; i < rows; i += 1) {
      await sandbox.trigger('customer.create')
      // The courier holds back only a limited number at once.
      if (i % 1000 === 999) await sandbox.webhooks.settle({ timeoutMs: 60_000 })
    }
    await sandbox.webhooks.settle({ timeoutMs: 60_000 })
  },
}

const openStage = async (kind: Kind, rows: number): Promise<Stage> => {
  const shop = await openShop({ now: '2026-01-15T09:00:00Z', freeze: true })
  await fill[kind](shop, rows)
  const { sandbox } = shop
  return { shop, rows, state: async () => (await sandbox.fetch(`${sandbox.url}/_sandbox/state`)).text() }
}

/** Microseconds of one request by processor time, median of several. */
const costOf = async (times: number, work: () => Promise<() => Promise<void>>): Promise<number> => {
  const costs: number[] = []
  for (let i = 0; i < times; i += 1) {
    const run = await work()
    const start = processorMs()
    await run()
    costs.push(1000 * (processorMs() - start))
  }
  return median(costs)
}

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

const controlCost = (operation: string, call: Call, stage: Stage): Promise<number> => {
  const { sandbox } = stage.shop
  const method = operation.split(' ', 1)[0] ?? 'GET'
  return costOf(call.times ?? (call.per === 'row' ? 5 : 21), async () => {
    const [path, body] = await call.prepare(stage)
    const asked =
      typeof body === 'object' ? { headers: json, body: JSON.stringify(body) } : { body: body ?? null }
    const init = { method, ...asked }
    return async () => {
      const answer = await sandbox.fetch(`${sandbox.url}/_sandbox${path}`, init)
      if (answer.status !== 200)
        throw new Error(`${operation} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
      if (answer.headers.get('content-type')?.startsWith('text/event-stream')) await answer.body?.cancel()
      else await answer.body?.pipeTo(new WritableStream())
    }
  })
}

/** What else grows: a charge with charges, a refusal of an unknown key with accounts. */
const others: { readonly [what: string]: (size: number) => Promise<() => Promise<unknown>> } = {
  'POST charges, with charges': async (size) => {
    const shop = await openShop()
    await shop.fill(size)
    return shop.charge
  },
  '401, with accounts': async (size) => {
    const { shop } = await openStage('accounts', size / 10)
    const headers = { authorization: `Basic ${btoa('skey_test_nobody:')}` }
    return () => shop.sandbox.fetch(`${shop.sandbox.url}/charges`, { headers })
  },
}

/** What was measured of one call: microseconds by its number of rows. */
interface Growth {
  readonly per: Call['per']
  readonly costs: Map<number, number>
}

const nameOf = (count: number): string => count.toLocaleString('en')

const rowsOf = (what: string, { per, costs }: Growth): readonly Row[] => {
  const [[few, first] = [1, 1], ...more] = costs
  return more.map(([many, cost]) => {
    const share = per === 'row' ? many / few : 1
    return {
      what: `${what}: time of a ${per} at ${nameOf(many)}, of that at ${nameOf(few)}`,
      unit: 'us',
      ours: per === 'row' ? cost / many : cost,
      limit: per === 'row' ? first / few : first,
      ratio: cost / first / share,
      gate: atMost(3),
      aim: atMost(1.5),
    }
  })
}

/** What grew with the square of the records once. */
const onceQuadratic = ['GET /fixtures/recorded.yaml', 'GET /state', 'POST /clock', '401, with accounts']

/** The row of the README: the worst of them with the most records. */
const worstOf = (rows: ReadonlyMap<string, readonly Row[]>): readonly Row[] => {
  const last = onceQuadratic.flatMap((what) => rows.get(what)?.at(-1) ?? [])
  const worst = last.sort((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0))[0]
  if (worst === undefined) return []
  const what = 'a record of 100,000: recording, state, clock, keys, the worst'
  return [
    {
      ...worst,
      what: `worst of those that were quadratic: ${worst.what}`,
      page: { what, of: 'one of 1,000' },
    },
  ]
}

/** Code is compiled first, or many rows would look cheap beside few. */
const warmUp = 100

export const growthRows = async (quick: boolean): Promise<readonly Row[]> => {
  const sizes = quick ? [200, 2_000] : [1_000, 10_000, 100_000]
  const growths = new Map<string, Growth>()
  const note = (what: string, per: Call['per'], rows: number, cost: number): void => {
    const known = growths.get(what) ?? { per, costs: new Map() }
    known.costs.set(rows, cost)
    growths.set(what, known)
  }
  const measure = async (kind: Kind, rows: number, isMeant: (call: Call) => boolean): Promise<void> => {
    const calls = Object.entries(controlCalls).filter(
      ([, call]) => (call.of ?? 'charges') === kind && isMeant(call),
    )
    const stage = await openStage(kind, rows)
    for (const [operation, call] of calls)
      note(operation, call.per, rows, await controlCost(operation, call, stage))
    await stage.shop.sandbox.close()
  }
  for (const size of [warmUp, ...sizes]) {
    for (const kind of Object.keys(fill) as Kind[])
      await measure(kind, size, ({ rowsMax = size }) => rowsMax >= size)
    const lower = Object.values(controlCalls).flatMap(({ rowsMax = size }) =>
      rowsMax < size ? [rowsMax] : [],
    )
    for (const rows of new Set(lower)) await measure('charges', rows, ({ rowsMax }) => rowsMax === rows)
    for (const [what, prepare] of Object.entries(others)) {
      const run = await prepare(size)
      note(what, 'call', size, await costOf(21, async () => async () => void (await run())))
    }
  }
  for (const { costs } of growths.values()) costs.delete(warmUp)
  const rows = new Map([...growths].map(([what, growth]) => [what, rowsOf(what, growth)]))
  return [...[...rows.values()].flat(), ...worstOf(rows)]
}
