/** The writes of a state file: a failure is reported, and stored changes stay. */
import { mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createKeepable } from '../../../src/create-sandbox'
import type { Row } from '../../../src/kernel/collection'
import { keepInFile } from '../../../src/node/state/keep'
import { Log } from '../../../src/node/state/log'
import { StateFile } from '../../../src/node/state/state-file'
import type { Snapshot } from '../../../src/sandbox/snapshots/snapshot'
import { SnapshotBuilder } from '../../../src/sandbox/snapshots/sum'
import { newFile, openFile, troubleIsNone } from '../../support/state-files'

const world = 'acct_1/test'
const place = `${world}/cards`
const card = (id: number, more: object = {}): Row => ({ id: `card_${id}`, createdAt: id, ...more })
const stateOf = (...cards: readonly Row[]): Snapshot => ({
  ...new SnapshotBuilder().snapshot,
  worlds: { [world]: { cards } },
})
const add = (
  file: StateFile,
  row: Row,
  whole: () => Snapshot = () => expect.fail('it was looked at'),
): void => file.add({ rows: [[place, row]] }, whole)

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
/** What a new process reads. */
const cardsIn = (path: string): readonly Row[] | undefined => {
  const file = new StateFile(path)
  try {
    return file.read()?.worlds[world]?.cards
  } finally {
    file.release()
  }
}
const leftBeside = (path: string): readonly string[] => readdirSync(dirname(path))

describe('a change that cannot be written', () => {
  test('is refused, and the ones after it are whole', async () => {
    const path = newFile()
    const file = new StateFile(path)
    file.replace(stateOf(card(1, { name: 'a' })))
    add(file, card(2, { name: 'b' }))
    const full = vi.spyOn(Log.prototype, 'append').mockImplementationOnce(() => {
      throw new Error('the disk is full')
    })
    onTestFinished(() => full.mockRestore())
    expect(() => add(file, card(3, { name: 'c' }))).toThrow(
      expect.objectContaining({ code: 'cannot_write', message: `cannot write ${path}: the disk is full` }),
    )
    add(file, card(4, { name: 'c' }))
    await file.close()
    expect(cardsIn(path)).toEqual([card(1, { name: 'a' }), card(2, { name: 'b' }), card(4, { name: 'c' })])
  })

  test('for a restore leaves the file as it is, and the file stays in use', async () => {
    const path = newFile()
    const file = new StateFile(path)
    file.replace(stateOf(card(1)))
    mkdirSync(`${path}.new`)
    expect(() => file.replace(stateOf(card(2)))).toThrow(
      expect.objectContaining({
        code: 'cannot_write',
        message: expect.stringContaining(`cannot write ${path}: `),
      }),
    )
    add(file, card(3))
    await file.close()
    expect(cardsIn(path)).toEqual([card(1), card(3)])
  })

  test('for a restore names the place of the old file, and leaves no draft', () => {
    const path = newFile()
    const file = new StateFile(path)
    file.replace(stateOf(card(1)))
    renameSync(path, `${path}.elsewhere`)
    expect(() => file.replace(stateOf(card(2)))).toThrow(/^the state file .* was moved away/)
    expect(leftBeside(path)).toEqual(['shop.state.elsewhere', 'shop.state.lock'])
    file.release()
  })
})

describe('a file that is written anew', () => {
  const large = Array.from({ length: 6000 }, (_, i) => card(i, { text: `${i} ${'x'.repeat(100)}` }))
  /** A large state that is being written anew from here on, since one row of it changed often. */
  const begun = () => {
    const path = newFile()
    const troubles: Error[] = []
    const file = new StateFile(path, { leastBytes: 1, onTrouble: (error) => troubles.push(error) })
    file.replace(stateOf(...large))
    const drafts = () => leftBeside(path).filter((name) => /\.new\.\d+$/.test(name))
    const [first = card(0)] = large
    while (drafts().length === 0) {
      const forgotten = Array.from({ length: 3000 }, (_, i) => [place, `none_${i}`] as const)
      file.add({ forgotten, rows: [[place, first]] }, () => stateOf(...large))
    }
    return { path, file, troubles, drafts }
  }

  test('is written in pieces, between which other work runs', async () => {
    const { path, file, drafts } = begun()
    const size = statSync(`${dirname(path)}/${drafts()[0]}`).size
    expect(size).toBeGreaterThan(256 * 1024)
    expect(size).toBeLessThan(300 * 1024)
    await turn()
    const next = statSync(`${dirname(path)}/${drafts()[0]}`).size
    expect(next - size).toBeGreaterThan(256 * 1024)
    expect(next - size).toBeLessThan(300 * 1024)
    await file.close()
    expect(cardsIn(path)).toEqual(large)
    expect(leftBeside(path)).toEqual(['shop.state'])
  })

  test('is given up for a restore in the meantime', async () => {
    const { path, file, drafts, troubles } = begun()
    file.replace(stateOf(card(1)))
    await expect.poll(drafts).toEqual([])
    add(file, card(2), () => stateOf(card(1), card(2)))
    await file.close()
    expect([cardsIn(path), troubles, leftBeside(path)]).toEqual([[card(1), card(2)], [], ['shop.state']])
  })

  test('is left as it was where that fails, and tried again', async () => {
    const { path, file, drafts, troubles } = begun()
    renameSync(path, `${path}.elsewhere`)
    await expect.poll(() => troubles.length).toBeGreaterThan(0)
    expect(troubles).toEqual([expect.objectContaining({ code: 'cannot_write' })])
    expect(drafts()).toEqual([])
    renameSync(`${path}.elsewhere`, path)
    const { size } = statSync(path)
    for (let i = 0; statSync(path).size >= size; i += 1) {
      expect(i).toBeLessThan(10_000)
      add(file, card(7000 + i), () => stateOf(...large.slice(0, 10)))
      await turn()
    }
    await file.close()
    expect(leftBeside(path)).toEqual(['shop.state'])
  })
})

describe('a state file', () => {
  test('clears away the drafts that a killed process left, and nothing else', () => {
    const path = newFile()
    const others = ['.new.5x', '.new.x5', '.newer', '.newer.5', '.old']
    for (const end of ['.new', '.new.123', ...others]) writeFileSync(`${path}${end}`, '')
    mkdirSync(`${path}.new.7`)
    new StateFile(path).release()
    expect(leftBeside(path)).toEqual(
      ['.new.5x', '.new.7', '.new.x5', '.newer', '.newer.5', '.old'].map((end) => `shop.state${end}`),
    )
  })

  test('whose changes do not fit each other cannot be read', () => {
    const path = newFile()
    const log = new Log(path)
    log.write(
      '{"rows":[["acct_1/test/tokens",{"id":"tokn_1","createdAt":1,"card":{"$row":["cards","card_9"]}}]]}',
    )
    log.endBase()
    log.mark()
    log.close()
    expect(() => cardsIn(path)).toThrow(
      `--state ${path}: it cannot be read: it refers to card_9, which it does not have; nothing was changed`,
    )
  })
})

describe('a sandbox in a file', () => {
  test('may be asked for the keys that it has', async () => {
    const path = newFile()
    await openFile(path).close()
    const { publicKey, secretKey } = { publicKey: 'pkey_test_sandbox', secretKey: 'skey_test_sandbox' }
    const { resumed, close } = keepInFile(createKeepable(), path, { publicKey, secretKey }, troubleIsNone)
    expect(resumed).toBe(true)
    await close()
  })

  test.each([
    ['of another kind', Object.assign(new Error('a fault'), { code: 'invalid_snapshot' })],
    ['that is no error', 'a text'],
  ])('passes an error on that is not about the file: %s', async (_, error) => {
    const path = newFile()
    await openFile(path).close()
    const sandbox = createKeepable()
    vi.spyOn(sandbox, 'takeUp').mockImplementation(() => {
      throw error
    })
    let thrown: unknown
    try {
      keepInFile(sandbox, path, {}, troubleIsNone)
    } catch (caught) {
      thrown = caught
    }
    expect(thrown).toBe(error)
    expect(leftBeside(path)).toEqual(['shop.state'])
  })
})
