/**
 * What an entry says, what is kept of a payment, and what of a balance can be used. Balances are followed write by write;
 * the audit adds all entries up again and compares.
 */
import { describe, expect, test } from 'vitest'
import { feesGivenBack, feesOf, noFees, transferFeeOf } from '../../../src/service/ledger/fees'
import { book, post, recipes } from '../../../src/service/ledger/post'
import { balanceOf } from '../../../src/service/ledger/sums'
import { createTransfer } from '../../../src/service/resources/transfer/operations'
import { shopRows, worldOf } from '../../support/books'

const rows = await shopRows()

describe('an entry in the books', () => {
  const gross = { ...noFees, gross: 100 }

  test('must balance', () => {
    const world = worldOf({})
    const facts = { ...gross, interestVat: 1 }
    expect(() => world.commit(() => void post(world, 'charge.captured.net', 'chrg_test_1', facts))).toThrow(
      'ledger: charge.captured.net does not balance (off by 1)',
    )
    expect(() =>
      world.commit(() => void book(world, 'transfer.paid', 'trsf_test_1', { ...gross, fee: 0.5 })),
    ).toThrow('ledger: transfer.paid has a line of 99.5')
    expect([world.transactions.length, world.bookings.length]).toEqual([0, 0])
  })

  test('names its record, its time, and the time when it can be transferred', () => {
    const world = worldOf({})
    world.commit(() => {
      post(world, 'charge.captured.net', 'chrg_test_1', gross)
      book(world, 'transfer.paid', 'trsf_test_1', gross)
    })
    const about = { createdAt: 0, currency: 'thb' }
    expect(world.transactions.at(0)).toEqual({
      ...about,
      id: expect.stringMatching(/^trxn_test_/),
      key: 'charge.captured.net',
      origin: 'chrg_test_1',
      lines: recipes['charge.captured.net'](gross),
      transferableAt: 0,
    })
    expect(world.bookings.at(0)).toEqual({
      ...about,
      id: expect.stringMatching(/^bkng_test_/),
      key: 'transfer.paid',
      origin: 'trsf_test_1',
      lines: { in_transit: 100, bank: -100 },
    })
  })

  const facts = { gross: 10_000, fee: 300, feeVat: 21, interest: 200, interestVat: 14 }
  const kept = { fees: 300, fee_vat: 21, interest: 200, interest_vat: 14 }
  const earned = { fees: -300, fee_vat: -21, interest: -200, interest_vat: -14 }
  test.each([
    ['charge.captured.net', { acquirer: 10_000, merchant: -9465, ...earned }],
    ['refund.created.debit', { acquirer: -10_000, merchant: 9465, ...kept }],
    ['refund.voided.debit', { acquirer: -10_000, merchant: 9465, ...kept }],
    ['dispute.started.debit', { merchant: 10_000, held: -10_000 }],
    ['dispute.won.credit', { merchant: -10_000, held: 10_000 }],
    ['dispute.lost', { held: 10_000, acquirer: -10_000 }],
    ['transfer.sent.debit', { merchant: 10_000, in_transit: -9465, ...earned }],
    ['transfer.failed.credit', { merchant: -10_000, in_transit: 9465, ...kept }],
    ['transfer.paid', { in_transit: 9465, bank: -9465 }],
  ] as const)('%s', (key, lines) => {
    expect(recipes[key](facts)).toEqual(lines)
  })

  test('a refund without fees has no line for them', () => {
    expect(recipes['refund.created.debit']({ ...noFees, gross: 10_000 })).toEqual({
      merchant: 10_000,
      acquirer: -10_000,
    })
  })

  test.each([
    [
      'a void gives back all fees of the charge',
      true,
      { fee: 300, feeVat: 21, interest: 200, interestVat: 14 },
    ],
    ['any other refund gives back no fee', false, noFees],
  ])('%s', (_, voided, fees) => {
    expect(feesGivenBack({ ...facts, fundingAmount: 10_000 }, { fundingAmount: 4_000, voided })).toEqual(fees)
  })

  test.each(['dispute.lost', 'transfer.paid'] as const)('%s moves no money of the merchant', (key) => {
    expect(recipes[key](facts)).not.toHaveProperty('merchant')
  })

  test('has no line for interest without interest', () => {
    expect(Object.keys(recipes['charge.captured.net']({ ...facts, interest: 0, interestVat: 0 }))).toEqual([
      'acquirer',
      'merchant',
      'fees',
      'fee_vat',
    ])
  })
})

test.each([
  ['a rate', 10_000, { rate: 365, flat: 0, vat: 700, interest: 0 }, [365, 26, 0, 0]],
  ['a flat fee', 10_000, { rate: 0, flat: 250, vat: 700, interest: 0 }, [250, 18, 0, 0]],
  ['both, and interest', 10_000, { rate: 100, flat: 250, vat: 1000, interest: 80 }, [350, 35, 80, 8]],
])('%s on a payment, with the tax on each', (_, amount, rate, [fee, feeVat, interest, interestVat]) => {
  expect(feesOf(amount, rate)).toEqual({ fee, feeVat, interest, interestVat })
})

test.each([
  ['thb', { fee: 2804, feeVat: 196 }],
  ['jpy', { fee: 260, feeVat: 0 }],
  ['usd', { fee: 100, feeVat: 0 }],
] as const)('a transfer in %s costs %j (assumption transfer-fees)', (currency, fee) => {
  expect(transferFeeOf(currency)).toEqual(fee)
})

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

test('what a commit has booked or reserved is in no sum once it is undone', () => {
  const world = worldOf({})
  const earn = (gross: number) => post(world, 'charge.captured.net', 'chrg_test_1', { ...noFees, gross })
  world.commit(() => void earn(100_000))
  const before = { total: 100_000, settled: 100_000, transferable: 100_000 }
  const takenBack = () => {
    earn(100)
    createTransfer(world, { amount: 50_000 })
    expect(balanceOf(world)).toEqual({ total: 100_100, settled: 100_100, transferable: 50_100 })
    throw new Error('taken back')
  }
  expect(() => world.commit(takenBack)).toThrow('taken back')
  expect(balanceOf(world)).toEqual(before)
  expect([world.transfers.length, world.recipients.length, world.events.length]).toEqual([0, 0, 0])
})
