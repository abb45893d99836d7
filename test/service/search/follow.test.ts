/** An index follows its records; what it reads of them, and when: only what a search needs, or ahead of it in steps. */
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { patience, runs } from '../../support/arbitraries'
import { conditionsOf, type Item, labelIds, type Question, type Step, Subject, scan } from './followed'

vi.setConfig({ testTimeout: patience })

const wordOf = fc.constantFrom('coffee', 'tea', 'plain', 'milk')
const item = fc.record<Omit<Item, 'id'>>({
  // Few different times, so that many are of the same moment and many come out of order; most come last, as in life.
  createdAt: fc.oneof({ weight: 3, arbitrary: fc.constant(6) }, fc.nat({ max: 6 })),
  group: fc.constantFrom('a', 'b', null),
  size: fc.oneof(fc.constant(null), fc.nat({ max: 5 })),
  note: fc.array(wordOf, { maxLength: 3 }).map((words) => words.join(' ')),
  key: fc.constantFrom('x', 'y'),
  hidden: fc.nat({ max: 5 }).map((n) => n === 0),
  label: fc.constantFrom(...labelIds),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('insert' as const), item }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('update' as const), pick: fc.nat(), item }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('relabel' as const),
      label: fc.constantFrom(...labelIds),
      text: wordOf,
    }),
  },
)
const endOf = (open: number) => fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 5 }) }, fc.constant(open))
const question = fc.record<Question>({
  word: fc.oneof(fc.constant(null), wordOf),
  field: fc.constantFrom('note', 'label', 'metadata.x', null),
  group: fc.constantFrom('a', 'x', null, null),
  size: fc.oneof(
    fc.constant(null),
    fc.tuple(endOf(Number.NEGATIVE_INFINITY), endOf(Number.POSITIVE_INFINITY)),
  ),
  since: fc.constantFrom(null, null, 0, 3),
})
const steps = fc.array(step, { minLength: 1, maxLength: 6 })

const anything: Question = { word: null, field: null, group: null, size: null, since: null }

const found = (subject: Subject, asked: Question): readonly string[] =>
  subject.index.find(conditionsOf(asked)).all.map((place) => subject.items.at(place).id)

const takeAll = (subject: Subject, steps: readonly Step[]): void => {
  subject.undo.run(() => {
    for (const each of steps) subject.take(each)
  })
}

const takeBack = (subject: Subject, steps: readonly Step[]): void => {
  const attempt = () =>
    subject.undo.run(() => {
      takeAll(subject, steps)
      throw new Error('taken back')
    })
  expect(attempt).toThrow('taken back')
}

test('the index follows rows that are committed, undone, removed, restored and created at an earlier time', () => {
  const life = fc.record({
    before: steps,
    undone: steps,
    partly: steps,
    after: steps,
    forget: fc.nat({ max: 6 }),
    rows: fc.integer({ min: 1, max: 6 }),
    asked: fc.array(question, { minLength: 3, maxLength: 6 }),
  })
  fc.assert(
    fc.property(life, (lived) => {
      const subject = new Subject()
      const askAll = (): void => {
        for (const one of lived.asked)
          expect({ lived, found: found(subject, one) }).toEqual({ lived, found: scan(subject, one) })
      }
      const reading = subject.index.readAhead(lived.rows)
      for (const happens of [
        () => takeAll(subject, lived.before),
        () => takeBack(subject, lived.undone),
        () => reading.next(),
        () => subject.save(),
        () =>
          subject.undo.run(() => {
            takeAll(subject, lived.after)
            takeBack(subject, lived.partly)
          }),
        () => subject.items.forgetBefore(lived.forget),
        () => subject.restore(),
        () => reading.next(),
        () => subject.items.load([]),
        () => takeAll(subject, lived.after),
      ]) {
        happens()
        askAll()
      }
    }),
    runs(200),
  )
})

test('after a restore, back or forth, the index reads again only the changed rows', () => {
  const last = item.map((facts) => ({ ...facts, createdAt: 6 }))
  const write = fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ do: fc.constant('insert'), item: last }),
    fc.record({ do: fc.constant('update'), pick: fc.nat(), item }),
  )
  const writes = fc.array(write, { maxLength: 3 })
  // One for each part of the index, which is made at the first question that needs it.
  const forEachPart: readonly Question[] = [
    { ...anything, word: 'tea' },
    { ...anything, group: 'a' },
    { ...anything, size: [0, 5] },
  ]
  fc.assert(
    fc.property(
      writes,
      writes,
      fc.array(question, { minLength: 3, maxLength: 6 }),
      (before, after, asked) => {
        const subject = new Subject()
        const askAll = (): void => {
          for (const one of [...forEachPart, ...asked])
            expect(found(subject, one)).toEqual(scan(subject, one))
        }
        askAll()
        takeAll(subject, before)
        subject.save()
        takeAll(subject, after)
        const later = subject.items.snapshot()
        askAll()
        subject.reads.clear()
        subject.restore()
        askAll()
        subject.items.load(later)
        askAll()
        // A changed record is read as it was and as it is, each time.
        for (const reads of subject.reads.values()) expect(reads).toBeLessThanOrEqual(4 * after.length)
      },
    ),
    runs(300),
  )
})

const insertMany = (subject: Subject, count: number): void =>
  subject.undo.run(() => {
    for (let i = 0; i < count; i += 1)
      subject.take({
        do: 'insert',
        item: { createdAt: 6, group: 'b', size: i, note: 'tea', key: 'x', hidden: false, label: 'red' },
      })
  })

test.each<[string, Partial<Question>, readonly string[]]>([
  ['without a condition', {}, []],
  ['with a filter', { group: 'a' }, ['group']],
  ['with two filters', { group: 'a', size: [0, 3] }, ['group', 'size']],
  ['with a filter that nothing fits before another', { group: 'nothing', size: [0, 3] }, ['group']],
  ['with a word', { word: 'coffee' }, ['note']],
])('a search %s reads only what it needs', (_, asked, attributes) => {
  const subject = new Subject()
  found(subject, { ...anything, ...asked })
  expect([...subject.reads.keys()]).toEqual(attributes)
})

test('an attribute that is asked for later knows all changes since an earlier one was', () => {
  const subject = new Subject()
  found(subject, { ...anything, group: 'a' })
  insertMany(subject, 3)
  subject.undo.run(() => subject.items.update(subject.items.at(1), { size: 77, note: 'juice' }))
  const bySize: Question = { ...anything, size: [77, 77] }
  const byWord: Question = { ...anything, word: 'juice', field: 'note' }
  expect([found(subject, bySize), found(subject, byWord)]).toEqual([['first_1'], ['first_1']])
  subject.restore()
  expect([found(subject, bySize), found(subject, byWord)]).toEqual([[], []])
  expect(found(subject, { ...anything, group: 'b' })).toEqual([])
})

test('each step ahead reads a few records, and a search in between finds all', () => {
  const subject = new Subject()
  insertMany(subject, 50)
  const tea: Question = { ...anything, word: 'tea' }
  const reading = subject.index.readAhead(10)
  for (let step = 1; step <= 3; step += 1) {
    expect(reading.next().done).toBe(false)
    expect(subject.reads.get('note')).toBe(10 * step)
  }
  insertMany(subject, 5)
  expect(found(subject, tea)).toEqual(scan(subject, tea))
  expect([subject.reads.get('note'), reading.next().done]).toEqual([subject.items.length, true])
})

test('each step ahead reads a few of many changed records, and counts down those that are left', () => {
  const subject = new Subject()
  insertMany(subject, 50)
  const tea: Question = { ...anything, word: 'tea' }
  found(subject, tea)
  const before = subject.reads.get('note') ?? 0
  subject.undo.run(() => {
    for (let place = 10; place < 45; place += 1)
      subject.items.update(subject.items.at(place), { note: place % 2 === 0 ? 'juice' : 'tea with milk' })
  })
  const reading = subject.index.readAhead(10)
  for (const unread of [25, 15, 5]) {
    expect([reading.next().done, subject.index.unread]).toEqual([false, unread])
    expect(subject.reads.get('note')).toBe(before + 35 - unread)
  }
  expect(found(subject, tea)).toEqual(scan(subject, tea))
  expect([reading.next().done, subject.index.unread]).toEqual([true, 0])
})

test('records that are gone while they are read ahead are not found', () => {
  const subject = new Subject()
  insertMany(subject, 50)
  const reading = subject.index.readAhead(40)
  reading.next()
  subject.restore()
  expect(reading.next().done).toBe(true)
  const tea: Question = { ...anything, word: 'tea' }
  expect(found(subject, tea)).toEqual(scan(subject, tea))
})
