/** Balances are followed write by write; the audit adds all entries up again and compares. */
import { expect, test } from 'vitest'
import { audit } from '../../../src/service/ledger/audit'
import { balanceOf, sumsOf } from '../../../src/service/ledger/sums'
import { shopRows, worldOf } from '../../support/books'

const rows = await shopRows()

test('live money that came in is held back until its date, what went out counts at once', () => {
  // The clock of this world is at 1970: every entry is still to become transferable.
  const live = worldOf(rows, true)
  const amounts = live.transactions.snapshot().map(({ lines }) => -(lines.merchant ?? 0))
  const sumOf = (some: readonly number[]) => some.reduce((sum, amount) => sum + amount, 0)
  const wentOut = amounts.filter((amount) => amount < 0)
  expect(wentOut.length).toBeGreaterThan(0)
  expect(balanceOf(live)).toMatchObject({ total: sumOf(amounts), settled: sumOf(wentOut) })
  expect(balanceOf(worldOf(rows))).toMatchObject({ total: sumOf(amounts), settled: sumOf(amounts) })
})

test.each([
  ['merchant', /^balance is (\d+), entries sum to (\d+)$/],
  ['reserved', /^(\d+) is reserved, yet waiting transfers sum to (\d+)$/],
] as const)('the audit finds a sum that is not that of its entries: %s', (name, says) => {
  const world = worldOf(rows)
  expect(audit(world)).toEqual([])
  sumsOf(world)[name].total += 7
  const [fault = '', ...others] = audit(world)
  const [, followed, added] = says.exec(fault) ?? []
  expect([Number(followed) - Number(added), others]).toEqual([7, []])
})
