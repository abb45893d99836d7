import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { Collection, collection, firstSince, type Row, rowsOf } from '../../src/kernel/collection'
import { UndoLog } from '../../src/kernel/commit'
import { patience, runs } from '../support/arbitraries'

vi.setConfig({ testTimeout: patience })

interface Item extends Row {
  /** `null` belongs to no group. */
  readonly group: string | null
  readonly size: number
}

const items = collection<Item, 'group' | 'odd'>({
  name: 'items',
  by: { group: (item) => item.group, odd: (item) => (item.size % 2 === 1 ? 'yes' : null) },
})

/** Few different times, so that many rows are of the same moment and many come out of order. */
const step = fc.record({
  do: fc.constantFrom(...Array(8).fill('insert'), ...Array(8).fill('update'), 'clear'),
  createdAt: fc.nat({ max: 12 }),
  pick: fc.nat(),
  group: fc.constantFrom('a', 'b', 'c', null),
  size: fc.nat({ max: 9 }),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const deed = fc.record({
  do: fc.constantFrom(
    ...['commit', 'commit', 'commit', 'roll back', 'roll back', 'roll back an inner commit'],
    ...['forget', 'restart', 'save', 'restore'],
  ),
  steps: fc.array(step, { maxLength: 6 }),
  before: fc.nat({ max: 12 }),
})

/** The rows after a step, in a list that is sorted anew each time: by time of creation, then by arrival. */
const stepped = (rows: readonly Item[], { do: what, pick, createdAt, ...facts }: Step, id: string) => {
  if (what === 'clear') return []
  if (what === 'update') return rows.map((row, i) => (i === pick % rows.length ? { ...row, ...facts } : row))
  return [...rows, { id, createdAt, ...facts }].sort((one, other) => one.createdAt - other.createdAt)
}

class Subject {
  readonly undo = new UndoLog()
  readonly rows = new Collection(items, this.undo)
  /** What a follower has seen. */
  readonly seen = new Map<string, Item>()
  /** The rows as they should be, and both as they were saved. */
  model: readonly Item[] = []
  #saved: readonly [rows: readonly Item[], model: readonly Item[]] = [[], []]
  #made = 0

  constructor() {
    const { seen } = this
    this.rows.follow({
      added: (row) => void seen.set(row.id, row),
      removed: (row) => void seen.delete(row.id),
      replaced: (before, after) => {
        expect(seen.get(before.id)).toBe(before)
        seen.set(after.id, after)
      },
      cleared: () => seen.clear(),
    })
  }

  #take(step: Step): void {
    const { rows } = this
    this.#made += 1
    const id = `item_${this.#made}`
    const { createdAt, group, size } = step
    if (step.do === 'insert') rows.insert({ id, createdAt, group, size })
    else if (step.do === 'clear') rows.clear()
    else if (rows.length > 0) rows.update(rows.at(step.pick % rows.length), { group, size })
    this.model = stepped(this.model, step, id)
  }

  #rollBack(work: () => void): void {
    const [before, model] = [this.rows.snapshot(), this.model]
    const attempt = () =>
      this.undo.run(() => {
        work()
        throw new Error('no')
      })
    expect(attempt).toThrow('no')
    this.model = model
    expect(this.rows.snapshot().every((row, i) => row === before[i])).toBe(true)
  }

  do({ do: what, steps, before }: typeof deed extends fc.Arbitrary<infer D> ? D : never): void {
    const { rows, undo } = this
    const takeAll = (): void => {
      for (const one of steps) this.#take(one)
    }
    if (what === 'commit') undo.run(takeAll)
    else if (what === 'roll back') this.#rollBack(takeAll)
    else if (what === 'roll back an inner commit') this.#rollBack(() => undo.run(takeAll))
    else if (what === 'restart') rows.load(JSON.parse(JSON.stringify(rows.snapshot())))
    else if (what === 'save') this.#saved = [rows.snapshot(), this.model]
    else if (what === 'restore') {
      rows.load(this.#saved[0])
      this.model = this.#saved[1]
    } else {
      rows.forgetBefore(before)
      this.model = this.model.filter((row) => row.createdAt >= before)
    }
  }
}

const groups = ['a', 'b', 'c', 'd']
const times = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]

const expectSame = ({ rows, seen, model }: Subject): void => {
  expect(rows.snapshot()).toEqual(model)
  expect(rows.length).toBe(model.length)
  expect(groups.map((group) => rowsOf(rows.by('group', group)))).toEqual(
    groups.map((group) => model.filter((row) => row.group === group)),
  )
  expect(rowsOf(rows.by('odd', 'yes'))).toEqual(model.filter((row) => row.size % 2 === 1))
  const stored = rowsOf(rows)
  expect(seen).toEqual(new Map(stored.map((row) => [row.id, row])))
  expect(model.map((row) => rows.positionOf(row.id))).toEqual(model.map((_, i) => i))
  expect(stored.every((row) => rows.get(row.id) === row && Object.isFrozen(row))).toBe(true)
  expect(times.map((time) => firstSince(rows, time))).toEqual(
    times.map((time) => model.filter((row) => row.createdAt < time).length),
  )
}

describe('a collection', () => {
  test('has the rows, the order, the indexes and the followers of a list that is sorted and searched anew each time', () => {
    const property = fc.property(fc.array(deed, { maxLength: 12 }), fc.boolean(), (deeds, early) => {
      const subject = new Subject()
      // An index is built when it is first asked for: before all rows, or after.
      if (early) expectSame(subject)
      for (const done of deeds) {
        subject.do(done)
        if (early) expectSame(subject)
      }
      expectSame(subject)
    })
    fc.assert(property, runs(1000))
  })

  test('refuses a used id, a row that changed since it was read, and writes outside a commit', () => {
    const { undo, rows } = new Subject()
    const row: Item = { id: 'item_1', createdAt: 0, group: 'a', size: 1 }
    expect(() => rows.insert(row)).toThrow('inside a commit')
    const read = undo.run(() => rows.insert(row))
    expect(() => undo.run(() => rows.insert(row))).toThrow('already has')
    undo.run(() => rows.update(read, { size: 2 }))
    expect(() => undo.run(() => rows.update(read, { size: 3 }))).toThrow('changed since it was read')
    expect(() => undo.run(() => rows.update({ ...row, id: 'none' }, {}))).toThrow(
      'none changed since it was read',
    )
    expect(() => rows.at(1)).toThrow('items has no row at 1')
    expect([rows.get('none'), rows.positionOf('none')]).toEqual([undefined, -1])
  })

  test('a restore of other rows lets followers start over, and one of the same rows tells them nothing', () => {
    const { undo, rows } = new Subject()
    undo.run(() => void rows.insert({ id: 'item_0', createdAt: 0, group: null, size: 0 }))
    const before = rows.snapshot()
    undo.run(() => void rows.update(rows.at(0), { size: 7 }))
    const calls: string[] = []
    rows.follow({
      added: ({ id, size }) => void calls.push(`added ${id} ${size}`),
      removed: ({ id }) => void calls.push(`removed ${id}`),
      replaced: ({ id }) => void calls.push(`replaced ${id}`),
      cleared: () => void calls.push('cleared'),
    })
    calls.length = 0
    rows.load(rows.snapshot())
    expect(calls).toEqual([])
    rows.load(before)
    expect(calls).toEqual(['cleared', 'added item_0 0'])
  })
})
