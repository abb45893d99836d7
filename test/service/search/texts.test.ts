import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { type DocumentValues, TextIndex } from '../../../src/service/search/text-index'
import { patience, runs } from '../../support/arbitraries'

vi.setConfig({ testTimeout: patience })

/** Words of a document by attribute; keys with dots are those of objects in objects. */
interface Doc {
  readonly id: string
  readonly notes: readonly string[]
  readonly metadata: readonly (readonly [key: string, text: string])[]
}

const valuesOf = ({ id, notes, metadata }: Doc): DocumentValues => [
  ['id', id],
  ['note', notes],
  ['metadata', nested(metadata)],
]

const nested = (entries: Doc['metadata']): { [key: string]: string | { [key: string]: string } } => {
  const made: { [key: string]: string | { [key: string]: string } } = {}
  for (const [key, text] of entries) {
    const [outer = '', inner] = key.split('.')
    const there = made[outer]
    made[outer] = inner === undefined ? text : { ...(typeof there === 'object' ? there : {}), [inner]: text }
  }
  return made
}

const textsOf = ({ id, notes, metadata }: Doc, field: string | null): readonly string[] => {
  if (field === 'id') return [id]
  if (field === 'note') return notes
  if (field === null) return [id, ...notes, ...metadata.map(([, text]) => text)]
  const path = field.slice('metadata.'.length)
  return metadata.flatMap(([key, text]) =>
    field === 'metadata' || key === path || key.startsWith(`${path}.`) ? [text] : [],
  )
}

const wordOf = fc.constantFrom('a', 'b', 'c', 'd4')
const textOf = (most: number) =>
  fc.array(wordOf, { minLength: 1, maxLength: most }).map((words) => words.join(' '))
const id = fc.nat({ max: 300 }).map((n) => `id_${n}`)
const keyOf = fc.oneof(
  fc.constantFrom('x', 'y.u', 'y.v', 'z'),
  fc.nat({ max: 900 }).map((n) => `y.k${n}`),
)
const docOf = fc.record<Doc>({
  id,
  notes: fc.array(textOf(11), { maxLength: 2 }),
  metadata: fc.uniqueArray(fc.tuple(keyOf, textOf(3)), { maxLength: 4, selector: ([key]) => key }),
})
const term = fc.record({
  field: fc.constantFrom(
    null,
    'id',
    'note',
    'metadata',
    'metadata.x',
    'metadata.y',
    'metadata.y.u',
    'metadata.y.k7',
  ),
  words: fc.oneof(
    id.map((word) => [word]),
    fc.array(wordOf, { minLength: 1, maxLength: 3 }),
    fc.array(wordOf, { minLength: 9, maxLength: 10 }),
  ),
})

const update = (
  index: TextIndex,
  docs: readonly (readonly [doc: number, values: DocumentValues | null])[],
) => {
  for (const [doc, values] of docs) index.set(doc, values)
  index.finish()
}

/** More than any record has. */
const manyKeys = 600

describe('words in a row are found in the values that have them', () => {
  test.each([
    ['with few keys of metadata', 0],
    ['with many keys of metadata', manyKeys],
  ])('%s', (_, keys) => {
    const change = fc.tuple(
      fc.nat({ max: 199 }),
      fc.oneof({ weight: 9, arbitrary: docOf }, fc.constant(null)),
    )
    fc.assert(
      fc.property(
        fc.array(docOf, { minLength: 200, maxLength: 200 }),
        fc.array(change, { maxLength: 30 }),
        fc.array(term, { minLength: 20, maxLength: 20 }),
        (first, changes, terms) => {
          const index = new TextIndex()
          const model: (Doc | null)[] = [...first]
          for (let i = 0; i < keys; i += 1) update(index, [[0, [['metadata', { [`other${i}`]: 'a' }]]]])
          update(
            index,
            first.map((doc, i) => [i, valuesOf(doc)]),
          )
          for (const [place, doc] of changes) {
            update(index, [[place, doc === null ? null : valuesOf(doc)]])
            model[place] = doc
          }
          for (const { field, words } of terms) {
            const text = words.join(' ')
            const expected = (matches: (value: string) => boolean): readonly number[] =>
              model.flatMap((doc, i) => (doc !== null && textsOf(doc, field).some(matches) ? [i] : []))
            const found = index.find([{ field, words }])
            expect(found).toEqual(expected((value) => ` ${value} `.includes(` ${text} `)))
            expect(index.findWhole([{ field, words }], found)).toEqual(expected((value) => value === text))
          }
        },
      ),
      runs(15),
    )
  })
})
