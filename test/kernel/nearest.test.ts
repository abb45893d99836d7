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

const names = ['port', 'vaultPort', 'host', 'proxyHost', 'post']
const [long, end] = ['a'.repeat(80), 'b'.repeat(200)]

it.each<[what: string, name: string, names: readonly string[], found: readonly string[]]>([
  ['those that were probably meant', 'prt', names, ['port']],
  ['the nearest first', 'porst', names, ['port', 'post']],
  ['the nearest first, wherever it stands', 'charge', ['refund', 'charges', 'charge'], ['charge', 'charges']],
  ['none that is like no other', 'zzzz', names, []],
  ['one with two letters in the other order', 'abc', ['bac'], ['bac']],
  ['not one with all letters in the other order', 'abcd', ['abdc', 'dcba'], ['abdc']],
  ['a longer one, by its own letters', 'abc', ['abcde'], ['abcde']],
  ['a shorter one, by the letters of the name', 'abcde', ['abc'], ['abc']],
  ['none of twice the letters', 'ab', ['abcd', 'abcdefgh'], []],
  ['none of half the letters', 'abcd', ['ab'], []],
  ['those of the same first 80 letters', long + end, [long, `${long}c`], [long, `${long}c`]],
  ['one that goes on behind 80 letters', long, [long + end], [long + end]],
])('finds %s', (_, name, among, found) => {
  expect(nearest(name, among, 2)).toEqual(found)
})
