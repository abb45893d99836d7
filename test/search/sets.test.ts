import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { NumberColumn, WordColumn } from '../../src/search/columns'
import { allOf, type Condition, inSet } from '../../src/search/condition'
import { DocSet, noDocs } from '../../src/search/doc-set'
import { Postings } from '../../src/search/postings'
import { patience, runs } from '../support/arbitraries'

vi.setConfig({ testTimeout: patience })

/** Few documents stand in a list, many as bits, and both must meet: so some sets are of each kind. */
const docs = (most: number): fc.Arbitrary<number[]> =>
  fc.oneof(
    fc.uniqueArray(fc.nat({ max: most }), { maxLength: 12 }),
    fc.uniqueArray(fc.nat({ max: 700 }), { minLength: 70, maxLength: 300 }),
    fc
      .tuple(fc.nat({ max: 900 }), fc.nat({ max: 400 }))
      .map(([first, count]) => upTo(count).map((i) => first + i)),
  )
const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i)
const ascending = (numbers: Iterable<number>): number[] => [...numbers].sort((a, b) => a - b)

const setOf = (members: Iterable<number>): DocSet => {
  const set = new DocSet()
  for (const doc of members) set.add(doc)
  return set
}
const membersOf = (set: DocSet): number[] => set.take(0, set.size, false)

describe('a set of documents is a set of numbers', () => {
  test('with members that come and go in any order', () => {
    const change = fc.tuple(fc.boolean(), fc.nat({ max: 300 }))
    fc.assert(
      fc.property(docs(5000), fc.array(change, { maxLength: 200 }), (first, changes) => {
        const set = setOf(first)
        const model = new Set(first)
        for (const [adds, doc] of changes) {
          if (adds) set.add(doc)
          else set.remove(doc)
          if (adds) model.add(doc)
          else model.delete(doc)
          expect([set.size, set.has(doc)]).toEqual([model.size, adds])
        }
        expect(membersOf(set)).toEqual(ascending(model))
      }),
      runs(300),
    )
  })

  test('with union, difference, cut and choice, which change neither', () => {
    fc.assert(
      fc.property(
        docs(5000),
        docs(5000),
        fc.nat({ max: 1400 }),
        fc.nat({ max: 800 }),
        (a, b, first, length) => {
          const [x, y] = [setOf(a), setOf(b)]
          const [inA, inB] = [new Set(a), new Set(b)]
          const found = {
            union: membersOf(x.union(y)),
            without: membersOf(x.without(y)),
            between: membersOf(x.between(first, first + length)),
            odd: membersOf(x.filter((doc) => doc % 2 === 1)),
            both: membersOf(allOf([inSet(x), inSet(y)])),
            all: membersOf(allOf([inSet(x), inSet(y), inSet(x.union(y))])),
          }
          const both = ascending(a.filter((doc) => inB.has(doc)))
          expect(found).toEqual({
            union: ascending(new Set([...a, ...b])),
            without: ascending(a.filter((doc) => !inB.has(doc))),
            between: ascending(a.filter((doc) => doc >= first && doc < first + length)),
            odd: ascending(a.filter((doc) => doc % 2 === 1)),
            both,
            all: both,
          })
          expect([membersOf(x), membersOf(y)]).toEqual([ascending(inA), ascending(inB)])
          expect(noDocs.size).toBe(0)
        },
      ),
      runs(300),
    )
  })

  test('of which any page can be taken from either end', () => {
    fc.assert(
      fc.property(docs(5000), fc.nat({ max: 400 }), fc.nat({ max: 40 }), (members, skip, count) => {
        const set = setOf(members)
        const sorted = ascending(members)
        expect(set.take(skip, count, false)).toEqual(sorted.slice(skip, skip + count))
        expect(set.take(skip, count, true)).toEqual([...sorted].reverse().slice(skip, skip + count))
      }),
      runs(300),
    )
  })

  test('by what documents hold: one, several, none again', () => {
    const keys = upTo(40).map((i) => (i % 2 === 0 ? i + 1 : -i))
    const change = fc.tuple(fc.boolean(), fc.constantFrom(...keys), fc.nat({ max: 4 }))
    fc.assert(
      fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
        const postings = new Postings()
        const model = new Map(keys.map((key) => [key, new Set<number>()]))
        for (const [adds, key, doc] of changes) {
          if (adds) expect(postings.add(key, doc)).toBe(model.get(key)?.add(doc).size)
          else {
            postings.remove(key, doc)
            model.get(key)?.delete(doc)
          }
        }
        for (const [key, members] of model) expect(membersOf(postings.get(key))).toEqual(ascending(members))
      }),
      runs(300),
    )
  })
})

const membersOfBoth = ({ docs: found, has, most }: Condition, count: number): number[] => {
  const members = membersOf(found())
  expect(members.length).toBeLessThanOrEqual(most)
  expect(upTo(count).filter(has)).toEqual(members)
  return members
}

describe('a column is filtered by the present values of its documents', () => {
  // Of more than 512 changes the order is made anew.
  const change = fc.tuple(
    fc.nat({ max: 1500 }),
    fc.oneof(fc.constant(null), fc.integer({ min: -5, max: 30 })),
  )
  const step = fc.oneof(
    fc.array(change, { maxLength: 20 }),
    fc.array(change, { minLength: 500, maxLength: 900 }),
  )

  test('of numbers: ranges with both ends, open ends, no value', () => {
    const end = fc.oneof(
      fc.constant(Number.NEGATIVE_INFINITY),
      fc.constant(Number.POSITIVE_INFINITY),
      fc.integer({ min: -6, max: 31 }),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(step, end, end), { maxLength: 6 }), (steps) => {
        const column = new NumberColumn()
        const model = new Map<number, number | null>()
        for (const [changes, low, high] of steps) {
          for (const [doc, value] of changes) {
            column.set(doc, value)
            model.set(doc, value)
          }
          const expected = [...model].flatMap(([doc, value]) =>
            value !== null && value >= low && value <= high ? [doc] : [],
          )
          expect(membersOfBoth(column.within(low, high), 1501)).toEqual(ascending(expected))
        }
      }),
      runs(100),
    )
  })

  test('of words: one, several, none', () => {
    const words = fc.uniqueArray(fc.constantFrom('thb', 'jpy', 'charge', 'refund'), { maxLength: 3 })
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 200 }), words), { maxLength: 300 }), (changes) => {
        const column = new WordColumn()
        const model = new Map<number, readonly string[]>()
        for (const [doc, held] of changes) {
          column.set(doc, held)
          model.set(doc, held)
        }
        for (const word of ['thb', 'charge', 'nothing'])
          expect(membersOfBoth(column.is(word), 201)).toEqual(
            ascending([...model].flatMap(([doc, held]) => (held.includes(word) ? [doc] : []))),
          )
      }),
      runs(100),
    )
  })
})
