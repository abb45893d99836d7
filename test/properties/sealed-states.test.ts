/**
 * A saved state is refused when anything in it was changed. `npm run drill -- release` tries as often as a release asks
 * for.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Snapshot } from '../../src/index'
import { textHash } from '../../src/kernel/digest'
import { stateForm, stateVersion } from '../../src/sandbox/snapshots/version'
import { drill, patience, runs } from '../support/arbitraries'
import { makeControl } from '../support/control'
import { everything } from '../support/everything'
import { plainSandbox, savedState, stateOf } from '../support/set-up'

vi.setConfig({ testTimeout: 10 * patience, hookTimeout: patience })

let text = ''
let whole: Snapshot
beforeAll(async () => {
  text = await everything()
  whole = JSON.parse(text)
})

const sandbox = plainSandbox()
const before = stateOf(sandbox)

const expectRefused = (state: unknown, what: string): void => {
  expect(() => sandbox.restore(state as Snapshot), what).toThrow(
    expect.objectContaining({
      code: 'invalid_snapshot',
      message: expect.stringMatching(/^this state cannot/),
    }),
  )
  expect(stateOf(sandbox), what).toBe(before)
}

/** The value of a JSON text; `undefined` where it is none. */
const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

test('one other character in a state: it is refused, and nothing changes', () => {
  const place = fc.nat({ max: text.length - 1 })
  const letter = fc.oneof(
    fc.constantFrom(...'0123456789abcdef_"[]{},:- '),
    fc.string({ minLength: 1, maxLength: 1 }),
  )
  const property = fc.property(place, letter, (at, other) => {
    const state = parsed(`${text.slice(0, at)}${other}${text.slice(at + 1)}`)
    if (state !== undefined && !isDeepStrictEqual(state, whole)) expectRefused(state, `${other} at ${at}`)
  })
  fc.assert(property, runs(drill(300, 5000)))
})

const lists = (value: unknown): unknown[][] =>
  typeof value !== 'object' || value === null
    ? []
    : [...(Array.isArray(value) && value.length > 0 ? [value] : []), ...Object.values(value).flatMap(lists)]

test('a row or another part of a list too few, too many or in another place: it is refused', () => {
  const count = lists(whole).length
  const change = fc.constantFrom<(list: unknown[]) => unknown>(
    (list) => list.pop(),
    (list) => list.shift(),
    (list) => list.push(list[0]),
    (list) => list.reverse(),
  )
  const property = fc.property(fc.nat({ max: count - 1 }), change, (n, make) => {
    const state = JSON.parse(text)
    make(lists(state)[n] ?? [])
    if (!isDeepStrictEqual(state, whole)) expectRefused(state, `list ${n}`)
  })
  fc.assert(property, runs(drill(60, 2000)))
})

test('cut anywhere: PUT /_sandbox/state refuses it, and nothing changes', async () => {
  const control = makeControl(sandbox)
  const property = fc.asyncProperty(fc.nat({ max: text.length - 1 }), async (at) => {
    const { status } = await control.put('/state', text.slice(0, at))
    expect([status, stateOf(sandbox)], `cut at ${at}`).toEqual([expect.toBeOneOf([400, 422]), before])
  })
  await fc.assert(property, runs(drill(20, 500)))
})

test('indented, or with its names in another order, it is the same state', () => {
  const reversed = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(reversed)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, part]) => [name, reversed(part)]),
          )
        : value
  const copy = plainSandbox()
  copy.restore(JSON.parse(JSON.stringify(reversed(whole), null, 2)))
  expect(savedState(copy)).toEqual(whole)
})

test('the generated version of the format is another one for rows with other fields (npm run docs raises it)', async () => {
  const fields = [whole.accounts, ...Object.values(whole.worlds)].flatMap((collections) =>
    Object.entries(collections).flatMap(([name, rows]) =>
      rows.flatMap((row) => Object.keys(row).map((field) => `${name}.${field}`)),
    ),
  )
  const form = textHash([...new Set(fields)].sort().join())
  const next = form === stateForm ? stateVersion : stateVersion + 1
  const file = join(import.meta.dirname, '../../src/sandbox/snapshots/version.ts')
  const text = readFileSync(file, 'utf8')
    .replace(/(stateVersion = )\d+/, `$1${next}`)
    .replace(/(stateForm = )'.*'/, `$1'${form}'`)
  await expect(text).toMatchFileSnapshot(file)
})
