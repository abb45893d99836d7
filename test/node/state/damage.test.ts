/**
 * What was answered is in the file, and a damaged file is never served. `DRILL=full` cuts and flips as often as the
 * release asks for: `npm run drill -- release`.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

/** Its charges must be the first ones of `state`. */
const areFirst = (served: string, state: string): void => {
  const [some, all] = [served, state].map((text): string[] =>
    (JSON.parse(text).worlds['acct_sandbox/test']?.charges ?? []).map(({ id }: { id: string }) => id),
  )
  expect(some).toEqual(all?.slice(0, some?.length))
}

describe('a file that was cut', () => {
  test('wherever that was, is served as it was answered once, or refused', async () => {
    const { bytes, state } = await leave(1, 4)
    const place = fc.integer({ min: 1, max: bytes.length - 1 })
    await fc.assert(
      fc.asyncProperty(place, async (at) => {
        const served = await serveFrom(bytes.subarray(0, at))
        if ('state' in served) areFirst(served.state, state)
        else expect(served.refusal).toMatch(/is not a state file|no whole state is left in it/)
      }),
      runs(drill(40, 200)),
    )
  })

  test('in a line, loses that line alone, which was not answered, and says which it was', async () => {
    const { bytes, state } = await leave(1, 2)
    const [last = 0] = lineEnds(bytes).slice(-2)
    for (const at of [last + 1, last + 20, bytes.length - 1]) {
      const file = newFile()
      writeFileSync(file, bytes.subarray(0, at))
      const { sandbox, tornLine, close } = openFile(file)
      expect(tornLine).toBe(lineEnds(bytes).length)
      areFirst(stateOf(sandbox), state)
      await close()
      const again = openFile(file)
      expect(again.tornLine).toBeNull()
      await again.close()
    }
  })

  test('before its first state is whole: no state is left, and no repair is promised', async () => {
    const { bytes } = await leave(1, 0)
    const ends = lineEnds(bytes)
    for (const at of [...ends.slice(0, -1), bytes.length - 20]) {
      const served = await serveFrom(bytes.subarray(0, at))
      expect(served).toMatchObject({
        refusal: expect.stringMatching(/(?:it is cut|is torn), and no whole state is left in it; nothing/),
      })
      expect(() => repair('file' in served ? served.file : '')).toThrow('and no whole state is left in it')
    }
  })
})

test('a file with a changed byte, wherever that was, is repaired to a state that was answered once', async () => {
  const { bytes, state } = await leave(1, 4)
  const flip = fc.tuple(fc.nat({ max: bytes.length - 1 }), fc.integer({ min: 1, max: 255 }))
  await fc.assert(
    fc.asyncProperty(flip, async ([at, by]) => {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ by
      const served = await serveFrom(flipped)
      // Without its last byte the last line is torn.
      if ('state' in served) expect(at).toBe(bytes.length - 1)
      if (!('refusal' in served) || !served.refusal.includes('snapshot repair')) return
      const { damage, kept } = repair(served.file)
      expect(damage).toMatch(/^line \d+ is damaged$/)
      expect(readFileSync(kept ?? '').equals(flipped)).toBe(true)
      areFirst(await stateIn(served.file), state)
    }),
    runs(drill(100, 1000)),
  )
})

test('a line behind its end is refused, because another program wrote it', async () => {
  const { bytes } = await leave(1, 1)
  const served = await serveFrom(Buffer.concat([bytes, Buffer.from('a note\n')]))
  expect(served).toMatchObject({
    refusal: expect.stringMatching(/line \d+ is damaged; nothing was changed: .* without the last change; /),
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
  const damaged = Buffer.from(bytes)
  damaged[(ends.at(-3) ?? 0) + 12] = 0
  for (const name of ['shop.state.damaged', 'shop.state.damaged-2']) {
    writeFileSync(file, damaged)
    expect(() => openFile(file)).toThrow(
      `line ${ends.length - 1} is damaged; nothing was changed: "payment-sandbox snapshot repair ${file}" goes back to its last whole state, without the last 2 changes; `,
    )
    expect(repair(file)).toMatchObject({
      ...{ damage: `line ${ends.length - 1} is damaged`, lost: 2, newest: expect.any(Number) },
      kept: join(dirname(file), name),
    })
    expect(readFileSync(file).equals(bytes.subarray(0, ends.at(-3)))).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  }
  expect(readdirSync(dirname(file)).sort()).toEqual([
    'shop.state',
    'shop.state.damaged',
    'shop.state.damaged-2',
  ])
})

test('a repair cuts a torn last line too, and loses nothing that was answered', async () => {
  const { file, bytes } = await leave(1, 1)
  writeFileSync(file, Buffer.concat([bytes, Buffer.from('half a li')]))
  const torn = `line ${lineEnds(bytes).length + 1} is torn`
  expect(repair(file)).toMatchObject({ damage: torn, lost: 0, kept: `${file}.damaged` })
  expect(readFileSync(file).equals(bytes)).toBe(true)
})

test('a file that does not exist is not repaired', () => {
  const file = newFile()
  expect(() => repair(file)).toThrow(`${file} does not exist`)
  expect(readdirSync(dirname(file))).toEqual([])
})
