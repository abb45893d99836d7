import fc from 'fast-check'
import { expect, it } from 'vitest'
import { distance, nearest } from '../../src/kernel/text'
import { seeded } from '../support/arbitraries'

it.each([
  ['', '', 0],
  ['port', 'port', 0],
  ['prot', 'port', 1],
  ['prt', 'port', 1],
  ['portt', 'port', 1],
  ['pork', 'port', 1],
  ['saved-cart', 'saved-card', 1],
  ['abxx', 'baxx', 1],
  ['cab', 'xba', 2],
  ['ca', 'abc', 3],
  ['', 'port', 4],
  ['kitten', 'sitting', 3],
])('%j and %j are %i apart', (a, b, away) => {
  expect(distance(a, b)).toBe(away)
})

it('is the same both ways, zero for equals alone, and never more than the longer of two', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
      const away = distance(a, b)
      expect(away).toBe(distance(b, a))
      expect(away === 0).toBe(a === b)
      expect(away).toBeLessThanOrEqual(Math.max(a.length, b.length))
    }),
    seeded(100),
  )
})

it('finds those that were probably meant, the nearest first, and none that is like no other', () => {
  const names = ['port', 'vaultPort', 'host', 'proxyHost', 'post']
  expect(nearest('prt', names, 2)).toEqual(['port'])
  expect(nearest('porst', names, 2)).toEqual(['port', 'post'])
  expect(nearest('zzzz', names, 2)).toEqual([])
})

it('compares a name with a longer one by the letters of the longer one', () => {
  expect(nearest('abc', ['abcde'], 1)).toEqual(['abcde'])
  expect(nearest('abcde', ['abc'], 1)).toEqual(['abc'])
  expect(nearest('ab', ['abcd'], 1)).toEqual([])
})

it('compares the first 80 letters of names', () => {
  const [long, end] = ['a'.repeat(80), 'b'.repeat(200)]
  expect(nearest(long + end, [long, `${long}c`], 2)).toEqual([long, `${long}c`])
  expect(nearest(long, [long + end], 2)).toEqual([long + end])
})
