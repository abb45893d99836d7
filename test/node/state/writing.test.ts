/** The writes of a state file: a failure is reported, and stored changes stay. */
import { mkdirSync, readdirSync, renameSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createPersistentSandbox } from '../../../src/create-sandbox'
import type { Row } from '../../../src/kernel/collection'
import { keepInFile } from '../../../src/node/state/keep'
import { Log } from '../../../src/node/state/log'
import { StateFile } from '../../../src/node/state/state-file'
import type { Snapshot } from '../../../src/sandbox/snapshots/snapshot'
import { linesOf, newFile, openFile, shop, troubleIsNone } from '../../support/state-files'

const world = 'acct_1/test'
const place = `${world}/cards`
const card = (id: number, more: object = {}): Row => ({ id: `card_${id}`, createdAt: id, ...more })
const empty = shop().snapshot()
const stateOf = (...cards: readonly Row[]): Snapshot => ({ ...empty, worlds: { [world]: { cards } } })
const add = (
  file: StateFile,
  row: Row,
  whole: () => Snapshot = () => expect.fail('it was looked at'),
): void => file.add({ rows: [[place, row]] }, whole)

/** What a new process reads. */
const cardsIn = (path: string): readonly Row[] | undefined => {
  const file = new StateFile(path)
  try {
    return file.read()?.state.worlds[world]?.cards
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
    const full = vi.spyOn(Log.prototype, 'add').mockImplementationOnce(() => {
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

describe('a file that has doubled', () => {
  const many = Array.from({ length: 100 }, (_, i) => card(i, { text: 'x'.repeat(100) }))
  /** A file, and changes that double it once more. */
  const begun = () => {
    const path = newFile()
    const troubles: unknown[] = []
    const file = new StateFile(path, { leastBytes: 1, onTrouble: (error) => troubles.push(error) })
    file.replace(stateOf(...many))
    const double = () => {
      const state = stateOf(...many.slice(0, 10))
      for (let i = 0; i < 2; i += 1) file.add({ rows: many.map((row) => [place, row]) }, () => state)
    }
    return { path, file, troubles, double }
  }

  test('is written anew, and takes further changes', () => {
    const { path, file, troubles, double } = begun()
    const { size } = statSync(path)
    double()
    expect(statSync(path).size).toBeLessThan(size / 2)
    add(file, card(9000))
    file.close()
    expect(cardsIn(path)).toEqual([...many.slice(0, 10), card(9000)])
    expect([troubles, leftBeside(path)]).toEqual([[], ['shop.state']])
  })

  test('keeps its changes where that fails, and is written anew when it has doubled again', () => {
    const { path, file, troubles, double } = begun()
    mkdirSync(`${path}.new`)
    double()
    expect(troubles).toEqual([expect.objectContaining({ code: 'cannot_write' })])
    expect(cardsIn(`${path}`)).toHaveLength(100)
    rmdirSync(`${path}.new`)
    const { size } = statSync(path)
    double()
    double()
    expect(troubles).toHaveLength(1)
    expect(statSync(path).size).toBeLessThan(size / 2)
    file.close()
    expect(leftBeside(path)).toEqual(['shop.state'])
  })
})

describe('a state file', () => {
  test('takes the place of a draft that a killed process left', async () => {
    const path = newFile()
    writeFileSync(`${path}.new`, 'half')
    await openFile(path).close()
    expect(leftBeside(path)).toEqual(['shop.state'])
  })

  test('whose lines are whole and no changes cannot be read', () => {
    const path = newFile()
    writeFileSync(path, Buffer.concat(linesOf(['{"rows":1}'])))
    expect(() => cardsIn(path)).toThrow(/^--state .*: it cannot be read: .*; nothing was changed/)
  })
})

describe('a sandbox in a file', () => {
  test('may be asked for the keys that it has', async () => {
    const path = newFile()
    await openFile(path).close()
    const { publicKey, secretKey } = { publicKey: 'pkey_test_sandbox', secretKey: 'skey_test_sandbox' }
    const { resumed, close } = keepInFile(
      createPersistentSandbox(),
      path,
      { publicKey, secretKey },
      troubleIsNone,
    )
    expect(resumed).toBe(true)
    await close()
  })

  test.each([
    ['of another kind', Object.assign(new Error('a fault'), { code: 'invalid_snapshot' })],
    ['that is no error', 'a text'],
  ])('passes an error on that is not about the file: %s', async (_, error) => {
    const path = newFile()
    await openFile(path).close()
    const sandbox = createPersistentSandbox()
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
