/** The rules of the books, one mistake each, as no operation makes any: what the audit says of it, and nothing else. */
import { describe, expect, test } from 'vitest'
import { audit } from '../../../src/service/ledger/audit'
import { shopRows, worldOf } from '../../support/books'

const rows = await shopRows()

type Fields = Readonly<Record<string, unknown>>

type Kind =
  | 'charges'
  | 'refunds'
  | 'transactions'
  | 'bookings'
  | 'disputes'
  | 'transfers'
  | 'occurrences'
  | 'links'

/**
 * How the first row of a kind with these fields is changed, and what the audit says of it: nothing where that is no
 * mistake. `<id>` means the id of the row.
 */
type Change = readonly [kind: Kind, of: Fields, to: Fields, ...says: readonly string[]]

const none = 'trxn_test_none'
const lost = `<id> names the entry ${none}, which is not in the books`
const captured = { acquirer: 250_000, merchant: -240_236, fees: -9125, fee_vat: -639 }
const sent = { merchant: 200_000, in_transit: -197_000, fees: -2804, fee_vat: -196 }
const refunded = { refundedAmount: 80_000 }
const whole = { refundedAmount: 0, capturedAmount: 250_000 }

const paid = { state: 'paid' }
const isSent = { state: 'sent' }
const failed = { state: 'failed' }
const [entry] = rows.transactions ?? []
const [schedule] = rows.schedules ?? []

const changes: readonly Change[] = [
  ['charges', refunded, { refundedAmount: 79_999 }, '<id> says 79999 refunded, its refunds sum to 80000'],
  ['charges', refunded, { capturedAmount: 79_999 }, '<id> refunded more than it captured'],
  ['charges', refunded, { capturedAmount: 80_000 }],
  ['charges', whole, { authorizedAmount: 249_999 }, '<id> captured more than authorized'],
  ['charges', whole, { transaction: null }, '<id> is paid with 0 entries'],
  ['charges', whole, { state: 'failed' }, '<id> is failed with 1 entries'],
  // A card check captures nothing, and has no entry.
  ['charges', whole, { capturedAmount: 0, transaction: null }],
  ['charges', whole, { capturedAmount: 0 }, '<id> is paid with 1 entries'],
  ['charges', whole, { transaction: none }, lost],
  ['refunds', {}, { transaction: none }, lost],
  ['disputes', {}, { transactions: [none] }, lost],
  ['transfers', paid, { transactions: [none] }, lost],
  ['transfers', isSent, { transactions: [] }, '<id> is sent with 0 transactions'],
  // It failed before it was sent.
  ['transfers', failed, { transactions: [] }],
  ['transfers', failed, { transactions: [entry?.id] }, '<id> is failed with 1 transactions'],
  ['disputes', {}, { fundingAmount: 98_999 }, '99000 is held, yet open and pending disputes sum to 98999'],
  ['disputes', {}, { state: 'lost' }, '99000 is held, yet open and pending disputes sum to 0'],
  ['transfers', isSent, { amount: 200_001 }, '197000 is in transit, yet sent transfers sum to 197001'],
  [
    'transactions',
    { lines: captured },
    { lines: { ...captured, acquirer: 250_001 } },
    '<id> does not balance (off by 1)',
  ],
  [
    'transactions',
    { lines: captured },
    { lines: { ...captured, acquirer: 250_000.5, fees: -9125.5 } },
    '<id> has a line of 250000.5',
  ],
  [
    'transactions',
    { lines: sent },
    { lines: { ...sent, in_transit: -196_999, fees: -2805 } },
    '196999 is in transit, yet sent transfers sum to 197000',
  ],
  ['bookings', {}, { lines: { in_transit: 297_000, bank: -297_001 } }, '<id> does not balance (off by -1)'],
  // An origin that does not exist is none of its business.
  ...['chrg', 'rfnd', 'dspt', 'trsf', 'none'].map(
    (prefix): Change => ['transactions', {}, { origin: `${prefix}_test_none` }],
  ),
  [
    'occurrences',
    { state: 'successful' },
    { result: null },
    `<id> is successful, yet null is no payment of ${schedule?.id}`,
  ],
  // A day may fail without a payment.
  ['occurrences', { state: 'scheduled' }, failed],
  ['links', {}, { usedAt: null }, '<id> was used: false, paid: true'],
]

const fits = (row: object, fields: Fields): boolean =>
  Object.entries(fields).every(
    ([name, value]) => JSON.stringify(row[name as keyof typeof row]) === JSON.stringify(value),
  )

test.for(changes)(
  'of the first of %s with %j, changed to %j, the audit says: %s',
  ([kind, of, to, ...says]) => {
    const world = worldOf(rows)
    const collection = world[kind]
    const row = collection.snapshot().find((one) => fits(one, of)) ?? expect.fail(`no row of ${kind} fits`)
    const update: (row: never, patch: object) => unknown = collection.update.bind(collection)
    world.commit(() => void update(row as never, to))
    expect(audit(world)).toEqual(says.map((text) => text.replace('<id>', row.id)))
  },
)

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

test.each([
  ['the second alone', ['failed', 'paid'], true, []],
  ['none', ['failed', 'failed'], false, []],
  ['none, though it was used', ['failed', 'failed'], true, ['used: true, paid: false']],
] as const)('a link is paid once one of its charges is: %s', (_, states, isUsed, says) => {
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
  const wrong = { id: 'none', createdAt: 0 }
  const takenBack = () => {
    world.transactions.insert({ ...world.transactions.at(0), ...wrong, id: 'trxn_x', lines: { bank: 1 } })
    world.occurrences.insert({ ...world.occurrences.at(0), ...wrong, id: 'occu_x', result: null })
    world.links.insert({ ...world.links.at(0), ...wrong, id: 'link_x' })
    expect(audit(world)).toHaveLength(3)
    throw new Error('taken back')
  }
  expect(() => world.commit(takenBack)).toThrow('taken back')
  expect(audit(world)).toEqual([])
})
