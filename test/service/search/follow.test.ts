import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { patience, runs } from '../../support/arbitraries'
import { conditionsOf, type Item, labelIds, type Question, type Step, Subject, scan } from './followed'

vi.setConfig({ testTimeout: patience })

type Deed =
  | { readonly do: 'commit'; readonly steps: readonly Step[] }
  | { readonly do: 'roll back'; readonly steps: readonly Step[] }
  | { readonly do: 'roll back a part'; readonly steps: readonly Step[] }
  | { readonly do: 'forget'; readonly before: number }
  | { readonly do: 'save' }
  | { readonly do: 'restore' }
  | { readonly do: 'restart' }
  | { readonly do: 'read ahead'; readonly steps: number; readonly rows: number }
  | { readonly do: 'search'; readonly question: Question }

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
const deed = fc.oneof<fc.WeightedArbitrary<Deed>[]>(
  { weight: 4, arbitrary: steps.map((taken) => ({ do: 'commit', steps: taken })) },
  { weight: 2, arbitrary: steps.map((taken) => ({ do: 'roll back', steps: taken })) },
  { weight: 2, arbitrary: steps.map((taken) => ({ do: 'roll back a part', steps: taken })) },
  { weight: 1, arbitrary: fc.nat({ max: 6 }).map((before) => ({ do: 'forget', before })) },
  { weight: 2, arbitrary: fc.constant({ do: 'save' }) },
  { weight: 2, arbitrary: fc.constant({ do: 'restore' }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('read ahead'),
      steps: fc.integer({ min: 1, max: 3 }),
      rows: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 8, arbitrary: question.map((asked) => ({ do: 'search', question: asked })) },
)

const expectFound = (subject: Subject, asked: Question, deeds: unknown): void => {
  const places = subject.index.find(conditionsOf(asked)).all
  const found = places.map((place) => subject.items.at(place).id)
  expect({ deeds, found }).toEqual({ deeds, found: scan(subject, asked) })
}

class Refused extends Error {}

const refused = (work: () => void): void => {
  try {
    work()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

const takeAll = (subject: Subject, steps: readonly Step[]): void => {
  subject.undo.run(() => {
    for (const each of steps) subject.take(each)
  })
}

const takeBack = (subject: Subject, steps: readonly Step[]): void => {
  refused(() =>
    subject.undo.run(() => {
      takeAll(subject, steps)
      throw new Refused()
    }),
  )
}

const readAhead = (subject: Subject, { steps, rows }: { steps: number; rows: number }): void => {
  const reading = subject.index.readAhead(rows)
  for (let i = 0; i < steps; i += 1) reading.next()
}

const act = (subject: Subject, done: Exclude<Deed, { do: 'search' }>): void => {
  if (done.do === 'save') subject.save()
  else if (done.do === 'restore') subject.restore()
  else if (done.do === 'restart') subject.items.load([])
  else if (done.do === 'forget') subject.items.forgetBefore(done.before)
  else if (done.do === 'read ahead') readAhead(subject, done)
  else if (done.do === 'commit') takeAll(subject, done.steps)
  else if (done.do === 'roll back') takeBack(subject, done.steps)
  else
    subject.undo.run(() => {
      takeAll(subject, done.steps.slice(1))
      takeBack(subject, done.steps)
    })
}

test('the index follows rows that are committed, undone, removed, restored and created at an earlier time', () => {
  fc.assert(
    fc.property(fc.array(deed, { minLength: 10, maxLength: 40 }), (deeds) => {
      const subject = new Subject()
      for (const done of deeds) {
        if (done.do === 'search') expectFound(subject, done.question, deeds)
        else act(subject, done)
      }
    }),
    runs(400),
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
  const any: Question = { word: null, field: null, group: null, size: null, since: null }
  const forEachPart: readonly Question[] = [
    { ...any, word: 'tea' },
    { ...any, group: 'a' },
    { ...any, size: [0, 5] },
  ]
  fc.assert(
    fc.property(
      writes,
      writes,
      fc.array(question, { minLength: 3, maxLength: 6 }),
      (before, after, asked) => {
        const subject = new Subject()
        const askAll = (): void => {
          for (const one of [...forEachPart, ...asked]) expectFound(subject, one, { before, after })
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
