import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { intersection, lowerBound, symmetricDifference, union } from '../../../src/service/search/lists'
import { runs } from '../../support/arbitraries'

const ascending = (numbers: Iterable<number>): number[] => [...new Set(numbers)].sort((a, b) => a - b)

/** Few documents and many, far from each other and close together. */
const docs: fc.Arbitrary<number[]> = fc
  .oneof(
    fc.uniqueArray(fc.nat({ max: 5000 }), { maxLength: 12 }),
    fc.uniqueArray(fc.nat({ max: 700 }), { minLength: 70, maxLength: 300 }),
    fc
      .tuple(fc.nat({ max: 900 }), fc.nat({ max: 400 }))
      .map(([first, count]) => Array.from({ length: count }, (_, i) => first + i)),
  )
  .map(ascending)

describe('a list of documents is a set of numbers in ascending order', () => {
  test('of which several have a part in common; two, a difference and a union', () => {
    fc.assert(
      fc.property(docs, docs, docs, (a, b, c) => {
        const [inA, inB, inC] = [new Set(a), new Set(b), new Set(c)]
        const before = structuredClone([a, b, c])
        const both = a.filter((doc) => inB.has(doc))
        expect(intersection([a])).toEqual(a)
        expect(intersection([a, b])).toEqual(both)
        expect(intersection([a, b, c])).toEqual(both.filter((doc) => inC.has(doc)))
        expect(symmetricDifference(a, b)).toEqual(
          ascending([...a, ...b]).filter((doc) => !(inA.has(doc) && inB.has(doc))),
        )
        expect(union(a, b)).toEqual(ascending([...a, ...b]))
        expect([a, b, c]).toEqual(before)
      }),
      runs(300),
    )
  })

  test('in which every number has its place, looked for from the beginning or from any place before it', () => {
    fc.assert(
      fc.property(docs, fc.nat({ max: 5001 }), fc.nat({ max: 400 }), (list, doc, from) => {
        const place = list.filter((other) => other < doc).length
        expect(lowerBound(list, doc)).toBe(place)
        if (from <= place) expect(lowerBound(list, doc, from)).toBe(place)
      }),
      runs(300),
    )
  })
})
