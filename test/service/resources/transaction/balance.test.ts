import { describe, expect } from 'vitest'
import type { Transaction, Transfer } from '../../../../src/index'
import { balanceOf } from '../../../support/payouts'
import { clientWith, day, expectSuccess, later, setUp, start, test } from '../../../support/set-up'

describe('200: the balance (wire-facts 10.3)', () => {
  test('starts at zero', async ({ client }) => {
    expect((await client.get('/balance')).body).toEqual({
      object: 'balance',
      livemode: false,
      location: '/balance',
      currency: 'thb',
      total: 0,
      transferable: 0,
      reserve: 0,
      on_hold: 0,
      created_at: start,
    })
  })

  test('is the sum of its transactions; fees come back with a void only', async ({ client, sandbox }) => {
    await client.charge({ amount: 100_000 })
    expect(await balanceOf(client)).toEqual([96_094, 96_094])
    await client.authorized()
    expect(await balanceOf(client)).toEqual([96_094, 96_094])
    const { id } = await client.charge({ amount: 20_000 })
    await client.refund(id, { amount: 5000 })
    expect(await balanceOf(client)).toEqual([96_094 + 19_219 - 5000, 96_094 + 19_219 - 5000])
    const { id: taken } = await client.charge({ amount: 12_345 })
    await client.refund(taken)
    expect(await balanceOf(client)).toEqual([110_313, 110_313])
    const sum = sandbox.transactions.list().reduce((all, one) => all + signed(one), 0)
    expect(sum).toBe(110_313)
  })

  test('may fall below zero when a refund takes more than the net', async ({ client, sandbox }) => {
    const { id } = await client.charge({ amount: 100_000 })
    await sandbox.clock.advance('1d')
    await client.refund(id)
    expect(await balanceOf(client)).toEqual([96_094 - 100_000, 96_094 - 100_000])
  })

  test.each([
    ['TH', 7],
    ['JP', 21],
    ['SG', 7],
    ['MY', 7],
  ] as const)(
    'live money of an account in %s is held for %i days; test money is not',
    async (country, days) => {
      const { sandbox } = setUp({ country })
      const live = clientWith(sandbox, sandbox.live.keys)
      const { net, funding_currency } = await live.charge({ currency: 'usd' })
      expect(await balanceOf(live)).toEqual([net, 0])
      expect(sandbox.live.transactions.last()).toMatchObject({
        currency: funding_currency,
        transferable_at: later(start, days * day),
      })
      await sandbox.clock.advance(days * day - 1)
      expect(await balanceOf(live)).toEqual([net, 0])
      await sandbox.clock.advance(1)
      expect(await balanceOf(live)).toEqual([net, net])
    },
  )

  test('only captured money is held: debits and returned money count at once', async ({ sandbox }) => {
    const { live } = sandbox
    const client = clientWith(sandbox, live.keys)
    await client.charge({ amount: 100_000 })
    await sandbox.clock.advance('8d')
    const { id } = await client.charge({ amount: 50_000 })
    const settled = 96_094
    await client.refund(id, { amount: 1000 })
    expect(live.transactions.last()).toMatchObject({ key: 'refund.created.debit', transferable_at: now() })
    expect(await balanceOf(client)).toEqual([settled + 48_047 - 1000, settled - 1000])
    const dispute = live.simulate.openDispute(id)
    live.simulate.decideDispute(dispute.id, 'won')
    expect(live.transactions.last()).toMatchObject({ key: 'dispute.won.credit', transferable_at: now() })
    expect(await balanceOf(client)).toEqual([settled + 48_047 - 1000, settled - 1000])
    const transfer = expectSuccess<Transfer>(await client.post('/transfers', { amount: 40_000 }))
    live.simulate.sendTransfer(transfer.id)
    live.simulate.failTransfer(transfer.id)
    expect(live.transactions.last()).toMatchObject({ key: 'transfer.failed.credit', transferable_at: now() })
    expect(await balanceOf(client)).toEqual([settled + 48_047 - 1000, settled - 1000])

    function now(): string {
      return sandbox.clock.now().toISOString()
    }
  })

  test('each account and mode has its own, in its own currency', async ({ client, sandbox }) => {
    await client.charge()
    const live = clientWith(sandbox, sandbox.live.keys)
    expect((await live.get('/balance')).body).toMatchObject({ total: 0, livemode: true })
    const other = clientWith(sandbox, sandbox.createAccount({ country: 'SG' }).keys)
    expect((await other.get('/balance')).body).toMatchObject({ total: 0, currency: 'sgd' })
  })
})

const signed = (transaction: Transaction): number =>
  transaction.direction === 'credit' ? transaction.amount : -transaction.amount

describe('200: transactions (4.5)', () => {
  test('one for each movement: key, direction, origin', async ({ client, sandbox }) => {
    const { id, transaction } = await client.charge()
    await client.refund(id, { amount: 100 })
    const refund = sandbox.refunds.last()
    expect((await client.get(`/transactions/${transaction}`)).body).toMatchObject({
      id: transaction,
      location: `/transactions/${transaction}`,
      currency: 'thb',
      amount: 9609,
      direction: 'credit',
      key: 'charge.captured.net',
      origin: id,
      transferable_at: start,
      created_at: start,
    })
    expect((await client.get('/transactions')).body).toMatchObject({
      total: 2,
      data: [
        { id: refund?.transaction, origin: refund?.id, amount: 100, direction: 'debit' },
        { id: transaction },
      ],
    })
  })
})
