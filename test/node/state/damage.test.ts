/**
 * What was answered is in the file, and a file from which some of it is missing is never served. `DRILL=full` cuts and
 * flips as often as the release asks for: `npm run drill`.
 */
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { repair } from '../../../src/node/state/repair'
import type { Snapshot } from '../../../src/sandbox/snapshots/snapshot'
import { drill, patience, runs } from '../../support/arbitraries'
import { stateOf } from '../../support/set-up'
import { busyDay, newFile, openFile, stateIn } from '../../support/state-files'

vi.setConfig({ testTimeout: patience })

/** A file as a killed process leaves it, and the state that it answered. */
interface Left {
  readonly file: string
  readonly bytes: Buffer
  readonly state: string
}

/** @param starts how often a process took it up; the last one made `days` changes more */
const leave = async (starts: number, days: number): Promise<Left> => {
  const file = newFile()
  for (let i = 0; i < starts; i += 1) {
    const { client, close } = openFile(file)
    await busyDay(client)
    await close()
  }
  const { sandbox, client, release } = openFile(file)
  for (let i = 0; i < days; i += 1) await busyDay(client)
  release()
  return { file, bytes: readFileSync(file), state: stateOf(sandbox) }
}

/** The state that is served from these bytes, or the refusal; a refused file is left as it was. */
const serveFrom = async (bytes: Buffer): Promise<{ state: string } | { refusal: string; file: string }> => {
  const file = newFile()
  writeFileSync(file, bytes)
  try {
    return { state: await stateIn(file) }
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_option' })
    expect(readFileSync(file).equals(bytes)).toBe(true)
    return { refusal: String(error), file }
  }
}

const lineEnds = (bytes: Buffer): number[] =>
  [...bytes.keys()].filter((i) => bytes[i] === 0x0a).map((i) => i + 1)

describe('a file that was cut is refused', () => {
  test('wherever that was, and repaired to a state that was answered once', async () => {
    const { bytes, state } = await leave(1, 4)
    const place = fc.integer({ min: 1, max: bytes.length - 1 })
    await fc.assert(
      fc.asyncProperty(place, async (at) => {
        const served = await serveFrom(bytes.subarray(0, at))
        expect(served).toMatchObject({ refusal: expect.any(String) })
        if (!('refusal' in served) || !served.refusal.includes('snapshot repair')) return
        const { damage, kept } = repair(served.file)
        expect(damage).not.toBe(null)
        expect(readFileSync(String(kept)).equals(bytes.subarray(0, at))).toBe(true)
        const charges = JSON.parse(await stateIn(served.file)).worlds['acct_sandbox/test'].charges ?? []
        const all = JSON.parse(state).worlds['acct_sandbox/test'].charges.map(({ id }: { id: string }) => id)
        expect(charges.map(({ id }: { id: string }) => id)).toEqual(all.slice(0, charges.length))
      }),
      runs(drill(40, 200)),
    )
  })

  test('at the end of any line, the last change that was answered included', async () => {
    const { bytes } = await leave(1, 2)
    for (const at of lineEnds(bytes).slice(0, -1))
      expect(await serveFrom(bytes.subarray(0, at)), `cut at ${at}`).toHaveProperty('refusal')
  })

  test('in its base, right after a start: no state is left, and no repair is promised', async () => {
    const { bytes } = await leave(1, 0)
    const ends = lineEnds(bytes)
    for (const at of [...ends.slice(1, -1), bytes.length - 20]) {
      const served = await serveFrom(bytes.subarray(0, at))
      expect(served).toMatchObject({
        refusal: expect.stringMatching(/it is cut.*no whole state is left in it/),
      })
      expect(() => repair('file' in served ? served.file : '')).toThrow('and no whole state is left in it')
    }
  })

  test('by its last byte: the repair loses nothing', async () => {
    for (const days of [0, 1]) {
      const { bytes, state } = await leave(1, days)
      const served = await serveFrom(bytes.subarray(0, -1))
      expect(served).toMatchObject({
        refusal: expect.stringMatching(/its last byte is missing.*loses nothing/),
      })
      const file = 'file' in served ? served.file : ''
      expect(repair(file)).toMatchObject({ lost: 0, newest: expect.any(Number) })
      expect(readFileSync(file).equals(bytes)).toBe(true)
      expect(await stateIn(file)).toBe(state)
    }
  })
})

describe('a file with a changed byte is refused', () => {
  test('wherever that was, and repaired to a state that was answered once', async () => {
    const { bytes, state } = await leave(1, 4)
    const flip = fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }))
    await fc.assert(
      fc.asyncProperty(flip, async ([at, by]) => {
        const flipped = Buffer.from(bytes)
        flipped[at] = (flipped[at] ?? 0) ^ by
        const served = await serveFrom(flipped)
        expect(served).toMatchObject({ refusal: expect.any(String) })
        if (!('refusal' in served) || !served.refusal.includes('snapshot repair')) return
        expect(repair(served.file).damage).not.toBe(null)
        const ids = JSON.parse(await stateIn(served.file)).worlds['acct_sandbox/test']?.charges ?? []
        expect(JSON.parse(state).worlds['acct_sandbox/test'].charges.length).toBeGreaterThanOrEqual(
          ids.length,
        )
      }),
      runs(drill(100, 5000)),
    )
  })

  test('in its heading or in its end mark: the repair loses nothing', async () => {
    const { bytes, state } = await leave(1, 1)
    const [heading = 0, mark = 0] = lineEnds(bytes)
    for (const at of [0, 9, heading - 2, heading, heading + 20, mark - 2]) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      const served = await serveFrom(flipped)
      expect(served).toMatchObject({
        refusal: expect.stringMatching(
          /line (?:1,.* is damaged.*repair.*, which loses nothing|2,.* is damaged.*repair.* whole state[^,])/,
        ),
      })
      const file = 'file' in served ? served.file : ''
      repair(file)
      expect(readFileSync(file).equals(bytes)).toBe(true)
      expect(await stateIn(file)).toBe(state)
    }
  })
})

test('more behind its end than one unfinished change is refused, because another program wrote there', async () => {
  const { bytes } = await leave(1, 1)
  const served = await serveFrom(Buffer.concat([bytes, Buffer.from('a note\n')]))
  expect(served).toMatchObject({
    refusal: expect.stringMatching(/line \d+ comes after its end and is not whole/),
  })
})

test('a repair reports the lost changes, keeps the damaged file under a free name, and does not touch a whole file', async () => {
  const { file, bytes, state } = await leave(1, 2)
  const { accounts, worlds }: Snapshot = JSON.parse(state)
  const all = [accounts, ...Object.values(worlds)].flatMap((rows) => Object.values(rows).flat())
  const newest = Math.max(...all.map(({ createdAt }) => createdAt))
  expect(repair(file)).toEqual({ damage: null, lost: 0, newest, kept: null })
  expect(readFileSync(file).equals(bytes)).toBe(true)
  const ends = lineEnds(bytes)
  for (const name of ['shop.state.damaged', 'shop.state.damaged-2']) {
    writeFileSync(file, bytes)
    truncateSync(file, ends.at(-3))
    expect(() => openFile(file)).toThrow(
      `"payment-sandbox snapshot repair ${file}" goes back to its last whole state, without the last 2 changes`,
    )
    expect(repair(file)).toMatchObject({ lost: 2, kept: join(dirname(file), name) })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  }
  expect(existsSync(`${file}.lock`)).toBe(false)
  expect(basename(file)).toBe('shop.state')
})
