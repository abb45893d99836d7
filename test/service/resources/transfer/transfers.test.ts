import { describe, expect } from 'vitest'
import type { Recipient, Transfer } from '../../../../src/index'
import type { ListBody } from '../../../support/client'
import { actOn, createTransfer, payee, readTransfer, test, transferIn } from '../../../support/payouts'
import {
  clientWith,
  expectError,
  expectRefusal,
  expectSuccess,
  later,
  setUp,
  start,
} from '../../../support/set-up'

describe('200: creation (4.5)', () => {
  test('shows a transfer that waits, with its fee and a copy of the bank account', async ({ client }) => {
    const recipient = await payee(client)
    const given = { amount: 50_000, recipient: recipient.id, metadata: { run: '7' } }
    expect(await createTransfer(client, given)).toMatchObject({
      ...given,
      id: expect.stringMatching(/^trsf_test_[0-9a-z]{19}$/),
      deleted: false,
      bank_account: recipient.bank_account,
      balance_hold_at: null,
      created_at: start,
      currency: 'thb',
      fail_fast: false,
      failure_code: null,
      failure_message: null,
      fee: 2804,
      fee_vat: 196,
      net: 47_000,
      paid: false,
      paid_at: null,
      schedule: null,
      sendable: true,
      sent: false,
      sent_at: null,
      split_transfer_group_id: null,
      total_fee: 3000,
      transactions: [],
    })
  })

  test('without amount and recipient it is all there is, to the default recipient', async ({ client }) => {
    await createTransfer(client, { amount: 6094 })
    const transfer = expectSuccess(await client.post<Transfer>('/transfers'))
    const { data } = expectSuccess(await client.get<ListBody<Recipient>>('/recipients'))
    expect(transfer).toMatchObject({ amount: 90_000, net: 87_000, recipient: data[0]?.id })
    expect(data[0]?.default).toBe(true)
  })

  test('a blank recipient is none', async ({ client, sandbox }) => {
    const { recipient } = await createTransfer(client, { recipient: '' })
    expect(sandbox.recipients.get(recipient)?.default).toBe(true)
  })

  test('expand shows the recipient (wire-facts 1.4)', async ({ client }) => {
    const { id, recipient } = await createTransfer(client)
    const whole = expectSuccess(await client.get(`/recipients/${recipient}`))
    expect((await client.get(`/transfers/${id}?expand=true`)).body.recipient).toEqual(whole)
  })

  test('the copy of the bank account stays when the recipient changes', async ({ client }) => {
    const recipient = await payee(client)
    const { id, bank_account } = await createTransfer(client, { recipient: recipient.id })
    await client.patch(`/recipients/${recipient.id}`, { bank_account: { number: '5555555555' } })
    expect((await readTransfer(client, id)).bank_account).toEqual(bank_account)
  })
})

describe('creation refuses', () => {
  const bad = [
    ['a text for an amount', { amount: 'x' }, 'invalid_transfer', 'amount is not a number'],
    ['an amount of 0', { amount: 0 }, 'invalid_amount', 'amount must be greater than 0'],
    ['part of a subunit', { amount: 9.5 }, 'invalid_amount', 'amount must be an integer (in subunits)'],
    ['an unknown recipient', { recipient: 'recp_x' }, 'not_found', 'recipient recp_x was not found'],
  ] as const

  test.for(bad)('%s', async ([_, params, error, message], { client, sandbox }) => {
    await expectRefusal(sandbox, () => client.post('/transfers', params), error, { message })
  })

  test('all of nothing', async () => {
    const { client } = setUp()
    expectError(await client.post('/transfers'), 'invalid_transfer', {
      message: 'amount must be greater than 3000, and 0 can be transferred',
      fields: ['amount'],
    })
  })

  test('a deleted recipient', async ({ client }) => {
    const { id } = await payee(client)
    await client.delete(`/recipients/${id}`)
    const answer = await client.post('/transfers', { recipient: id })
    expectError(answer, 'not_found', { message: `recipient ${id} was not found` })
  })
})

describe('200: a transfer on its way (3.3)', () => {
  test('is sent, then paid', async ({ client, sandbox }) => {
    const { id } = await createTransfer(client, { amount: 50_000 })
    await sandbox.clock.advance('1h')
    const sent = await actOn(client, id, 'mark_as_sent')
    const [debit] = sent.transactions
    expect(sent).toMatchObject({ sent: true, paid: false, sendable: false, sent_at: later(start, 3_600_000) })
    const taken = { amount: 50_000, direction: 'debit', key: 'transfer.sent.debit', origin: id }
    expect(debit).toMatchObject(taken)
    expect(expectSuccess(await client.get(`/transactions/${debit?.id}`))).toEqual(debit)
    await sandbox.clock.advance('1h')
    const paid = await actOn(client, id, 'mark_as_paid')
    expect(paid).toEqual({ ...sent, paid: true, paid_at: later(start, 7_200_000) })
  })

  test('the transaction names the transfer, and shows it on request', async ({ client }) => {
    const { id, transactions } = await transferIn.sent(client)
    const { body } = await client.get(`/transactions/${transactions[0]?.id}?expand=true`)
    expect(body.origin).toMatchObject({ object: 'transfer', id })
  })

  test('waits until it is sent', async ({ client, sandbox }) => {
    const { id } = await createTransfer(client)
    await sandbox.clock.advance('60d')
    expect(await readTransfer(client, id)).toMatchObject({ sent: false, sendable: true })
  })
})

test('a transfer that was deleted can be read, in full, but is in no list', async ({ client }) => {
  const before = await createTransfer(client)
  const deleted = expectSuccess(await client.delete<Transfer>(`/transfers/${before.id}`))
  expect(deleted).toEqual({ ...before, deleted: true, sendable: false })
  expect(await readTransfer(client, before.id)).toEqual(deleted)
  expect(expectSuccess(await client.get<ListBody>('/transfers')).total).toBe(0)
})

describe('live mode', () => {
  test('the bank cannot be played in live mode', async ({ sandbox }) => {
    const client = clientWith(sandbox, sandbox.live.keys)
    await client.charge({ amount: 100_000 })
    await sandbox.clock.advance('7d')
    const { id, livemode } = await createTransfer(client)
    expect(livemode).toBe(true)
    const message = 'this operation exists in test mode only'
    for (const action of ['mark_as_sent', 'mark_as_paid'])
      expectError(await client.post(`/transfers/${id}/${action}`), 'not_found', { message })
    const params = { success: false, failure_code: 'transfer_failed' }
    expectError(await client.patch(`/transfers/${id}`, params), 'invalid_transfer', {
      message: 'an outcome can be reported in test mode only',
    })
  })
})
