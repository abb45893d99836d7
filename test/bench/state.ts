import { timeOf } from './rounds'
import { openShop } from './shop'
import { atMost, type Row } from './table'

/** Milliseconds to take the state as a value, to put it back, and to go back to the beginning. */
export const stateRows = async (quick: boolean): Promise<readonly Row[]> => {
  const { sandbox, fill, charge } = await openShop()
  await fill(10_000)
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
    row('reset of 10,000 charges', timeOf(times, reset, restore), 0.1, 0.01),
    row('snapshot of 10,000 charges', timeOf(times, snapshot, restore), 10, 3),
    row('restore of 10,000 charges, all gone since', timeOf(times, restore, reset), 100, 3),
    row('restore of 10,000 charges, one made since', timeOf(times, restore, addOne), 100, 3),
  ]
}
