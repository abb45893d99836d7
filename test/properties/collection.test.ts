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

type Step =
  | {
      readonly do: 'insert'
      readonly createdAt: number
      readonly group: string | null
      readonly size: number
    }
  | { readonly do: 'update'; readonly pick: number; readonly group: string | null; readonly size: number }
  | { readonly do: 'clear' }
type Deed =
  | {
      readonly do: 'commit' | 'roll back' | 'commit inside of one that is rolled back'
      readonly steps: readonly Step[]
    }
  | { readonly do: 'forget'; readonly before: number }
  | { readonly do: 'restart' }
  | { readonly do: 'save' }
  | { readonly do: 'restore' }

const facts = {
  group: fc.constantFrom('a', 'b', 'c', null),
  size: fc.nat({ max: 9 }),
}
/** Few different times, so that many rows are of the same moment and many come out of order. */
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('insert' as const), createdAt: fc.nat({ max: 12 }), ...facts }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('update' as const), pick: fc.nat(), ...facts }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const) }) },
)
const steps = fc.array(step, { maxLength: 6 })
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('commit' as const), steps }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('roll back' as const), steps }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('commit inside of one that is rolled back' as const), steps }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), before: fc.nat({ max: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('save' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const) }) },
)

/** A list that is sorted anew each time: by time of creation, then by arrival. */
class Model {
  rows: Item[] = []
  saved: Item[] = []

  take(step: Step, id: string): void {
    if (step.do === 'insert') {
      const { createdAt, group, size } = step
      this.rows = [...this.rows, { id, createdAt, group, size }].sort((a, b) => a.createdAt - b.createdAt)
    } else if (step.do === 'clear') this.rows = []
    else if (this.rows.length > 0) {
      const at = step.pick % this.rows.length
      this.rows = this.rows.map((row, i) => (i === at ? { ...row, group: step.group, size: step.size } : row))
    }
  }
}

class Subject {
  readonly undo = new UndoLog()
  readonly rows = new Collection(items, this.undo)
  /** What a follower was told. */
  readonly told = new Map<string, Item>()
  saved: readonly Item[] = []
  #made = 0

  constructor() {
    const { told } = this
    this.rows.follow({
      added: (row) => void told.set(row.id, row),
      removed: (row) => void told.delete(row.id),
      replaced: (before, after) => {
        expect(told.get(before.id)).toBe(before)
        told.set(after.id, after)
      },
      cleared: () => told.clear(),
    })
  }

  take(step: Step): string {
    this.#made += 1
    const id = `item_${this.#made}`
    if (step.do === 'insert') {
      this.rows.insert({ id, createdAt: step.createdAt, group: step.group, size: step.size })
    } else if (step.do === 'clear') this.rows.clear()
    else if (this.rows.length > 0) {
      this.rows.update(this.rows.at(step.pick % this.rows.length), { group: step.group, size: step.size })
    }
    return id
  }

  rollBack(work: () => void): void {
    const before = this.rows.snapshot()
    const attempt = () =>
      this.undo.run(() => {
        work()
        throw new Error('no')
      })
    expect(attempt).toThrow('no')
    const after = this.rows.snapshot()
    expect([after.length, after.findIndex((row, i) => row !== before[i])]).toEqual([before.length, -1])
  }
}

const doBoth = (subject: Subject, model: Model, done: Deed): void => {
  const takeAll = (into: Model | null) => (): void => {
    for (const step of 'steps' in done ? done.steps : []) {
      const id = subject.take(step)
      into?.take(step, id)
    }
  }
  if (done.do === 'commit') subject.undo.run(takeAll(model))
  else if (done.do === 'roll back') subject.rollBack(takeAll(null))
  else if (done.do === 'restart') subject.rows.load(JSON.parse(JSON.stringify(subject.rows.snapshot())))
  else if (done.do === 'save') {
    subject.saved = subject.rows.snapshot()
    model.saved = model.rows
  } else if (done.do === 'restore') {
    subject.rows.load(subject.saved)
    model.rows = model.saved
  } else if (done.do === 'forget') {
    subject.rows.forgetBefore(done.before)
    model.rows = model.rows.filter((row) => row.createdAt >= done.before)
  } else subject.rollBack(() => subject.undo.run(takeAll(null)))
}

const groups = ['a', 'b', 'c', 'd']
const times = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]

const expectSame = ({ rows, told }: Subject, model: Model): void => {
  expect(rows.snapshot()).toEqual(model.rows)
  expect(rows.length).toBe(model.rows.length)
  expect(groups.map((group) => rowsOf(rows.by('group', group)))).toEqual(
    groups.map((group) => model.rows.filter((row) => row.group === group)),
  )
  expect(rowsOf(rows.by('odd', 'yes'))).toEqual(model.rows.filter((row) => row.size % 2 === 1))
  const stored = rowsOf(rows)
  expect(told).toEqual(new Map(stored.map((row) => [row.id, row])))
  expect(model.rows.map((row) => rows.positionOf(row.id))).toEqual(model.rows.map((_, i) => i))
  expect(stored.every((row) => rows.get(row.id) === row && Object.isFrozen(row))).toBe(true)
  expect(times.map((time) => firstSince(rows, time))).toEqual(
    times.map((time) => model.rows.filter((row) => row.createdAt < time).length),
  )
}

describe('a collection', () => {
  test('has the rows, the order, the indexes and the followers of a list that is sorted and searched anew each time', () => {
    const property = fc.property(fc.array(deed, { maxLength: 12 }), fc.boolean(), (deeds, early) => {
      const subject = new Subject()
      const model = new Model()
      // An index is built when it is first asked for: before all rows, or after.
      if (early) expectSame(subject, model)
      for (const done of deeds) {
        doBoth(subject, model, done)
        if (early) expectSame(subject, model)
      }
      expectSame(subject, model)
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
    const told: string[] = []
    rows.follow({
      added: ({ id, size }) => void told.push(`added ${id} ${size}`),
      removed: ({ id }) => void told.push(`removed ${id}`),
      replaced: ({ id }) => void told.push(`replaced ${id}`),
      cleared: () => void told.push('cleared'),
    })
    told.length = 0
    rows.load(rows.snapshot())
    expect(told).toEqual([])
    rows.load(before)
    expect(told).toEqual(['cleared', 'added item_0 0'])
  })
})
