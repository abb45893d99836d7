import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQuery, plainQuery } from '../../src/search/query'
import { runs } from '../support/arbitraries'

const piece = fc.constantFrom('Coffee', 'coffee', 'a_1', '7', ' ', '  ', '\t', '"', ':', '-', 'É', 'id:')

test('spec 4.10: a query of plain words is read in short as it is in full, and no other is', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const text = pieces.join('')
      const inShort = plainQuery(text)
      expect(inShort === null).toBe(/[^\w ]/.test(text))
      if (inShort !== null) expect(inShort).toEqual(parseQuery(text, (name) => name === 'id'))
    }),
    runs(1000),
  )
})
