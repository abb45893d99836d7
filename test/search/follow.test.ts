import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { Accounts } from '../../src/accounts'
import { Collection, collection, type Row, rowsOf } from '../../src/kernel/collection'
import { UndoLog } from '../../src/kernel/commit'
import { Ids } from '../../src/kernel/ids'
import { Timeline } from '../../src/kernel/timeline'
import { resourceOf } from '../../src/resources/registry'
import { changesOf, count, metadata, searchable, text, word } from '../../src/search/scope'
import { type Ask, ScopeIndex } from '../../src/search/scope-index'
import type { World } from '../../src/world'
import { patience, runs } from '../support/arbitraries'

vi.setConfig({ testTimeout: patience })

interface Item extends Row {
  readonly group: string | null
  readonly size: number | null
  readonly note: string
  readonly key: string
  /** Not searchable while it is hidden. */
  readonly hidden: boolean
  readonly label: string
}

interface Label extends Row {
  readonly text: string
}

const items = collection<Item, 'label'>({ name: 'items', by: { label: (item) => item.label } })
const labels = collection<Label>({ name: 'labels', by: {} })
const labelIds = ['red', 'blue'] as const

/** An index asks its world for nothing but the delay and the time. */
const worldOf = (undo: UndoLog): World => {
  const timeline = new Timeline(() => 0, undo)
  const related = (world: World, object: string, row: Row) => resourceOf(object).related(world, row)
  const accounts = new Accounts({ timeline, ids: new Ids('follow'), undo, related })
  return accounts.world(undo.run(() => accounts.create({})).id, false)
}

class Subject {
  readonly undo = new UndoLog()
  readonly items = new Collection(items, this.undo)
  readonly labels = new Collection(labels, this.undo)
  readonly world = worldOf(this.undo)
  readonly scope = searchable<Item, Item>({
    scope: 'item',
    object: 'item',
    rows: () => this.items,
    kept: () => this.items,
    view: (_, item) => (item.hidden ? null : item),
    influences: [
      changesOf<Label>(
        () => this.labels,
        (_, label) => rowsOf(this.items.by('label', label.id)).map(({ id }) => id),
      ),
    ],
    filters: { group: word((item) => item.group), size: count((item) => item.size) },
    queries: {
      note: text((item) => item.note),
      label: text((item) => this.labelOf(item)),
      metadata: metadata((item) => ({ [item.key]: item.note })),
    },
  })
  readonly index = new ScopeIndex(this.scope, this.world)
  saved: readonly Item[] = []
  #made = 0

  constructor() {
    this.undo.run(() => {
      for (const id of labelIds) this.labels.insert({ id, createdAt: 0, text: 'plain' })
    })
  }

  labelOf(item: Item): string {
    return this.labels.get(item.label)?.text ?? ''
  }

  take(step: Step): void {
    if (step.do === 'relabel') {
      const row = this.labels.get(step.label)
      if (row !== undefined) this.labels.update(row, { text: step.text })
    } else if (step.do === 'insert') {
      this.#made += 1
      this.items.insert({ id: `item_${this.#made}`, ...step.item })
    } else if (this.items.length > 0) {
      const { createdAt: _, ...patch } = step.item
      this.items.update(this.items.at(step.pick % this.items.length), patch)
    }
  }
}

type Step =
  | { readonly do: 'insert'; readonly item: Omit<Item, 'id'> }
  | { readonly do: 'update'; readonly pick: number; readonly item: Omit<Item, 'id'> }
  | { readonly do: 'relabel'; readonly label: string; readonly text: string }

type Deed =
  | { readonly do: 'commit'; readonly steps: readonly Step[] }
  | { readonly do: 'roll back'; readonly steps: readonly Step[] }
  | { readonly do: 'roll back a part'; readonly steps: readonly Step[] }
  | { readonly do: 'forget'; readonly before: number }
  | { readonly do: 'save' }
  | { readonly do: 'restore' }
  | { readonly do: 'restart' }
  | { readonly do: 'search'; readonly question: Question }

interface Question {
  readonly word: string | null
  readonly field: 'note' | 'label' | 'metadata.x' | null
  readonly group: string | null
  readonly size: readonly [low: number, high: number] | null
  readonly since: number | null
}

const wordOf = fc.constantFrom('coffee', 'tea', 'plain', 'milk')
const item = fc.record<Omit<Item, 'id'>>({
  // Few different times, so that many are of the same moment and many come out of order.
  createdAt: fc.nat({ max: 6 }),
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
const question = fc.record<Question>({
  word: fc.oneof(fc.constant(null), wordOf),
  field: fc.constantFrom('note', 'label', 'metadata.x', null),
  group: fc.constantFrom('a', null, null),
  size: fc.oneof(fc.constant(null), fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 }))),
  since: fc.constantFrom(null, null, 0, 3),
})
const steps = fc.array(step, { minLength: 1, maxLength: 6 })
const deed = fc.oneof<fc.WeightedArbitrary<Deed>[]>(
  { weight: 4, arbitrary: steps.map((taken) => ({ do: 'commit', steps: taken })) },
  { weight: 2, arbitrary: steps.map((taken) => ({ do: 'roll back', steps: taken })) },
  { weight: 2, arbitrary: steps.map((taken) => ({ do: 'roll back a part', steps: taken })) },
  { weight: 1, arbitrary: fc.nat({ max: 6 }).map((before) => ({ do: 'forget', before })) },
  { weight: 1, arbitrary: fc.constant({ do: 'save' }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restore' }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' }) },
  { weight: 8, arbitrary: question.map((asked) => ({ do: 'search', question: asked })) },
)

const askOf = ({ word: wanted, field, group, size, since }: Question): Ask => ({
  terms: wanted === null ? null : [{ field, words: [wanted] }],
  filters: [
    ...(group === null ? [] : [{ attribute: 'group', wanted: { kind: 'word', word: group } as const }]),
    ...(size === null
      ? []
      : [{ attribute: 'size', wanted: { kind: 'range', low: size[0], high: size[1] } as const }]),
  ],
  from: since,
  to: null,
})

const scan = (subject: Subject, { word: wanted, field, group, size, since }: Question): readonly string[] =>
  rowsOf(subject.items)
    .filter((row) => !row.hidden && row.createdAt >= (since ?? 0))
    .filter((row) => group === null || row.group === group)
    .filter((row) => size === null || (row.size !== null && row.size >= size[0] && row.size <= size[1]))
    .filter((row) => {
      const texts = {
        note: row.note,
        label: subject.labelOf(row),
        'metadata.x': row.key === 'x' ? row.note : '',
      }
      const searched = field === null ? Object.values(texts) : [texts[field]]
      return wanted === null || searched.some((value) => value.split(' ').includes(wanted))
    })
    .map(({ id }) => id)

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

const act = (subject: Subject, done: Exclude<Deed, { do: 'search' }>): void => {
  if (done.do === 'save') subject.saved = subject.items.snapshot()
  else if (done.do === 'restore') subject.items.load(subject.saved)
  else if (done.do === 'restart') subject.items.load([])
  else if (done.do === 'forget') subject.items.forgetBefore(done.before)
  else if (done.do === 'commit') takeAll(subject, done.steps)
  else if (done.do === 'roll back') takeBack(subject, done.steps)
  else
    subject.undo.run(() => {
      takeAll(subject, done.steps.slice(1))
      takeBack(subject, done.steps)
    })
}

test('the index follows what is committed, taken back, forgotten, restored and made at an earlier time', () => {
  fc.assert(
    fc.property(fc.array(deed, { minLength: 10, maxLength: 40 }), (deeds) => {
      const subject = new Subject()
      for (const done of deeds) {
        if (done.do === 'search') {
          const places = subject.index.find(askOf(done.question)).all.take(0, 1000, false)
          const found = places.map((place) => subject.items.at(place).id)
          expect({ deeds, found }).toEqual({ deeds, found: scan(subject, done.question) })
        } else act(subject, done)
      }
    }),
    runs(400),
  )
})
