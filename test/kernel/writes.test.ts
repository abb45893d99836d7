/** What the listeners of a commit get: the rows that it inserted, and the states that it led through. */
import { describe, expect, test } from 'vitest'
import { Collection, collection } from '../../src/kernel/collection'
import type { Commit } from '../../src/kernel/commit'
import { UndoLog } from '../../src/kernel/commit'
import { machine } from '../../src/kernel/machine'

interface Lamp {
  readonly id: string
  readonly createdAt: number
  readonly state: 'off' | 'on' | 'broken'
}

const lampMachine = machine({
  name: 'lamp',
  states: ['off', 'on', 'broken'],
  final: ['broken'],
  otherwise: { error: 'bad_request' },
  rules: [],
})

const setUp = () => {
  const undo = new UndoLog()
  const lamps = new Collection(collection<Lamp>({ name: 'lamps', by: {}, machine: lampMachine }), undo)
  const notes = new Collection(collection<Lamp>({ name: 'notes', by: {} }), undo)
  const commits: Commit[] = []
  undo.subscribe((commit) => commits.push(commit))
  return { undo, lamps, notes, commits }
}

const lamp = (id: string): Lamp => ({ id, createdAt: 0, state: 'off' })

describe('a commit', () => {
  test('knows the rows that it inserted in each collection, in their order', () => {
    const { undo, lamps, notes, commits } = setUp()
    undo.run(() => {
      lamps.insert(lamp('b'))
      notes.insert(lamp('n'))
      lamps.insert(lamp('a'))
    })
    undo.run(() => void lamps.update(lamps.at(0), { state: 'on' }))
    expect(commits.map((commit) => commit.insertedIn(lamps).map(({ id }) => id))).toEqual([['b', 'a'], []])
    expect(commits[0]?.inserted.map(({ id }) => id)).toEqual(['b', 'n', 'a'])
  })

  test('knows each state that a row went through, from `new` on; other changes and other rows are no moves', () => {
    const { undo, lamps, notes, commits } = setUp()
    undo.run(() => {
      const made = lamps.insert(lamp('a'))
      const on = lamps.update(made, { state: 'on' })
      notes.insert(lamp('n'))
      lamps.update(lamps.update(on, { createdAt: 0 }), { state: 'broken' })
    })
    const moves = [
      { from: 'new', to: 'off' },
      { from: 'off', to: 'on' },
      { from: 'on', to: 'broken' },
    ].map((move) => ({ collection: 'lamps', id: 'a', ...move }))
    expect(commits.map((commit) => commit.moves)).toEqual([moves])
  })

  test('stays the same after later commits and a restore change its rows', () => {
    const { undo, lamps, commits } = setUp()
    undo.run(() => void lamps.insert(lamp('a')))
    undo.run(() => void lamps.update(lamps.at(0), { state: 'on' }))
    lamps.load([])
    expect(commits.map(({ moves }) => moves.map(({ to }) => to))).toEqual([['off'], ['on']])
    expect(commits[0]?.insertedIn(lamps)).toEqual([lamp('a')])
  })

  test('knows its inserted rows while it runs, and forgets the undone rows of a nested commit', () => {
    const { undo, lamps } = setUp()
    undo.run(() => {
      lamps.insert(lamp('a'))
      expect(() =>
        undo.run(() => {
          lamps.insert(lamp('b'))
          throw new Error('no')
        }),
      ).toThrow('no')
      expect(undo.pending.insertedIn(lamps)).toEqual([lamp('a')])
    })
  })

  test('removes without an insert or a move', () => {
    const { undo, lamps, commits } = setUp()
    undo.run(() => void lamps.insert(lamp('a')))
    undo.run(() => lamps.clear())
    expect([commits[1]?.inserted, commits[1]?.moves]).toEqual([[], []])
  })
})
