/** When a state file is written anew. */
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/node/state/repair'
import { StateFile } from '../../../src/node/state/state-file'
import type { Snapshot } from '../../../src/sandbox/snapshots/snapshot'
import { type Change, changesThatMake, SnapshotBuilder } from '../../../src/sandbox/snapshots/sum'
import { newFile } from '../../support/state-files'

const world = 'acct_1/test'
const place = `${world}/cards`
const cardsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `card_${i}`, createdAt: 1, number: i }))
const stateOf = (count: number): Snapshot => ({
  ...new SnapshotBuilder().snapshot,
  worlds: { [world]: { cards: cardsOf(count) } },
})

describe('a state file', () => {
  /** A file of `count` rows, after `times` changes. */
  const changed = async (count: number, times: number, change: (i: number) => Change) => {
    const file = newFile()
    const stateFile = new StateFile(file, { leastBytes: 1 })
    stateFile.replace(stateOf(count))
    let looks = 0
    let begun = 0
    for (let i = 0; i < times; i += 1) {
      stateFile.add(change(i), () => {
        looks += 1
        return stateOf(count)
      })
      begun += Number(readdirSync(dirname(file)).some((name) => name.startsWith('shop.state.new.')))
    }
    await stateFile.close()
    return { file, looks, isNew: begun > 0 }
  }
  const cardOf = (i: number) => ({ id: 'card_0', createdAt: 1, number: i })
  const update = (i: number): Change => ({
    rows: [[place, cardOf(i)]],
  })
  const job = { id: 1, runAt: 9, kind: 'a', world, subject: 's' }

  test.each<[name: string, count: number, change: (i: number) => Change, isNew: boolean]>([
    ['of few rows which change often', 2, update, true],
    ['of few rows, where the clock moves', 2, () => ({ ids: 1 }), true],
    ['of many rows of which one changes', 200, update, false],
    ['where jobs come and go', 60, () => ({ jobs: { planned: 1, added: [job], gone: [1] } }), true],
    [
      'where rows are forgotten',
      60,
      () => ({
        forgotten: [
          [place, 'card_9'],
          [place, 'card_8'],
        ],
      }),
      true,
    ],
  ])('%s: is it written anew?', async (_, count, change, isNew) => {
    const { file, ...found } = await changed(count, 60, change)
    expect(found.isNew).toBe(isNew)
    expect(readdirSync(dirname(file))).toEqual(['shop.state'])
  })

  test('is looked at seldom, the longer it is the less', async () => {
    const { looks } = await changed(1000, 60, update)
    expect(looks).toBeLessThan(3)
  })

  test('is not rewritten if it has grown little', async () => {
    const file = newFile()
    const stateFile = new StateFile(file)
    stateFile.replace(stateOf(1))
    for (let i = 0; i < 50; i += 1) stateFile.add(update(i), () => expect.fail('it was looked at'))
    await stateFile.close()
    expect(() => stateFile.add({}, () => stateOf(1))).toThrow(`${file} was closed`)
  })
})

test('changes that make a state have a hundred rows each, and rows before those that hold them', () => {
  const cards = cardsOf(250)
  const tokens = [{ id: 'tokn_1', createdAt: 1, card: cards[249] }]
  const empty: Snapshot = { ...stateOf(0), worlds: { [world]: { none: [], tokens, cards } } }
  const made = [...changesThatMake(empty)]
  expect(made.map(({ rows = [] }) => [rows[0]?.[0], rows.length])).toEqual([
    [undefined, 0],
    [place, 100],
    [place, 100],
    [place, 50],
    [`${world}/tokens`, 1],
  ])
  const [[, token] = expect.fail('no token')] = made.at(-1)?.rows ?? []
  expect(token).toEqual({ id: 'tokn_1', createdAt: 1, card: { $row: ['cards', 'card_249'] } })
})

test('a file that does not exist is not repaired', () => {
  const file = newFile()
  expect(() => repair(file)).toThrow(`${file} does not exist`)
  expect(readdirSync(dirname(file))).toEqual([])
})
