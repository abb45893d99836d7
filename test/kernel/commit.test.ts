/** All or nothing, and stored before any listener gets it. */
import { describe, expect, test } from 'vitest'
import type { Commit } from '../../src/kernel/commit'
import { UndoLog } from '../../src/kernel/commit'

/** Values by name; an undo restores the earlier values. */
const setUp = () => {
  const undo = new UndoLog()
  const values = new Map<string, unknown>()
  const counter = { count: 0 }
  undo.watch(counter)
  const target = {
    name: 'values',
    revert: (id: string, previous: unknown) => {
      if (previous === undefined) values.delete(id)
      else values.set(id, previous)
    },
  }
  const set = (id: string, value: unknown): void => {
    undo.record(target, id, values.get(id), value)
    counter.count += 1
    values.set(id, value)
  }
  const commit = (changes: object) =>
    undo.run(() => {
      for (const [id, value] of Object.entries(changes)) set(id, value)
    })
  const all = () => [Object.fromEntries(values), counter.count]
  return { undo, target, set, commit, all }
}

/** Keeps each change that it gets, until `fail` holds the reason why it cannot. */
const keeping = (undo: UndoLog) => {
  const kept: string[][] = []
  const state: { fail: unknown } = { fail: null }
  undo.saveWith((writes) => {
    if (state.fail !== null) throw state.fail
    kept.push(writes.map(({ id }) => id))
  })
  return { kept, state }
}

const ids = ({ writes }: Commit): string[] => writes.map(({ id }) => id)

describe('a commit', () => {
  test('that throws leaves nothing behind, whatever it wrote and however often', () => {
    const { undo, set, commit, all } = setUp()
    commit({ a: 1 })
    const fail = () =>
      undo.run(() => {
        set('a', 2)
        set('b', 3)
        set('a', 4)
        throw new Error('no')
      })
    expect(fail).toThrow('no')
    expect(all()).toEqual([{ a: 1 }, 1])
    expect([undo.active, ids(undo.latest)]).toEqual([false, ['a']])
  })

  test('inside another is part of it; one that throws undoes only its own part', () => {
    const { undo, set, commit, all } = setUp()
    undo.run(() => {
      set('a', 1)
      commit({ b: 2 })
      expect(() =>
        undo.run(() => {
          set('a', 9)
          throw new Error('no')
        }),
      ).toThrow('no')
      expect(undo.active).toBe(true)
      expect(ids(undo.latest)).toEqual([])
    })
    expect(all()).toEqual([{ a: 1, b: 2 }, 2])
    expect(ids(undo.latest)).toEqual(['a', 'b'])
  })

  test('is the only place to write in', () => {
    const { set, all } = setUp()
    expect(() => set('a', 1)).toThrow('state can only be written inside a commit')
    expect(all()).toEqual([{}, 0])
  })

  test('is kept and shown to listeners after it ended, and not as a part of another', () => {
    const { undo, commit } = setUp()
    const [{ kept }, shown] = [keeping(undo), [] as string[][]]
    undo.subscribe((commit) => shown.push(ids(commit)))
    undo.run(() => commit({ a: 1 }))
    expect([kept, shown]).toEqual([[['a']], [['a']]])
  })
})

describe('a commit that is kept', () => {
  test('is kept before listeners get it, with what was noted since the last one', () => {
    const { undo, target, commit } = setUp()
    undo.saveLater(target, 'before')
    const { kept } = keeping(undo)
    const unsubscribe = undo.subscribe((shown) => expect([kept.length, ids(shown)]).toEqual([1, ['a']]))
    undo.saveLater(target, 'n')
    commit({ a: 1 })
    expect(kept).toEqual([['n', 'a']])
    unsubscribe()
    commit({ b: 1 })
    expect(kept).toEqual([['n', 'a'], ['b']])
  })

  test('stays where a listener throws', () => {
    const { undo, commit, all } = setUp()
    const { kept } = keeping(undo)
    const unsubscribe = undo.subscribe(() => {
      throw new Error('the log is full')
    })
    expect(() => commit({ a: 1 })).toThrow('the log is full')
    unsubscribe()
    commit({ b: 1 })
    expect(all()).toEqual([{ a: 1, b: 1 }, 2])
    expect(kept).toEqual([['a'], ['b']])
  })

  test('is undone if it cannot be kept', () => {
    const { undo, commit, all } = setUp()
    const { kept, state } = keeping(undo)
    const shown: string[][] = []
    undo.subscribe((commit) => shown.push(ids(commit)))
    commit({ a: 1 })
    state.fail = new Error('disk full')
    expect(() => commit({ a: 2 })).toThrow('disk full')
    expect([all(), kept, shown]).toEqual([[{ a: 1 }, 1], [['a']], [['a']]])
    state.fail = null
    commit({ c: 1 })
    expect([all(), kept]).toEqual([
      [{ a: 1, c: 1 }, 2],
      [['a'], ['c']],
    ])
  })

  test('a change without a row is kept at once, or with the commit around it', () => {
    const { undo, set } = setUp()
    const { kept } = keeping(undo)
    undo.touch()
    expect(kept).toEqual([[]])
    undo.run(() => {
      set('a', 1)
      undo.touch()
      expect(kept).toHaveLength(1)
    })
    expect(kept).toEqual([[], ['a']])
  })
})
