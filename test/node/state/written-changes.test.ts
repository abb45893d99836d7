/** A change as it is written, and the state that such changes add up to. */
import { describe, expect, test } from 'vitest'
import type { Row } from '../../../src/kernel/collection'
import { printChange, SnapshotBuilder, type WrittenChange } from '../../../src/node/state/sum'
import { type Change, collectionKeyOf } from '../../../src/sandbox/snapshots/changes'

const none: Change = {
  ...{ forgotten: [], rows: [], jobs: null, clock: null, ids: null },
  standing: () => null,
}
const cards = collectionKeyOf('acct_1/test', 'cards')
const tokens = collectionKeyOf('acct_1/test', 'tokens')
const card = { id: 'card_1', createdAt: 1, brand: 'Visa', last: '4242' }
const other = { id: 'card_2', createdAt: 1, brand: 'Visa', last: '1111' }
const written = (row: Row, place = cards) => ({ place, row })

const text = (change: Partial<Change>): string => printChange({ ...none, ...change })

describe('a change is written', () => {
  test('as nothing, where nothing changed', () => {
    expect(text({})).toBe('{}')
  })

  test('with its clock, its jobs and its ids', () => {
    const clock = { offset: 5, frozenAt: null }
    const jobs = { planned: 2, added: [], gone: [1] }
    expect(text({ clock, jobs, ids: 3, forgotten: [{ place: cards, id: 'card_9' }] })).toBe(
      '{"forgotten":[["acct_1/test/cards","card_9"]],"jobs":{"planned":2,"added":[],"gone":[1]},"clock":{"offset":5,"frozenAt":null},"ids":3}',
    )
  })

  test('row by row, each whole, also where it was there before', () => {
    const after = { ...card, brand: 'JCB' }
    const rows = [written(card), written(other), written(after)]
    const place = 'acct_1/test/cards'
    expect(JSON.parse(text({ rows }))).toEqual({
      rows: [
        [place, card],
        [place, other],
        [place, after],
      ],
    })
  })

  test.each([1, 20])('with a reference to a row that is already written, beside %i others', (count) => {
    const many = Array.from({ length: count }, (_, i) => written({ id: `card_x${i}`, createdAt: 2 }))
    const token = { id: 'tokn_1', createdAt: 2, card }
    const standing: Change['standing'] = (row) => (row === card ? ['cards', 'card_1'] : null)
    const reference = '"card":{"$row":["cards","card_1"]}'
    const stands = text({ rows: [...many, written(token, tokens)], standing })
    expect(stands).toContain(reference)
    const after = text({ rows: [written(card), ...many, written(token, tokens)], standing })
    expect(after).toContain(reference)
    const ahead = text({ rows: [...many, written(token, tokens), written(card)], standing })
    expect(ahead).not.toContain(reference)
  })
})

describe('changes add up', () => {
  const sumOf = (...changes: readonly WrittenChange[]): SnapshotBuilder => {
    const sum = new SnapshotBuilder()
    for (const change of changes) sum.add(change)
    return sum
  }
  const place = 'acct_1/test/cards'
  const cardsOf = (sum: SnapshotBuilder) => sum.snapshot.worlds['acct_1/test']?.cards

  test('from nothing', () => {
    expect(new SnapshotBuilder().snapshot).toMatchObject({
      ...{ clock: { offset: 0, frozenAt: null }, ids: 0, jobs: { planned: 0, pending: [] } },
      ...{ accounts: {}, worlds: {} },
    })
  })

  test('to what the last one said of the clock, the ids and the jobs', () => {
    const job = (id: number) => ({ id, runAt: 9, kind: 'a', world: 'w', subject: 's' })
    const { clock, ids, jobs } = sumOf(
      {
        clock: { offset: 1, frozenAt: 2 },
        ids: 3,
        jobs: { planned: 3, added: [job(3), job(2), job(1)], gone: [] },
      },
      { jobs: { planned: 4, added: [], gone: [2] } },
      {},
    ).snapshot
    expect({ clock, ids, jobs }).toEqual({
      ...{ clock: { offset: 1, frozenAt: 2 }, ids: 3 },
      jobs: { planned: 4, pending: [job(1), job(3)] },
    })
  })

  test('to rows in the order of their creation, those of one moment in that of their arrival', () => {
    const rows = [{ ...card, createdAt: 2 }, other, { ...other, id: 'card_3' }]
    expect(cardsOf(sumOf({ rows: rows.map((row) => [place, row]) }))?.map(({ id }) => id)).toEqual([
      'card_2',
      'card_3',
      'card_1',
    ])
  })

  test('with the last version of a row, which keeps the place of the first', () => {
    const after = { ...card, brand: 'JCB' }
    const start = [
      [place, card],
      [place, other],
    ] as const
    expect(cardsOf(sumOf({ rows: start }, { rows: [[place, after]] }))).toEqual([after, other])
  })

  test('without what was forgotten; a row of the same id that comes later is the last of its moment', () => {
    const start: WrittenChange = {
      rows: [
        [place, card],
        [place, other],
      ],
    }
    expect(cardsOf(sumOf(start, { forgotten: [[place, 'card_1']] }))).toEqual([other])
    expect(cardsOf(sumOf(start, { rows: [[place, { ...card, createdAt: 0 }]] }))?.[0]).toMatchObject({
      createdAt: 0,
    })
    const later = { ...other, createdAt: 2 }
    const madeAnew = [
      [place, later],
      [place, { ...card, createdAt: 2 }],
    ] as const
    expect(cardsOf(sumOf({ rows: [[place, card]] }, { rows: madeAnew }))?.map(({ id }) => id)).toEqual([
      'card_2',
      'card_1',
    ])
    const again = { forgotten: [[place, 'card_1']], rows: [[place, card]] } satisfies WrittenChange
    expect(cardsOf(sumOf(start, again))?.map(({ id }) => id)).toEqual(['card_2', 'card_1'])
  })

  test('with rows of all worlds apart, and references to rows that are there', () => {
    const token = { id: 'tokn_1', createdAt: 1, card: { $row: ['cards', 'card_1'] } }
    const sum = sumOf({
      rows: [
        ['/accounts', { id: 'acct_1', createdAt: 0 }],
        [place, card],
        ['acct_1/test/tokens', token],
      ],
    })
    expect(sum.snapshot.accounts).toEqual({ accounts: [{ id: 'acct_1', createdAt: 0 }] })
    expect(sum.snapshot.worlds['acct_1/test']?.tokens).toEqual([{ ...token, card }])
  })

  test('not with a reference to a row that does not exist', () => {
    const row = { id: 'a', createdAt: 0, card: { $row: ['cards', 'card_9'] } }
    expect(() => sumOf({ rows: [[place, row]] })).toThrow('it refers to card_9, which it does not have')
  })
})
