/** Made-up records for an index to follow, and what a scan finds of them. */

import { Collection, collection, type Row, rowsOf } from '../../../src/kernel/collection'
import { UndoLog } from '../../../src/kernel/commit'
import { changesOf, count, searchable, word } from '../../../src/service/search/scope'
import { type Conditions, ScopeIndex } from '../../../src/service/search/scope-index'
import { emptyWorld } from '../../support/books'

export interface Item extends Row {
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

/** Several words, or none. */
const groupsOf = ({ group, key }: Item): readonly string[] | null => (group === null ? null : [group, key])

const items = collection<Item, 'label'>({ name: 'items', by: { label: (item) => item.label } })
const labels = collection<Label>({ name: 'labels', by: {} })
export const labelIds = ['red', 'blue'] as const

/** Many enough that a restore mostly leaves more than it changes. */
const first = Array.from({ length: 12 }, (_, i): Item => {
  const note = i % 2 === 0 ? 'coffee tea' : 'milk'
  const label = i % 3 === 0 ? 'red' : 'blue'
  return { id: `first_${i}`, createdAt: 0, group: 'a', size: i % 6, note, key: 'x', hidden: false, label }
})

export class Subject {
  readonly undo = new UndoLog()
  readonly items = new Collection(items, this.undo)
  readonly labels = new Collection(labels, this.undo)
  /** An index asks its world for nothing but the delay and the time. */
  readonly world = emptyWorld({ undo: this.undo })
  readonly scope = searchable<Item>({
    scope: 'item',
    object: 'item',
    rows: () => this.items,
    kept: () => this.items,
    finds: (item) => !item.hidden,
    influences: [
      changesOf<Label>(
        () => this.labels,
        (_, label) => rowsOf(this.items.by('label', label.id)),
      ),
    ],
    filters: {
      group: word((item) => this.reading('group', groupsOf(item))),
      size: count((item) => this.reading('size', item.size)),
    },
    queries: {
      note: (item) => this.reading('note', item.note),
      label: (item) => this.labelOf(item),
      metadata: (item) => ({ [item.key]: item.note }),
    },
  })
  readonly index = new ScopeIndex(this.scope, this.world)
  /** How often each attribute of a record was read for the index. */
  readonly reads = new Map<string, number>()
  saved: readonly Item[] = []
  savedLabels: readonly Label[] = []
  #made = 0

  constructor() {
    this.undo.run(() => {
      for (const id of labelIds) this.labels.insert({ id, createdAt: 0, text: 'plain' })
      for (const row of first) this.items.insert(row)
    })
    this.save()
  }

  save(): void {
    this.saved = this.items.snapshot()
    this.savedLabels = this.labels.snapshot()
  }

  restore(): void {
    this.items.load(this.saved)
    this.labels.load(this.savedLabels)
  }

  reading<T>(attribute: string, value: T): T {
    this.reads.set(attribute, (this.reads.get(attribute) ?? 0) + 1)
    return value
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

export type Step =
  | { readonly do: 'insert'; readonly item: Omit<Item, 'id'> }
  | { readonly do: 'update'; readonly pick: number; readonly item: Omit<Item, 'id'> }
  | { readonly do: 'relabel'; readonly label: string; readonly text: string }

export interface Question {
  readonly word: string | null
  readonly field: 'note' | 'label' | 'metadata.x' | null
  readonly group: string | null
  readonly size: readonly [low: number, high: number] | null
  readonly since: number | null
}

export const conditionsOf = ({ word: wanted, field, group, size, since }: Question): Conditions => ({
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

export const scan = (
  subject: Subject,
  { word: wanted, field, group, size, since }: Question,
): readonly string[] =>
  rowsOf(subject.items)
    .filter((row) => !row.hidden && row.createdAt >= (since ?? 0))
    .filter((row) => group === null || groupsOf(row)?.includes(group))
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
