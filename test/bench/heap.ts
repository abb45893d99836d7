import { collectGarbage } from './program'
import { openShop } from './shop'
import { atMost, type Row } from './table'

const heapUsed = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Bytes that stay on the heap for each charge: its row, its two events and its ledger entry. */
export const heapRows = async (quick: boolean): Promise<readonly Row[]> => {
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
