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

/** Keeps each change that it gets, until `fail` holds the reason why it cannot; `end` ends a group. */
const keeping = (undo: UndoLog) => {
  const kept: string[][] = []
  const puts: (() => void)[] = []
  const state: { fail: unknown } = { fail: null }
  undo.keepWith(
    (writes) => {
      if (state.fail !== null) throw state.fail
      kept.push(writes.map(({ id }) => id))
    },
    (work) => puts.push(work),
  )
  const end = () => {
    for (const work of puts.splice(0)) work()
  }
  return { kept, state, end }
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

  test('is shown to listeners after it ended, and not as a part of another', () => {
    const { undo, commit } = setUp()
    const shown: string[][] = []
    undo.subscribe((commit) => shown.push(ids(commit)))
    undo.run(() => commit({ a: 1 }))
    expect(shown).toEqual([['a']])
  })
})

describe('a commit that is kept', () => {
  test('is kept before listeners get it, with what was noted since the last one', () => {
    const { undo, target, commit } = setUp()
    undo.note(target, 'before')
    const { kept } = keeping(undo)
    const unsubscribe = undo.subscribe((shown) => expect([kept.length, ids(shown)]).toEqual([1, ['a']]))
    undo.note(target, 'n')
    commit({ a: 1 })
    expect(kept).toEqual([['n', 'a']])
    unsubscribe()
    commit({ b: 1 })
    expect(kept).toEqual([['n', 'a'], ['b']])
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
    expect(undo.kept).toBeNull()
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

describe('commits that are kept together', () => {
  test('are kept by one write at the end, and then shown one by one', async () => {
    const { undo, commit } = setUp()
    const { kept, end } = keeping(undo)
    const shown: string[][] = []
    undo.subscribe((commit) => shown.push(ids(commit)))
    expect(undo.together(() => 'result')).toBe('result')
    expect(undo.kept).toBeNull()
    undo.together(() => commit({ a: 1 }))
    undo.together(() => commit({ b: 1 }))
    undo.together(() => commit({}))
    const waiting = undo.kept
    expect([kept, shown, waiting]).toEqual([[], [], expect.any(Promise)])
    end()
    await waiting
    expect([kept, shown, undo.kept]).toEqual([[['a', 'b']], [['a'], ['b']], null])
  })

  test('are kept with a commit of another kind that comes after them', async () => {
    const { undo, commit } = setUp()
    const { kept, end } = keeping(undo)
    undo.together(() => commit({ a: 1 }))
    const waiting = undo.kept
    commit({ b: 1 })
    expect(kept).toEqual([['a', 'b']])
    await waiting
    end()
    expect(kept).toHaveLength(1)
  })

  test('are kept at once on request, but not in the middle of a commit', () => {
    const { undo, commit } = setUp()
    const { kept } = keeping(undo)
    undo.keepNow()
    undo.together(() => commit({ a: 1 }))
    undo.run(() => {
      undo.keepNow()
      expect(kept).toEqual([])
    })
    undo.together(() => commit({ b: 1 }))
    undo.keepNow()
    expect(kept).toEqual([['a'], ['b']])
  })

  test.each([
    ['an error', new Error('disk full')],
    ['anything', 'disk full'],
  ])(
    'are all undone if they cannot be kept (%s), and each waiting caller gets the reason',
    async (_, why) => {
      const { undo, commit, all } = setUp()
      const { state, end } = keeping(undo)
      commit({ a: 1 })
      undo.together(() => commit({ a: 2 }))
      undo.together(() => commit({ b: 3 }))
      const waiting = undo.kept
      state.fail = why
      end()
      await expect(waiting).rejects.toThrow('disk full')
      expect([all(), undo.kept]).toEqual([[{ a: 1 }, 1], null])
      state.fail = null
      commit({ c: 1 })
      expect(all()).toEqual([{ a: 1, c: 1 }, 2])
    },
  )

  test('are undone together with the commit of the same write', () => {
    const { undo, commit, all } = setUp()
    const { state } = keeping(undo)
    undo.together(() => commit({ a: 1 }))
    state.fail = new Error('disk full')
    expect(() => commit({ a: 2 })).toThrow('disk full')
    expect(all()).toEqual([{}, 0])
    undo.together(() => commit({ a: 1 }))
    expect(() => undo.keepNow()).toThrow('disk full')
    expect(all()).toEqual([{}, 0])
  })

  test('are separate commits without a keeper', () => {
    const { undo, commit } = setUp()
    const shown: string[][] = []
    undo.subscribe((commit) => shown.push(ids(commit)))
    undo.together(() => commit({ a: 1 }))
    expect([undo.kept, shown]).toEqual([null, [['a']]])
  })

  test('end with their work, also if it throws', () => {
    const { undo, commit } = setUp()
    const { kept } = keeping(undo)
    expect(() =>
      undo.together(() => {
        throw new Error('no')
      }),
    ).toThrow('no')
    commit({ a: 1 })
    expect(kept).toEqual([['a']])
  })
})
