import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Collection, collection, type Row } from '../../src/kernel/collection'
import { UndoLog } from '../../src/kernel/commit'
import { letters } from '../../src/kernel/ids'
import { Neighbours } from '../../src/service/wrong-keys'
import { runs } from '../support/arbitraries'

const keys = collection<Row>({ name: 'keys', by: {} })

const setUp = () => {
  const undo = new UndoLog()
  const rows = new Collection(keys, undo)
  const neighbours = new Neighbours()
  rows.follow(neighbours)
  const add = (ids: readonly string[]) =>
    undo.run(() => ids.forEach((id) => void rows.insert({ id, createdAt: 0 })))
  return { undo, rows, neighbours, add }
}

const name = (i: number): string => `skey_test_${letters('key', String(i))}`

test.each([10, 1_000, 20_000])('of %i keys finds the misspelt one, wherever the mistake is', (count) => {
  const { neighbours, add } = setUp()
  add(Array.from({ length: count }, (_, i) => name(i)))
  const meant = name(count >> 1)
  for (let at = 0; at < meant.length; at += 1) {
    const misspelt = `${meant.slice(0, at)}!${meant.slice(at + 1)}`
    expect(neighbours.around(misspelt)).toContain(meant)
  }
})

test('compares the same few keys, however many there are', () => {
  const { neighbours, add } = setUp()
  add(Array.from({ length: 50_000 }, (_, i) => name(i)))
  expect(neighbours.around('skey_test_nobody').length).toBeLessThanOrEqual(16)
})

test('after rows are added, undone, cleared and restored, equals a new index', () => {
  const few = fc.array(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 45 })
  const deed = fc.oneof(
    fc.record({ do: fc.constant('add' as const), ids: few }),
    fc.record({ do: fc.constant('take back' as const), ids: few }),
    fc.record({ do: fc.constant('clear' as const), ids: fc.constant([]) }),
    fc.record({ do: fc.constant('restore' as const), ids: few }),
  )
  const property = fc.property(
    fc.array(deed, { maxLength: 6 }),
    fc.string({ maxLength: 4 }),
    (deeds, text) => {
      const { undo, rows, neighbours, add } = setUp()
      for (const one of deeds) {
        const fresh = [...new Set(one.ids)].filter((id) => rows.get(id) === undefined)
        if (one.do === 'add') add(fresh)
        if (one.do === 'clear') undo.run(() => rows.clear())
        if (one.do === 'restore') rows.load([...new Set(one.ids)].map((id) => ({ id, createdAt: 0 })))
        if (one.do === 'take back')
          expect(() =>
            undo.run(() => {
              for (const id of fresh) rows.insert({ id, createdAt: 0 })
              neighbours.around(text)
              throw new Error('no')
            }),
          ).toThrow('no')
      }
      const anew = new Neighbours()
      rows.follow(anew)
      expect(new Set(neighbours.around(text))).toEqual(new Set(anew.around(text)))
    },
  )
  fc.assert(property, runs(200))
})
