/** The rules of the books, one mistake each, as no operation makes any: what the audit says of it, and nothing else. */
import { describe, expect, test } from 'vitest'
import { audit, auditWrites } from '../../../src/service/ledger/audit'
import { shopRows, worldOf } from '../../support/books'

const rows = await shopRows()

type Fields = Readonly<Record<string, unknown>>

interface Mistake {
  readonly kind:
    | 'charges'
    | 'refunds'
    | 'transactions'
    | 'bookings'
    | 'disputes'
    | 'transfers'
    | 'occurrences'
    | 'links'
  /** Fields of the first row that is changed. */
  readonly of: Fields
  readonly to: Fields
  /** `<id>` means the id of the row. */
  readonly says: readonly string[]
}

const none = 'trxn_test_none'
const lost = `<id> names the entry ${none}, which is not in the books`
const captured = { acquirer: 250_000, merchant: -240_236, fees: -9125, fee_vat: -639 }
const sent = { merchant: 200_000, in_transit: -197_000, fees: -2804, fee_vat: -196 }
const refunded = { refundedAmount: 80_000 }
const whole = { refundedAmount: 0, capturedAmount: 250_000 }

const mistakes: readonly (readonly [name: string, mistake: Mistake])[] = [
  [
    'a charge whose refunds are more than it says',
    {
      kind: 'charges',
      of: refunded,
      to: { refundedAmount: 79_999 },
      says: ['<id> says 79999 refunded, its refunds sum to 80000'],
    },
  ],
  [
    'a charge that refunded more than it captured',
    {
      kind: 'charges',
      of: refunded,
      to: { capturedAmount: 79_999 },
      says: ['<id> refunded more than it captured'],
    },
  ],
  [
    'a charge that refunded all that it captured',
    { kind: 'charges', of: refunded, to: { capturedAmount: 80_000 }, says: [] },
  ],
  [
    'a charge that captured more than was authorized',
    {
      kind: 'charges',
      of: whole,
      to: { authorizedAmount: 249_999 },
      says: ['<id> captured more than authorized'],
    },
  ],
  [
    'a paid charge without an entry',
    { kind: 'charges', of: whole, to: { transaction: null }, says: ['<id> is paid with 0 entries'] },
  ],
  [
    'a failed charge with one',
    { kind: 'charges', of: whole, to: { state: 'failed' }, says: ['<id> is failed with 1 entries'] },
  ],
  [
    'a card check, which captures nothing, without an entry',
    { kind: 'charges', of: whole, to: { capturedAmount: 0, transaction: null }, says: [] },
  ],
  [
    'a card check with one',
    { kind: 'charges', of: whole, to: { capturedAmount: 0 }, says: ['<id> is paid with 1 entries'] },
  ],
  ['a charge whose entry is lost', { kind: 'charges', of: whole, to: { transaction: none }, says: [lost] }],
  ['a refund whose entry is lost', { kind: 'refunds', of: {}, to: { transaction: none }, says: [lost] }],
  ['a dispute whose entry is lost', { kind: 'disputes', of: {}, to: { transactions: [none] }, says: [lost] }],
  [
    'a transfer whose entry is lost',
    { kind: 'transfers', of: { state: 'paid' }, to: { transactions: [none] }, says: [lost] },
  ],
  [
    'a sent transfer without an entry',
    {
      kind: 'transfers',
      of: { state: 'sent' },
      to: { transactions: [] },
      says: ['<id> is sent with 0 transactions'],
    },
  ],
  [
    'a transfer that failed before it was sent',
    { kind: 'transfers', of: { state: 'failed' }, to: { transactions: [] }, says: [] },
  ],
  [
    'a failed transfer that was sent and did not come back',
    {
      kind: 'transfers',
      of: { state: 'failed' },
      to: { transactions: [rows.transactions?.[0]?.id] },
      says: ['<id> is failed with 1 transactions'],
    },
  ],
  [
    'an open dispute of an amount that is not held',
    {
      kind: 'disputes',
      of: {},
      to: { fundingAmount: 98_999 },
      says: ['99000 is held, yet open and pending disputes sum to 98999'],
    },
  ],
  [
    'a dispute that is lost while its money is held',
    {
      kind: 'disputes',
      of: {},
      to: { state: 'lost' },
      says: ['99000 is held, yet open and pending disputes sum to 0'],
    },
  ],
  [
    'a sent transfer of an amount that is not on its way',
    {
      kind: 'transfers',
      of: { state: 'sent' },
      to: { amount: 200_001 },
      says: ['197000 is in transit, yet sent transfers sum to 197001'],
    },
  ],
  [
    'an entry whose lines do not balance',
    {
      kind: 'transactions',
      of: { lines: captured },
      to: { lines: { ...captured, acquirer: 250_001 } },
      says: ['<id> does not balance (off by 1)'],
    },
  ],
  [
    'an entry of a part of a subunit',
    {
      kind: 'transactions',
      of: { lines: captured },
      to: { lines: { ...captured, acquirer: 250_000.5, fees: -9125.5 } },
      says: ['<id> has a line of 250000.5'],
    },
  ],
  [
    'an entry that holds less back than it takes',
    {
      kind: 'transactions',
      of: { lines: sent },
      to: { lines: { ...sent, in_transit: -196_999, fees: -2805 } },
      says: ['196999 is in transit, yet sent transfers sum to 197000'],
    },
  ],
  [
    'a booking whose lines do not balance',
    {
      kind: 'bookings',
      of: {},
      to: { lines: { in_transit: 297_000, bank: -297_001 } },
      says: ['<id> does not balance (off by -1)'],
    },
  ],
  ...['chrg', 'rfnd', 'dspt', 'trsf', 'none'].map(
    (prefix) =>
      [
        `nothing wrong with an origin that does not exist (${prefix})`,
        { kind: 'transactions', of: {}, to: { origin: `${prefix}_test_none` }, says: [] },
      ] as const,
  ),
  [
    'a day of a schedule that was paid by nothing',
    {
      kind: 'occurrences',
      of: { state: 'successful' },
      to: { result: null },
      says: [`<id> is successful, yet null is no payment of ${rows.schedules?.[0]?.id}`],
    },
  ],
  [
    'a day that failed without a payment',
    { kind: 'occurrences', of: { state: 'scheduled' }, to: { state: 'failed' }, says: [] },
  ],
  [
    'a link that was paid and says it was not',
    { kind: 'links', of: {}, to: { usedAt: null }, says: ['<id> was used: false, paid: true'] },
  ],
]

const fits = (row: object, fields: Fields): boolean =>
  Object.entries(fields).every(
    ([name, value]) => JSON.stringify(row[name as keyof typeof row]) === JSON.stringify(value),
  )

test.each(mistakes)('the audit finds %s', (_, { kind, of, to, says }) => {
  const world = worldOf(rows)
  const collection = world[kind]
  const row = collection.snapshot().find((one) => fits(one, of)) ?? expect.fail(`no row of ${kind} fits`)
  const update: (row: never, patch: object) => unknown = collection.update.bind(collection)
  world.commit(() => void update(row as never, to))
  expect(audit(world)).toEqual(says.map((text) => text.replace('<id>', row.id)))
})

describe('a schedule that says what paid it', () => {
  const day = rows.occurrences?.find((row) => fits(row, { state: 'successful' }))
  const spoilResult = (patch: object): readonly string[] => {
    const world = worldOf(rows)
    const charge = world.charges.snapshot().find(({ id }) => day !== undefined && fits(day, { result: id }))
    if (charge === undefined) return expect.fail('no charge of a schedule')
    world.commit(() => void world.charges.update(charge, patch))
    return audit(world)
  }

  test.each([
    ['names a charge of another one', { schedule: 'schd_test_other' }, 1],
    ['names a charge that is not paid', { state: 'failed', transaction: null }, 1],
    ['names its charge', {}, 0],
  ] as const)('%s', (_, patch, count) => {
    const faults = spoilResult(patch)
    expect(faults).toHaveLength(count)
    for (const fault of faults)
      expect(fault).toMatch(/^occu_test_\w+ is successful, yet chrg_test_\w+ is no payment of schd_/)
  })
})

describe('a link is paid once one of its charges is', () => {
  test.each([
    ['the second alone', ['failed', 'paid'], true, []],
    ['none', ['failed', 'failed'], false, []],
    ['none, though it was used', ['failed', 'failed'], true, ['used: true, paid: false']],
  ] as const)('%s', (_, states, isUsed, says) => {
    const world = worldOf(rows)
    const link = world.links.at(0)
    world.commit(() => {
      for (const [i, charge] of world.charges
        .snapshot()
        .filter((one) => one.link === link.id)
        .entries())
        if (states[i] === 'failed') world.charges.update(charge, { state: 'failed', transaction: null })
      if (!isUsed) world.links.update(link, { usedAt: null })
    })
    expect(audit(world)).toEqual(says.map((text) => `${link.id} was ${text}`))
  })
})

test('a day of a schedule may be paid by a transfer', () => {
  const world = worldOf(rows)
  const [day] = world.occurrences.snapshot()
  const transfer = world.transfers.at(0)
  if (day === undefined) return expect.fail('no day')
  world.commit(() => void world.occurrences.update(day, { result: transfer.id }))
  expect(audit(world)).toEqual([
    `${day.id} is successful, yet ${transfer.id} is no payment of ${day.schedule}`,
  ])
  world.commit(() => void world.transfers.update(transfer, { schedule: day.schedule }))
  expect(audit(world)).toEqual([])
})

test('an undone commit has no mistakes', () => {
  const world = worldOf(rows)
  const look = auditWrites(world)
  const wrong = { id: 'none', createdAt: 0 }
  const takenBack = () => {
    world.transactions.insert({ ...world.transactions.at(0), ...wrong, id: 'trxn_x', lines: { bank: 1 } })
    world.occurrences.insert({ ...world.occurrences.at(0), ...wrong, id: 'occu_x', result: null })
    world.links.insert({ ...world.links.at(0), ...wrong, id: 'link_x' })
    expect(look()).toHaveLength(3)
    throw new Error('taken back')
  }
  expect(() => world.commit(takenBack)).toThrow('taken back')
  expect(look()).toEqual([])
})
