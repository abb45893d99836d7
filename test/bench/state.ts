import { timeOf } from './rounds'
import { openShop } from './shop'
import { atMost, type Row } from './table'

/** Milliseconds to take the state as a value, to put it back, and to go back to the beginning. */
export const stateRows = async (quick: boolean): Promise<readonly Row[]> => {
  const { sandbox, fill, charge } = await openShop()
  const charges = quick ? 10_000 : 100_000
  const size = `${charges.toLocaleString('en')} charges`
  await fill(charges)
  const full = sandbox.snapshot()
  await charge()
  const oneMore = sandbox.snapshot()
  const times = quick ? 11 : 51
  const row = (what: string, us: number, gate: number, aim: number): Row => ({
    what,
    unit: 'ms',
    ours: us / 1000,
    limit: null,
    ratio: null,
    gate: atMost(gate),
    aim: atMost(aim),
  })
  const reset = () => sandbox.reset()
  const restore = () => sandbox.restore(full)
  const snapshot = () => void sandbox.snapshot()
  const addOne = () => sandbox.restore(oneMore)
  return [
    row(`reset of ${size}`, timeOf(times, reset, restore), 0.1, 0.01),
    row(`snapshot of ${size}`, timeOf(times, snapshot, restore), 10, 3),
    row(`restore of ${size}, all gone since`, timeOf(times, restore, reset), charges / 100, charges / 1000),
    row(`restore of ${size}, one made since`, timeOf(times, restore, addOne), charges / 100, charges / 1000),
  ]
}
