/** What proves a state file whole, byte by byte; what is said of one that is not, and what is left of it. */
import { describe, expect, test } from 'vitest'
import { nextLine, readLines, Unreadable } from '../../../src/node/state/lines'
import { stateVersion } from '../../../src/sandbox/snapshots/version'
import { clockLine, linesOf } from '../../support/state-files'

/** A state of two lines, and two changes after it. */
const texts = ['{"rows":[["/a",{"id":"a_1","createdAt":1}]]}', clockLine, '{"ids":3}', '{"ids":4}']

const read = (bytes: Buffer) => {
  try {
    const { snapshot, damage } = readLines(bytes)
    return { ids: snapshot?.ids ?? null, damage }
  } catch (error) {
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
const without = (line: number): Buffer =>
  Buffer.concat([whole.subarray(0, upTo(line - 1)), whole.subarray(upTo(line))])
const notOurs = { unreadable: 'it is not a state file of payment-sandbox' }
const damageAt = (ids: number | null, line: number, lost: number) => ({
  ids,
  damage: { line, at: upTo(line - 1), lost },
})

describe('a file', () => {
  test.each<[name: string, bytes: Buffer, says: object]>([
    ['that is whole gives its last state', whole, { ids: 4, damage: null }],
    ['of another kind, of one line, is not read', Buffer.from('milk'), notOurs],
    ['with another letter in its heading is not read', flip(1, 12), notOurs],
    ['cut in its heading is not read', whole.subarray(0, 20), notOurs],
    ['cut after its heading has no state', whole.subarray(0, upTo(1)), { ids: null, damage: null }],
    ['cut before its state is whole has none', whole.subarray(0, upTo(2)), { ids: null, damage: null }],
    ['torn before its state is whole has none', whole.subarray(0, upTo(3) - 1), damageAt(null, 3, 0)],
    ['damaged before its state is whole has none', flip(2, 12), damageAt(null, 2, 4)],
    ['without its last changes has the state before', whole.subarray(0, upTo(4)), { ids: 3, damage: null }],
    ['without its last byte has a torn line', whole.subarray(0, -1), damageAt(3, 5, 0)],
    ['with one byte of its last line has a torn line', whole.subarray(0, upTo(4) + 1), damageAt(3, 5, 0)],
    [
      'with something behind its end has a torn line',
      Buffer.concat([whole, Buffer.from('x')]),
      damageAt(4, 6, 0),
    ],
    [
      'with a line behind its end is damaged',
      Buffer.concat([whole, Buffer.from('a note\n')]),
      damageAt(4, 6, 1),
    ],
    ['with another letter in a change is damaged', flip(4, 12), damageAt(0, 4, 2)],
    ['with another letter in a checksum is damaged', flip(5, 2), damageAt(3, 5, 1)],
    ['with another letter after a checksum is damaged', flip(5, 8), damageAt(3, 5, 1)],
    ['with a line too few is damaged', without(4), damageAt(0, 4, 1)],
  ])('%s', (_, bytes, says) => {
    expect(read(bytes)).toEqual(says)
  })
})

test('a heading may say more than the format and its version', () => {
  const text = `{"format":"payment-sandbox state","version":${stateVersion},"note":"mine"}`
  expect(read(Buffer.concat(linesOf(texts, text)))).toMatchObject({ ids: 4 })
})

test('a line has the checksum of all before it, in eight digits, and may hold any text', () => {
  for (const text of ['', 'a', 'é€😀', '€'.repeat(50_000)]) {
    const { line, sum } = nextLine(text, 7)
    expect(line.toString()).toBe(`${sum.toString(16).padStart(8, '0')} ${text}\n`)
    expect(nextLine(text, 8).sum).not.toBe(sum)
  }
})
