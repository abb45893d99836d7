import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packRow, type Reference, unpackRow } from '../../../src/sandbox/snapshots/sum'
import { runs } from '../../support/arbitraries'

const charge = Object.freeze({ id: 'chrg_1', createdAt: 1, amount: 100 })
const stale = Object.freeze({ id: 'chrg_1', createdAt: 1, amount: 50 })
const places = new Map<object, Reference>([[charge, ['charges', 'chrg_1']]])
const placeOf = (row: object): Reference | null => places.get(row) ?? null
const find = ([, id]: Reference): object => {
  if (id !== charge.id) throw new Error(`nobody put ${id} there`)
  return charge
}

test('a row within a row is written once, and is the same row again when it is read', () => {
  const event = { id: 'evnt_1', subject: { row: charge, related: { list: [charge, stale, null] } } }
  const packed = packRow(event, placeOf)
  expect(JSON.stringify(packed)).toBe(
    '{"id":"evnt_1","subject":{"row":{"$row":["charges","chrg_1"]},"related":{"list":[{"$row":["charges","chrg_1"]},{"id":"chrg_1","createdAt":1,"amount":50},null]}}}',
  )
  const read = unpackRow(JSON.parse(JSON.stringify(packed)) as typeof event, find)
  expect(read).toEqual(event)
  expect(read.subject.row).toBe(charge)
})

test('a row that holds none is not copied', () => {
  const row = { id: 'cust_1', createdAt: 1, metadata: { a: { b: [1] } } }
  expect(packRow(row, placeOf)).toBe(row)
})

test('whatever a sender puts into metadata comes back as it was, references and prototypes that are none included', () => {
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>(1, 'a', null, charge, ['charges', 'chrg_1']),
      fc.array(tie('value'), { maxLength: 3 }),
      fc
        .uniqueArray(
          fc.tuple(fc.constantFrom('$row', 'value', '__proto__', 'id', 'createdAt', 'x'), tie('value')),
          { maxLength: 4, selector: ([name]) => name },
        )
        .map((fields) => Object.fromEntries(fields)),
    ),
  })).value
  fc.assert(
    fc.property(value, (metadata) => {
      const row = { id: 'evnt_1', metadata }
      const text = JSON.stringify(packRow(row, placeOf))
      expect(JSON.stringify(unpackRow(JSON.parse(text), find))).toBe(JSON.stringify(row))
    }),
    runs(2000),
  )
})
