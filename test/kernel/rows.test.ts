import { describe, expect, test } from 'vitest'
import { Collection, collection, latest, type Row, sequenceOf } from '../../src/kernel/collection'
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

describe('a collection', () => {
  const setUp = () => {
    const undo = new UndoLog()
    const made = new Collection(collection<Row>({ name: 'rows', by: {} }), undo)
    undo.run(() => {
      for (const row of rows) made.insert(row)
    })
    return { undo, made }
  }

  test('knows which rows it has, and where', () => {
    const { made } = setUp()
    expect([made.get('r2'), made.get('none'), made.positionOf('r2'), made.positionOf('none')]).toEqual([
      rows[1],
      undefined,
      1,
      -1,
    ])
    expect(() => made.at(5)).toThrow('rows has no row at 5')
  })

  test('takes no second row of the same id, and no change of a row that is not there any more', () => {
    const { undo, made } = setUp()
    const [row] = made.snapshot()
    if (row === undefined) return expect.fail('no row')
    expect(() => undo.run(() => void made.insert(row))).toThrow('rows already has r1')
    undo.run(() => void made.update(row, {}))
    expect(() => undo.run(() => void made.update(row, {}))).toThrow('rows r1 changed since it was read')
    const other = { id: 'none', createdAt: 0 }
    expect(() => undo.run(() => void made.update(other, {}))).toThrow('rows none changed since it was read')
  })

  test('tells a follower of its rows, until it follows no more', () => {
    const { undo, made } = setUp()
    const told: string[] = []
    const follower = {
      added: ({ id }: Row) => void told.push(id),
      removed: () => undefined,
      replaced: () => undefined,
      cleared: () => undefined,
    }
    const other = { ...follower, added: () => void told.push('other') }
    made.follow(follower)
    made.follow(other)
    told.length = 0
    made.unfollow(follower)
    made.unfollow(follower)
    undo.run(() => void made.insert({ id: 'new', createdAt: 9 }))
    expect(told).toEqual(['other'])
  })

  test('forgets what is older than a moment, not what is of it', () => {
    const { made } = setUp()
    made.forgetBefore(1)
    expect(made.length).toBe(5)
    made.forgetBefore(3)
    expect(made.snapshot().map(({ id }) => id)).toEqual(['r3', 'r4', 'r5'])
    expect([made.positionOf('r3'), made.get('r1')]).toEqual([0, undefined])
  })
})
