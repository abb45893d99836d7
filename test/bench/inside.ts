/** What is measured without sockets. Each question is asked of a fresh process, so that none warms up another. */
import { dashboardRows } from './dashboard'
import { exploreRows } from './explore'
import { growthRows } from './growth'
import { interceptRows } from './intercept'
import { collectGarbage, serve } from './program'
import { searchRows } from './search'
import { openShop } from './shop'
import { atMost, type Row } from './table'

const heapUsed = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Bytes that stay on the heap for each charge: its row, its two events and its ledger entry. */
const heapRows = async (quick: boolean): Promise<readonly Row[]> => {
  const { fill } = await openShop()
  // Code is compiled and caches fill up first.
  await fill(3000)
  const charges = quick ? 20_000 : 100_000
  const before = heapUsed()
  await fill(charges)
  const ours = (heapUsed() - before) / charges
  const what = 'heap per charge, with events and ledger rows'
  return [{ what, unit: 'B', ours, limit: null, ratio: null, gate: atMost(2000), aim: atMost(1400) }]
}

const measures = {
  heap: heapRows,
  explore: exploreRows,
  intercept: interceptRows,
  dashboard: dashboardRows,
  search: searchRows,
  growth: growthRows,
}

export interface InsideQuestion {
  readonly measure: keyof typeof measures
  readonly quick: boolean
}

serve(({ measure, quick }: InsideQuestion): Promise<readonly Row[]> => measures[measure](quick))
