/** What proves a state file whole, byte by byte; what is said of one that is not, and what is left of it. */
import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { heading, Lines, readMark } from '../../../src/node/state/lines'
import { Damaged, readChanges, Unreadable } from '../../../src/node/state/reading'
import { stateVersion } from '../../../src/sandbox/snapshots/version'
import { linesOf, newFile } from '../../support/state-files'

/** A base of two changes and two changes after it. */
const texts = ['{"ids":1}', '{"ids":2}', '{"base":2}', '{"ids":3}', '{"ids":4}']

const read = (bytes: Buffer) => {
  const file = newFile()
  writeFileSync(file, bytes)
  const ids: unknown[] = []
  try {
    const { size } = readChanges(file, (change) => ids.push(change.ids))
    return { ids, size }
  } catch (error) {
    if (error instanceof Damaged) {
      const { message, whole, lost } = error
      return { ids, damage: message, whole: whole?.changes ?? null, bytes: whole?.bytes ?? null, lost }
    }
    if (error instanceof Unreadable) return { unreadable: error.message }
    throw error
  }
}

const lines = linesOf(texts)
/** The number of bytes in the first N lines. */
const upTo = (count: number): number => lines.slice(0, count).reduce((sum, { length }) => sum + length, 0)
const whole = Buffer.concat(lines)
const flip = (line: number, at: number): Buffer => {
  const bytes = Buffer.from(whole)
  const place = upTo(line - 1) + at
  bytes[place] = (bytes[place] ?? 0) ^ 1
  return bytes
}
const notOurs = { unreadable: 'it is not a state file of payment-sandbox' }

test('a whole file gives its changes, in order', () => {
  expect(read(whole)).toEqual({ ids: [1, 2, 3, 4], size: whole.length })
})

test('one change after the end is taken where it is whole, and no change where it was only begun', () => {
  const more = new Lines(readMark(lines[1]?.subarray(0, -1) ?? Buffer.of(), sumOf(1))?.sum)
  const next = Buffer.from(more.next('{"ids":5}'))
  const after = Buffer.from(more.next('{"ids":6}'))
  expect(read(Buffer.concat([whole, next]))).toMatchObject({ ids: [1, 2, 3, 4, 5] })
  expect(read(Buffer.concat([whole, next.subarray(0, -1)]))).toMatchObject({ ids: [1, 2, 3, 4] })
  expect(read(Buffer.concat([whole, Buffer.from('half')]))).toMatchObject({ ids: [1, 2, 3, 4] })
  expect(read(Buffer.concat([whole, next, after]))).toEqual({
    ...{ ids: [1, 2, 3, 4, 5], damage: 'line 9 comes after its end and is not whole' },
    ...{ whole: 6, bytes: whole.length + next.length, lost: 0 },
  })
  expect(read(Buffer.concat([whole, Buffer.from('no line\n')]))).toMatchObject({
    damage: 'line 8 comes after its end and is not whole',
    whole: 5,
  })
})

const sumOf = (count: number): number => {
  const reader = new Lines()
  for (const line of lines.slice(0, count)) reader.read(line.subarray(0, -1))
  return reader.sum
}

describe('a damaged file', () => {
  const size = whole.length
  const all = [1, 2, 3, 4]
  const cutAt = (line: number): string => `it is cut: ${upTo(line)} of ${size} bytes are there`
  /** What is read, what is said, how much of it is whole and how many changes are lost. */
  const damage = (
    ...[ids, said, changes, bytes, lost]: [number[], string, number | null, number | null, number | null]
  ): object => ({ ids, damage: said, whole: changes, bytes, lost })
  test.each<[name: string, bytes: Buffer, says: object]>([
    ['with nothing in it', Buffer.of(), notOurs],
    ['of another kind', Buffer.from('milk\nbread\n'), notOurs],
    [
      'of another kind, whose first line is as long as a heading',
      Buffer.from(`${'x'.repeat(upTo(1) - 1)}\nmilk\nbread\n`),
      notOurs,
    ],
    [
      'of another kind, of one line as long as a heading',
      Buffer.from(`${'x'.repeat(upTo(1) - 1)}\n`),
      notOurs,
    ],
    ['without an end of its first line', Buffer.alloc(2000, 'x'), notOurs],
    ['cut after its heading', whole.subarray(0, upTo(1)), damage([], 'it is cut', null, null, null)],
    ['cut after its end mark', whole.subarray(0, upTo(2)), damage([], cutAt(2), null, null, 5)],
    ['cut in its base', whole.subarray(0, upTo(4)), damage([1, 2], cutAt(4), null, null, 5)],
    ['cut after its base', whole.subarray(0, upTo(5)), damage([1, 2], cutAt(5), 3, upTo(5), 2)],
    ['cut in a line', whole.subarray(0, upTo(6) - 3), damage([1, 2], 'it is cut in line 6', 3, upTo(5), 2)],
    ['without its last byte', whole.subarray(0, -1), damage(all, 'its last byte is missing', 5, size, 0)],
    ['with another letter in a change', flip(6, 12), damage([1, 2], 'line 6 is damaged', 3, upTo(5), 2)],
    ['with another letter in a checksum', flip(7, 2), damage([1, 2, 3], 'line 7 is damaged', 4, upTo(6), 1)],
    [
      'with another letter in its heading',
      flip(1, 12),
      damage(all, 'line 1, its heading, is damaged', 5, size, 0),
    ],
    [
      'with another letter in its end mark',
      flip(2, 20),
      damage(all, 'line 2, which says where it ends, is damaged', 5, size, null),
    ],
    [
      'with a line too few',
      Buffer.concat([whole.subarray(0, upTo(5)), whole.subarray(upTo(6))]),
      damage([1, 2], 'line 6 is damaged', 3, upTo(5), 2),
    ],
  ])('%s says so', (_, bytes, says) => {
    expect(read(bytes)).toEqual(says)
  })

  test('without a base has no whole state, though its end mark fits', () => {
    const bare = Buffer.concat(linesOf(['{"ids":1}']))
    expect(read(bare)).toMatchObject({
      damage: `it is cut: ${bare.length} of ${bare.length} bytes are there`,
      whole: null,
    })
  })

  test('whose base says another number of lines', () => {
    expect(read(Buffer.concat(linesOf(texts.with(2, '{"base":3}'))))).toMatchObject({
      ...{ damage: 'line 5 says 3 lines came before it, not 2', whole: null },
    })
  })

  test.each(['bytes', 'changes', 'sum'] as const)('whose end mark has other %s than its lines', (what) => {
    const end = readMark(lines[1]?.subarray(0, -1) ?? Buffer.of(), sumOf(1)) ?? expect.fail('no end mark')
    expect(read(Buffer.concat(linesOf(texts, heading(), { [what]: end[what] - 1 })))).toMatchObject({
      damage: 'line 2 does not fit the lines after it',
      whole: 5,
    })
  })
})

test.each<[text: string, says: object]>([
  [`{"format":"payment-sandbox state","version":${stateVersion},"note":"mine"}`, { ids: [1, 2, 3, 4] }],
  [
    `{"format":"payment-sandbox state","version":${stateVersion - 1}}`,
    { unreadable: expect.stringContaining(`has version ${stateVersion - 1}`) },
  ],
  ['{"format":"payment-sandbox state"}', { unreadable: expect.stringContaining('has no version') }],
  [`{"format":"other","version":${stateVersion}}`, notOurs],
  ['[]', notOurs],
])('the heading %s', (text, says) => {
  expect(read(Buffer.concat(linesOf(texts, text)))).toMatchObject(says)
})

test('lines longer than the pieces in which a file is read are whole', () => {
  const pads = [700_000, 10, 1_500_000, 600_000, 0]
  const long = pads.map((length, i) => `{"ids":${i},"pad":"${'x'.repeat(length)}"}`)
  const file = Buffer.concat(linesOf([...long, `{"base":${long.length}}`]))
  expect(read(file)).toEqual({ ids: [0, 1, 2, 3, 4], size: file.length })
  expect(read(file.subarray(0, -1))).toMatchObject({ damage: 'its last byte is missing' })
  expect(read(file.subarray(0, 2_000_000))).toMatchObject({ ids: [0, 1], damage: 'it is cut in line 5' })
})

test('a line has the checksum of all before it, and may be of any length', () => {
  for (const text of ['', 'a', 'é€😀', 'x'.repeat(100_000), '€'.repeat(50_000)]) {
    const [one, other] = [new Lines(7), new Lines(7)]
    const line = Buffer.from(one.next(text))
    expect([line[8], line.at(-1), other.read(line.subarray(0, -1)), other.sum]).toEqual([
      32,
      10,
      text,
      one.sum,
    ])
    expect(new Lines(8).read(line.subarray(0, -1))).toBeNull()
    expect(line.toString('latin1', 0, 8)).toBe(one.sum.toString(16).padStart(8, '0'))
  }
})
