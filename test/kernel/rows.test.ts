import { describe, expect, test } from 'vitest'
import { Collection, collection, gather, latest, type Row, sequenceOf } from '../../src/kernel/collection'
import { UndoLog } from '../../src/kernel/commit'

const rows = [1, 2, 3, 4, 5].map((n): Row => ({ id: `r${n}`, createdAt: n }))

describe('a few rows as a sequence', () => {
  test('are read by their place, and no others', () => {
    const all = sequenceOf(rows)
    expect([all.length, all.at(0), all.at(4)]).toEqual([5, rows[0], rows[4]])
    expect(() => all.at(5)).toThrow('there is no row at 5')
  })

  test.each<[count: number, found: readonly string[]]>([
    [0, []],
    [2, ['r3', 'r5']],
    [3, ['r1', 'r3', 'r5']],
    [9, ['r1', 'r3', 'r5']],
  ])('the latest %i of those that count, in their order, are %j', (count, found) => {
    const odd = ({ id, createdAt }: Row) => (createdAt % 2 === 1 ? id : null)
    expect(latest(sequenceOf(rows), count, odd)).toEqual(found)
  })
})

test('rows are grouped by a key, in their order, without those of no key', () => {
  const keyOf = ({ createdAt }: Row) => (createdAt === 3 ? null : createdAt % 2 === 1 ? 'odd' : 'even')
  expect([...gather(rows, keyOf)].map(([key, own]) => [key, own.map(({ id }) => id)])).toEqual([
    ['odd', ['r1', 'r5']],
    ['even', ['r2', 'r4']],
  ])
})

test('a follower that unsubscribes hears of no more rows, and the others do', () => {
  const undo = new UndoLog()
  const made = new Collection(collection<Row>({ name: 'rows', by: {} }), undo)
  const added: string[] = []
  const followerOf = (name: string) => ({
    added: () => void added.push(name),
    removed: () => undefined,
    replaced: () => undefined,
    cleared: () => undefined,
  })
  const [follower, other] = [followerOf('follower'), followerOf('other')]
  made.follow(follower)
  made.follow(other)
  made.unfollow(follower)
  made.unfollow(follower)
  undo.run(() => void made.insert({ id: 'new', createdAt: 9 }))
  expect(added).toEqual(['other'])
})
