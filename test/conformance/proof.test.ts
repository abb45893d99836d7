/** Each table of the specification has a test that runs over its rows. */
import { expect, test } from 'vitest'
import { readProofs } from './proof'

const proofs = await readProofs()

test.each(proofs)('$table: its $rows rows are tested', ({ rows, files }) => {
  expect(rows).toBeGreaterThan(0)
  expect(files).not.toEqual([])
})

test('the tables of the specification are found', () => {
  expect(proofs.map(({ table }) => table)).toEqual(
    expect.arrayContaining(['endpoints', 'fields', 'transitions']),
  )
})
