import { expect, test } from 'vitest'
import { Turns } from '../../../src/service/http/kept'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const comings = async (turns: Turns, counts: readonly number[]): Promise<void> => {
  for (const count of counts) {
    for (let i = 0; i < count; i += 1) turns.count()
    await turn()
  }
}

test.each<[name: string, counts: readonly number[], areBusy: boolean]>([
  ['are not busy before anything came', [], false],
  ['are not busy where things come one by one', [1, 1, 1, 1, 1, 1, 1, 1], false],
  ['are busy where they come in tens', [10, 10], true],
  ['are busy where they come in pairs', [2, 2, 2, 2, 2, 2, 2, 2, 2], true],
  ['stay so for a single one in between', [10, 10, 1], true],
  ['are so no more when they come one by one again', [10, 10, ...Array(40).fill(1)], false],
])('turns %s', async (_, counts, areBusy) => {
  const turns = new Turns()
  await comings(turns, counts)
  expect(turns.areBusy).toBe(areBusy)
})

test('the end of a turn is one for all, and comes after what was there before', async () => {
  const turns = new Turns()
  const order: string[] = []
  const { end } = turns
  expect(turns.end).toBe(end)
  void end.then(() => order.push('end'))
  void Promise.resolve().then(() => order.push('there before'))
  await end
  expect(order).toEqual(['there before', 'end'])
  expect(turns.end).not.toBe(end)
})
