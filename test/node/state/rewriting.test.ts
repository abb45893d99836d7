/** When a state file is written anew. */
import { readdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StateFile } from '../../../src/node/state/state-file'
import type { Snapshot } from '../../../src/sandbox/snapshots/snapshot'
import { textsOf } from '../../../src/sandbox/snapshots/snapshot-builder'
import { newFile, shop } from '../../support/state-files'

const place = 'acct_1/test/cards'
const card = { id: 'card_0', createdAt: 1, text: 'x'.repeat(1000) }

/** A state of as many kilobytes. */
const stateOf = (size: number): Snapshot => ({
  ...shop().snapshot(),
  worlds: {
    'acct_1/test': { cards: Array.from({ length: size }, (_, i) => ({ ...card, id: `card_${i}` })) },
  },
})

describe('a state file', () => {
  /** A file of that state, to which changes of as many kilobytes were added. */
  const changed = async (size: number, changes: number, leastBytes = 1) => {
    const file = newFile()
    const stateFile = new StateFile(file, { leastBytes })
    const state = stateOf(size)
    stateFile.replace(state)
    const first = statSync(file).size
    let times = 0
    for (let i = 0; i < changes; i += 1) {
      stateFile.add({ rows: [[place, card]] }, () => {
        times += 1
        return state
      })
      await new Promise((resolve) => setImmediate(resolve))
    }
    await stateFile.close()
    expect(readdirSync(dirname(file))).toEqual(['shop.state'])
    return { file, times, first }
  }

  test('is written anew when it has doubled', async () => {
    expect((await changed(50, 45)).times).toBe(0)
    expect((await changed(50, 70)).times).toBe(1)
  })

  test('is not written anew where it has grown little', async () => {
    expect((await changed(1, 100, 200_000)).times).toBe(0)
    expect((await changed(1, 300, 200_000)).times).toBe(1)
  })

  test('takes no more changes once it is closed', async () => {
    const file = newFile()
    const stateFile = new StateFile(file)
    stateFile.replace(stateOf(1))
    await stateFile.close()
    expect(() => stateFile.add({}, () => stateOf(1))).toThrow(`${file} was closed`)
  })
})

test('texts that make a state have a hundred rows each, and the clock at their end', () => {
  const texts = [...textsOf(stateOf(250))].map((text) => JSON.parse(text))
  const ofCards = texts.filter(({ rows }) => rows?.[0][0] === place)
  expect(ofCards.map(({ rows }) => rows.length)).toEqual([100, 100, 50])
  expect(texts.map(({ clock }) => clock !== undefined)).toEqual(texts.map((_, i) => i === texts.length - 1))
})
