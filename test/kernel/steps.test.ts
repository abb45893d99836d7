/** Long work in steps: the same result at once and in turns, between which other work runs. */
import { describe, expect, test } from 'vitest'
import { atOnce, inTurns, mapInSteps, type Steps } from '../../src/kernel/steps'

/** Yields the numbers from 1 to `count`, then returns their sum. */
function* sumOf(count: number): Steps<number, number> {
  let sum = 0
  for (let i = 1; i <= count; i += 1) {
    sum += i
    yield i
  }
  return sum
}

describe('steps', () => {
  test('at once give their result', () => {
    expect([atOnce(sumOf(0)), atOnce(sumOf(100))]).toEqual([0, 5050])
  })

  test.each<[count: number, turns: readonly number[]]>([
    [0, []],
    [31, []],
    [32, [32]],
    [100, [32, 64, 96]],
  ])('in turns, %i of them, tell what they have done after each turn of others: %j', async (count, turns) => {
    const told: number[] = []
    expect(await inTurns(sumOf(count), (latest) => told.push(latest))).toBe(atOnce(sumOf(count)))
    expect(told).toEqual(turns)
  })

  test('in turns let other work run in between', async () => {
    const order: string[] = []
    setImmediate(() => order.push('other work'))
    await inTurns(sumOf(64), (latest) => order.push(`step ${latest}`))
    expect(order).toEqual(['other work', 'step 32', 'step 64'])
  })

  test('in turns let other work run as often as their caller says, where each step takes long', async () => {
    const told: number[] = []
    await inTurns(sumOf(3), (latest) => told.push(latest), 1)
    expect(told).toEqual([1, 2, 3])
  })

  test('end with an error that is thrown after a turn: so they are stopped', async () => {
    const made: number[] = []
    function* endless(): Steps<never, number> {
      for (let i = 1; ; i += 1) {
        made.push(i)
        yield i
      }
    }
    const stop = () => {
      throw new Error('stopped')
    }
    await expect(inTurns(endless(), stop)).rejects.toThrow('stopped')
    expect(made).toHaveLength(32)
  })

  test('map each item, with one step for each', () => {
    const steps = mapInSteps(['a', 'b'], (text) => text.toUpperCase())
    expect([steps.next(), steps.next(), steps.next()]).toEqual([
      { done: false, value: undefined },
      { done: false, value: undefined },
      { done: true, value: ['A', 'B'] },
    ])
  })
})
