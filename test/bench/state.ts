import { collectGarbage } from './program'
import { timeOf } from './rounds'
import { openShop } from './shop'
import { atMost, type Row } from './table'

/** Milliseconds to take the state as a value, to put it back, and to go back to the beginning. */
export const stateRows = async (quick: boolean): Promise<readonly Row[]> => {
  const { sandbox, fill } = await openShop()
  await fill(10_000)
  const full = sandbox.snapshot()
  const times = quick ? 11 : 31
  const prepare = () => {
    sandbox.restore(full)
    collectGarbage()
  }
  const figure = { unit: 'ms', limit: null, ratio: null } as const
  const row = (what: string, work: () => void, gate: number, aim: number): Row => ({
    what: `${what} of 10,000 charges`,
    ...figure,
    ours: timeOf(times, work, prepare) / 1000,
    gate: atMost(gate),
    aim: atMost(aim),
  })
  return [
    row('reset', () => sandbox.reset(), 0.1, 0.01),
    row('snapshot', () => void sandbox.snapshot(), 10, 3),
    row('restore', () => sandbox.restore(full), 100, 3),
  ]
}
