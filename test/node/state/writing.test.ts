/** The writes of a state file: a failure is reported, and stored changes stay. */
import { existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSandbox } from '../../../src/create-sandbox'
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

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
/** What a new process reads. */
const cardsIn = (path: string): readonly Row[] | undefined => {
  const file = new StateFile(path)
  try {
    return file.read()?.state.worlds[world]?.cards
  } finally {
    file.release()
  }
}
const filesNextTo = (path: string): readonly string[] => readdirSync(dirname(path))

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
    expect(filesNextTo(path)).toEqual(['shop.state.elsewhere', 'shop.state.lock'])
    file.release()
  })
})

describe('a file that is written anew', () => {
  const large = Array.from({ length: 6000 }, (_, i) => card(i, { text: `${i} ${'x'.repeat(100)}` }))
  /** A large state that is being written anew from here on, since one row of it changed often. */
  const begun = () => {
    const path = newFile()
    const troubles: unknown[] = []
    const file = new StateFile(path, { leastBytes: 1, onTrouble: (error) => troubles.push(error) })
    file.replace(stateOf(...large))
    const hasDraft = () => existsSync(`${path}.new`)
    while (!hasDraft()) file.add({ rows: large.map((row) => [place, row]) }, () => stateOf(...large))
    return { path, file, troubles, hasDraft }
  }

  test('is written in pieces, between which other work runs', async () => {
    const { path, file, hasDraft } = begun()
    const sizes: number[] = []
    for (let turns = 0; turns < 5; turns += 1) {
      sizes.push(statSync(`${path}.new`).size)
      await turn()
    }
    expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b))
    expect(sizes.at(-1)).toBeLessThan(statSync(path).size / 10)
    add(file, card(9000), () => expect.fail('it is being written'))
    await expect.poll(hasDraft).toBe(false)
    await file.close()
    expect(cardsIn(path)).toEqual([...large, card(9000)])
    expect(filesNextTo(path)).toEqual(['shop.state'])
  })

  test('is given up for a restore in the meantime', async () => {
    const { path, file, hasDraft, troubles } = begun()
    file.replace(stateOf(card(1)))
    expect(hasDraft()).toBe(false)
    await turn()
    add(file, card(2), () => stateOf(card(1), card(2)))
    await file.close()
    expect([cardsIn(path), troubles, filesNextTo(path)]).toEqual([[card(1), card(2)], [], ['shop.state']])
  })

  test('is left as it was where that fails, and tried again', async () => {
    const { path, file, hasDraft, troubles } = begun()
    renameSync(path, `${path}.elsewhere`)
    await expect.poll(() => troubles.length).toBeGreaterThan(0)
    expect(troubles).toEqual([expect.objectContaining({ code: 'cannot_write' })])
    expect(hasDraft()).toBe(false)
    renameSync(`${path}.elsewhere`, path)
    const again = () =>
      file.add({ rows: large.map((row) => [place, row]) }, () => stateOf(...large.slice(0, 10)))
    while (!hasDraft()) again()
    const { size } = statSync(path)
    await expect.poll(hasDraft).toBe(false)
    expect(statSync(path).size).toBeLessThan(size / 10)
    await file.close()
    expect(filesNextTo(path)).toEqual(['shop.state'])
  })
})

describe('a state file', () => {
  test('takes the place of a draft that a killed process left', async () => {
    const path = newFile()
    writeFileSync(`${path}.new`, 'half')
    await openFile(path).close()
    expect(filesNextTo(path)).toEqual(['shop.state'])
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
    const { resumed, close } = keepInFile(createSandbox(), path, { publicKey, secretKey }, troubleIsNone)
    expect(resumed).toBe(true)
    await close()
  })

  test.each([
    ['of another kind', Object.assign(new Error('a fault'), { code: 'invalid_snapshot' })],
    ['that is no error', 'a text'],
  ])('passes an error on that is not about the file: %s', async (_, error) => {
    const path = newFile()
    await openFile(path).close()
    const sandbox = createSandbox()
    vi.spyOn(sandbox.host, 'loadState').mockImplementation(() => {
      throw error
    })
    let thrown: unknown
    try {
      keepInFile(sandbox, path, {}, troubleIsNone)
    } catch (caught) {
      thrown = caught
    }
    expect(thrown).toBe(error)
    expect(filesNextTo(path)).toEqual(['shop.state'])
  })
})
