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

  test('refuses a second row with the same id, and a change of a removed row', () => {
    const { undo, made } = setUp()
    const [row] = made.snapshot()
    if (row === undefined) return expect.fail('no row')
    expect(() => undo.run(() => void made.insert(row))).toThrow('rows already has r1')
    undo.run(() => void made.update(row, {}))
    expect(() => undo.run(() => void made.update(row, {}))).toThrow('rows r1 changed since it was read')
    const other = { id: 'none', createdAt: 0 }
    expect(() => undo.run(() => void made.update(other, {}))).toThrow('rows none changed since it was read')
  })

  test('notifies a follower of its rows, until it unsubscribes', () => {
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

  const [r1, r2, r3, r4, r5] = rows as [Row, Row, Row, Row, Row]
  test.each<[name: string, wanted: readonly Row[]]>([
    ['the same', rows],
    ['none', []],
    ['fewer', [r1, r2, r3]],
    ['more', [...rows, { id: 'r6', createdAt: 6 }]],
    ['one of them changed', [r1, r2, { ...r3, more: true } as Row, r4, r5]],
    ['all of them changed', rows.map((row) => ({ ...row, more: true }))],
    ['another in the place of one', [r1, r2, { id: 'x', createdAt: 3 }, r4, r5]],
    ['one at another time', [r1, r2, { ...r3, createdAt: 4 }, r4, r5]],
    ['others', [{ id: 'x', createdAt: 1 }]],
    ['one that is gone from the middle', [r1, r2, r4, r5]],
    ['one more at the beginning', [{ id: 'r0', createdAt: 0 }, ...rows]],
  ])('has the rows that are loaded, and its followers too: %s', (_, wanted) => {
    const { undo, made } = setUp()
    const indexed = new Collection(
      collection<Row, 'parity'>({ name: 'indexed', by: { parity: (row) => String(row.createdAt % 2) } }),
      undo,
    )
    const told = new Map<string, Row>()
    const follower = {
      added: (row: Row) => void told.set(row.id, row),
      removed: (row: Row) => void told.delete(row.id),
      replaced: (before: Row, after: Row) => {
        told.delete(before.id)
        told.set(after.id, after)
      },
      cleared: () => told.clear(),
    }
    undo.run(() => {
      for (const row of rows) indexed.insert(row)
    })
    made.follow(follower)
    indexed.follow({ ...follower, restored: () => undefined })
    expect(indexed.by('parity', '1').length).toBe(3)
    const given = [...wanted]
    for (const one of [made, indexed]) {
      one.load(given)
      expect(one.snapshot()).toEqual(wanted)
      for (const [i, row] of wanted.entries())
        expect([one.get(row.id), one.positionOf(row.id)]).toEqual([row, i])
      for (const { id } of rows)
        if (!wanted.some((row) => row.id === id))
          expect([one.get(id), one.positionOf(id)]).toEqual([undefined, -1])
      expect([...told.values()].sort((a, b) => a.createdAt - b.createdAt)).toEqual(wanted)
    }
    const odd = indexed.by('parity', '1')
    expect(Array.from({ length: odd.length }, (_, i) => odd.at(i))).toEqual(
      wanted.filter(({ createdAt }) => createdAt % 2 === 1),
    )
    undo.run(() => void made.insert({ id: 'last', createdAt: 99 }))
    expect(given).toEqual(wanted)
  })

  test('removes rows older than a moment, not rows of that moment', () => {
    const { made } = setUp()
    made.forgetBefore(1)
    expect(made.length).toBe(5)
    made.forgetBefore(3)
    expect(made.snapshot().map(({ id }) => id)).toEqual(['r3', 'r4', 'r5'])
    expect([made.positionOf('r3'), made.get('r1')]).toEqual([0, undefined])
  })
})
