/** What is found by looking at each write is what is found by looking at everything. */
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Row } from '../../src/kernel/collection'
import { loadRows } from '../../src/sandbox/snapshots/snapshot'
import { audit, auditWrites } from '../../src/service/ledger/audit'
import type { World } from '../../src/service/world'
import { cases, patience, seeded } from '../support/arbitraries'
import { shopRows, worldOf } from '../support/books'

vi.setConfig({ testTimeout: patience })

/** The fields that the books depend on. */
const fields = {
  charges: [
    'refundedAmount',
    'capturedAmount',
    'authorizedAmount',
    'state',
    'transaction',
    'schedule',
    'link',
  ],
  refunds: ['amount', 'charge', 'transaction'],
  transactions: ['lines'],
  bookings: ['lines'],
  disputes: ['state', 'fundingAmount', 'transactions'],
  transfers: ['state', 'amount', 'fee', 'feeVat', 'transactions', 'schedule'],
  occurrences: ['state', 'result', 'schedule'],
  links: ['usedAt'],
} as const
type Kind = keyof typeof fields

const states: { readonly [K in Kind]?: readonly string[] } = {
  charges: ['paid', 'failed', 'expired', 'reversed'],
  disputes: ['open', 'pending', 'won', 'lost'],
  transfers: ['pending', 'sent', 'paid', 'failed'],
  occurrences: ['successful', 'failed', 'skipped'],
}

const step = fc.record({
  kind: fc.constantFrom(...(Object.keys(fields) as Kind[])),
  field: fc.nat(),
  row: fc.nat(),
  other: fc.nat(),
  way: fc.nat({ max: 3 }),
  isTakenBack: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

/** Another value of the same form, as a mistake would leave it. */
const spoiled = (row: Row, rows: readonly Row[], { kind, field, other, way }: Step): object => {
  const name: string = at<string>(fields[kind], field)
  const value: unknown = row[name as keyof Row]
  if (typeof value === 'number') return { [name]: at([value + 1, value - 1, 0, -value], way) }
  if (Array.isArray(value)) return { [name]: at([[], [...value, 'trxn_test_none'], ['trxn_test_none']], way) }
  if (typeof value === 'object' && value !== null)
    return { [name]: { ...value, merchant: at([1, -50_000, 0.5, 0], way) } }
  if (name === 'state') return { state: at(states[kind] ?? [value], way) }
  return { [name]: at([at(rows, other)[name as keyof Row], null, 'chrg_test_none'], way) }
}

const spoil = (world: World, one: Step): void => {
  const collection = world[one.kind]
  if (collection.length === 0) return
  const rows: readonly Row[] = collection.snapshot()
  const row = at(rows, one.row)
  const patch = spoiled(row, rows, one)
  // No operation does this: it accepts any field for rows of any type.
  const update: (row: never, patch: object) => unknown = collection.update.bind(collection)
  try {
    world.commit(() => {
      update(row as never, patch)
      if (one.isTakenBack) throw new Error('taken back')
    })
  } catch (error) {
    if (!one.isTakenBack) throw error
  }
}

const found = (look: () => readonly string[]): readonly string[] | string => [...look()].sort()

describe('the audit of written rows', async () => {
  const rows = await shopRows()

  test('knows a shop in which there is every kind of record', () => {
    for (const kind of Object.keys(fields)) expect(rows[kind]?.length, kind).toBeGreaterThan(0)
    expect(audit(worldOf(rows))).toEqual([])
  })

  test('finds the same mistakes as the audit of all rows, after each commit, undone or not', () => {
    const times = cases(200)
    let broken = 0
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
        const world = worldOf(rows)
        const look = auditWrites(world)
        expect(look()).toEqual([])
        for (const one of steps) {
          spoil(world, one)
          const whole = found(() => audit(world))
          expect(found(look)).toEqual(whole)
          broken += whole.length
        }
        loadRows(world.collections, rows)
        expect([look(), audit(world)]).toEqual([[], []])
      }),
      seeded(times),
    )
    expect(broken).toBeGreaterThan(times)
  })
})
