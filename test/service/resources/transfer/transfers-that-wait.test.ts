/** Assumption `transfers-that-wait`: to a recipient that is not verified and active yet (wire-facts 9.2). */
import { describe, expect, test } from 'vitest'
import type { Transfer } from '../../../../src/index'
import { makeControl } from '../../../support/control'
import {
  actOn,
  balanceOf,
  createRecipient,
  createTransfer,
  goodAccount,
  readTransfer,
  rich,
  verifyRecipient,
} from '../../../support/payouts'
import { expectError, expectSuccess, stateOf } from '../../../support/set-up'

/** A transfer of 50,000 of the 96,094 satang that there are, to a recipient that was just made. */
const waiting = async (params: { number?: string; fail_fast?: boolean } = {}) => {
  const setup = await rich()
  const { number = goodAccount.number, ...given } = params
  const recipient = await createRecipient(setup.client, { bank_account: { ...goodAccount, number } })
  const transfer = await createTransfer(setup.client, { amount: 50_000, recipient: recipient.id, ...given })
  return { ...setup, recipient: recipient.id, id: transfer.id, transfer }
}

const notSendable = 'transfer is not sendable: the recipient is not verified, not active or deleted'

describe('a transfer to a recipient that is not verified', () => {
  test.each([
    ['nor active', false],
    ['though active', true],
  ])('%s is made, cannot be sent, and reserves its amount', async (_, auto_activate_recipients) => {
    const { client } = await rich()
    expectSuccess(await client.patch('/account', { auto_activate_recipients }))
    const { id: recipient } = await createRecipient(client)
    const transfer = await createTransfer(client, { amount: 50_000, recipient })
    const waits = { sendable: false, sent: false, failure_code: null, transactions: [] }
    expect(transfer).toMatchObject({ ...waits, recipient, bank_account: { last_digits: '7890' } })
    expect(await balanceOf(client)).toEqual([96_094, 46_094])
    expect((await client.get('/transfers')).body).toMatchObject({ total: 1 })
  })

  test('mark_as_sent and simulate/send-transfer refuse it, and change nothing', async () => {
    const { client, sandbox, id } = await waiting()
    const before = stateOf(sandbox)
    const send = await client.post(`/transfers/${id}/mark_as_sent`)
    expectError(send, 'invalid_transfer', { message: notSendable })
    const pay = await client.post(`/transfers/${id}/mark_as_paid`)
    expectError(pay, 'invalid_transfer', { message: 'transfer was not sent' })
    const { status, body } = await makeControl(sandbox).post('/simulate/send-transfer', { transfer: id })
    expect([status, body]).toMatchObject([400, { error: { code: 'invalid_transfer', message: notSendable } }])
    expect(stateOf(sandbox)).toBe(before)
  })

  test('can be changed, deleted, and reported as failed', async () => {
    const { client, id, recipient } = await waiting()
    const changed = await client.patch<Transfer>(`/transfers/${id}`, { amount: 20_000, metadata: { a: '1' } })
    expect(expectSuccess(changed)).toMatchObject({ amount: 20_000, sendable: false })
    const failure = { success: false, failure_code: 'invalid_recipient' }
    expectSuccess(await client.patch(`/transfers/${id}`, failure))
    const { id: other } = await createTransfer(client, { amount: 20_000, recipient })
    expect(expectSuccess(await client.delete<Transfer>(`/transfers/${other}`)).deleted).toBe(true)
    await verifyRecipient(client, recipient)
    expect(await readTransfer(client, id)).toMatchObject({ sent: false, failure_code: 'invalid_recipient' })
    expect(await readTransfer(client, other)).toMatchObject({ sent: false, deleted: true })
    expect(await balanceOf(client)).toEqual([96_094, 96_094])
  })

  test('with fail_fast fails when it is sent by hand', async () => {
    const { client, id } = await waiting({ fail_fast: true })
    expect(await actOn(client, id, 'mark_as_sent')).toMatchObject({ failure_code: 'invalid_recipient' })
  })
})

describe('the verification of its recipient', () => {
  type Verify = (setup: Awaited<ReturnType<typeof waiting>>) => Promise<unknown>
  const verifications: [name: string, verify: Verify][] = [
    ['POST verify', ({ client, recipient }) => client.post(`/recipients/${recipient}/verify`)],
    ['PATCH verify', ({ client, recipient }) => client.patch(`/recipients/${recipient}/verify`)],
    ['simulate', async ({ sandbox, recipient }) => sandbox.simulate.verifyRecipient(recipient)],
  ]
  test.each(verifications)('by %s sends it, and it can be paid', async (_, verify) => {
    const setup = await waiting()
    const { client, sandbox, id } = setup
    await sandbox.clock.advance('1h')
    await verify(setup)
    const sent = await readTransfer(client, id)
    expect(sent).toMatchObject({ sent: true, sendable: false, sent_at: '2026-01-15T10:00:00.000Z' })
    expect(sent.transactions).toMatchObject([{ key: 'transfer.sent.debit', amount: 50_000 }])
    expect(await balanceOf(client)).toEqual([46_094, 46_094])
    const keys = sandbox.events.list().map(({ key }) => key)
    expect(keys.slice(-2)).toEqual(['recipient.verify', 'transfer.update'])
    expect(await actOn(client, id, 'mark_as_paid')).toMatchObject({ paid: true })
  })

  test('leaves nothing to do for mark_as_sent, which is no mistake then', async () => {
    const { client, sandbox, recipient, id } = await waiting()
    await verifyRecipient(client, recipient)
    const before = stateOf(sandbox)
    const sent = await readTransfer(client, id)
    expect(await actOn(client, id, 'mark_as_sent')).toEqual(sent)
    expect(stateOf(sandbox)).toBe(before)
  })

  test('sends all that wait for it, oldest first, and no other', async () => {
    const { client, sandbox, recipient, id } = await waiting()
    const { id: second } = await createTransfer(client, { amount: 10_000, recipient })
    const { id: other } = await createTransfer(client, { amount: 10_000 })
    const unverified = (await createRecipient(client)).id
    const { id: otherTransfer } = await createTransfer(client, { recipient: unverified })
    await verifyRecipient(client, recipient)
    const sent = sandbox.transfers.list(({ sent: isSent }) => isSent)
    expect(sent.map((transfer) => transfer.id)).toEqual([id, second])
    expect(sandbox.events.list().slice(-2)).toMatchObject([{ data: { id } }, { data: { id: second } }])
    expect(await readTransfer(client, other)).toMatchObject({ sendable: true, sent: false })
    expect(await readTransfer(client, otherTransfer)).toMatchObject({ sendable: false, sent: false })
    const { id: later } = await createTransfer(client, { amount: 10_000, recipient })
    await verifyRecipient(client, recipient)
    expect(await readTransfer(client, later)).toMatchObject({ sendable: true, sent: false })
  })

  test('lets what the balance does not cover any more wait on, or with fail_fast fail', async () => {
    for (const [fail_fast, failure_code] of [
      [false, null],
      [true, 'insufficient_balance'],
    ] as const) {
      const { client, sandbox, recipient, id } = await waiting({ fail_fast })
      await client.refund(sandbox.charges.last()?.id ?? '', { amount: 90_000 })
      await verifyRecipient(client, recipient)
      expect(await readTransfer(client, id)).toMatchObject({ sendable: false, sent: false, failure_code })
      if (fail_fast) continue
      await client.charge({ amount: 100_000 })
      expect(await readTransfer(client, id)).toMatchObject({ sendable: true, sent: false })
      expect(await actOn(client, id, 'mark_as_sent')).toMatchObject({ sent: true })
      expectError(await client.post(`/transfers/${id}/mark_as_sent`), 'invalid_transfer', {
        message: 'transfer was already sent',
      })
    }
  })

  test.each([
    ['that the bank refuses sends nothing', { number: '1234560001' }, false, null],
    ['that the bank refuses fails nothing', { number: '1234560001', fail_fast: true }, false, null],
    ['fails what its bank does not take', { number: '1234560004' }, true, 'transfers_suspended'],
  ])('%s', async (_, params, verified, failure_code) => {
    const { client, recipient, id } = await waiting(params)
    expect((await verifyRecipient(client, recipient)).verified).toBe(verified)
    expect(await readTransfer(client, id)).toMatchObject({ sent: false, failure_code })
  })

  test('is waited for again where a recipient has become another', async () => {
    const { client, recipient } = await waiting()
    await verifyRecipient(client, recipient)
    const { id } = await createTransfer(client, { amount: 10_000, recipient })
    await client.patch(`/recipients/${recipient}`, { name: 'Another' })
    const { id: next } = await createTransfer(client, { amount: 10_000, recipient })
    expect(await readTransfer(client, id)).toMatchObject({ sendable: false })
    await verifyRecipient(client, recipient)
    // The first one was made for a recipient that could be paid, and is sent by hand.
    expect(await readTransfer(client, id)).toMatchObject({ sendable: true, sent: false })
    expect(await readTransfer(client, next)).toMatchObject({ sent: true })
  })
})
