import { describe, expect } from 'vitest'
import type { Transfer } from '../../../../src/index'
import type { Client, ListBody } from '../../../support/client'
import type { Params } from '../../../support/form'
import {
  actOn,
  createTransfer,
  payee,
  readTransfer,
  type TransferStanding,
  test,
  transferIn,
} from '../../../support/payouts'
import { expectError, expectRefusal, expectSuccess } from '../../../support/set-up'

describe('an obstacle to sending', () => {
  const spent = async (client: Client): Promise<void> => {
    const { data } = expectSuccess(await client.get<ListBody>('/charges'))
    await client.refund(data[0]?.id ?? '', { amount: 90_000 })
  }
  const deleted = (client: Client, recipient: string) => client.delete(`/recipients/${recipient}`)
  const renamed = (client: Client, recipient: string) =>
    client.patch(`/recipients/${recipient}`, { name: 'Another' })
  const notReady = 'the recipient is not verified, not active or deleted'
  const obstacles = [
    ['insufficient_balance', 'the balance does not cover the transfer', spent],
    ['invalid_recipient', notReady, deleted],
    ['invalid_recipient', notReady, renamed],
  ] as const

  test.for(obstacles)(
    '%s: without fail_fast it is refused',
    async ([_, text, arrange], { client, sandbox }) => {
      const recipient = await payee(client)
      const { id } = await createTransfer(client, { amount: 50_000, recipient: recipient.id })
      await arrange(client, recipient.id)
      const waiting = await readTransfer(client, id)
      expect(waiting).toMatchObject({ sendable: false, sent: false, failure_code: null })
      const send = () => client.post(`/transfers/${id}/mark_as_sent`)
      const message = `transfer is not sendable: ${text}`
      await expectRefusal(sandbox, send, 'invalid_transfer', { message })
    },
  )

  test.for(obstacles)('%s: with fail_fast it fails', async ([code, text, arrange], { client, sandbox }) => {
    const recipient = await payee(client)
    const { id } = await createTransfer(client, { amount: 50_000, recipient: recipient.id, fail_fast: true })
    await arrange(client, recipient.id)
    const failed = await actOn(client, id, 'mark_as_sent')
    expect(failed).toMatchObject({ sent: false, failure_code: code, failure_message: text, transactions: [] })
    expect(sandbox.events.last()).toMatchObject({ key: 'transfer.destroy', data: failed })
  })

  test('once the balance covers it again, it can be sent', async ({ client }) => {
    const { id } = await createTransfer(client, { amount: 50_000 })
    await spent(client)
    await client.charge({ amount: 100_000 })
    expect(await actOn(client, id, 'mark_as_sent')).toMatchObject({ sent: true })
  })

  test('a bank account that ends in 0004 fails before sending, 0005 after it', async ({ client }) => {
    const first = await createTransfer(client, { recipient: (await payee(client, '1234560004')).id })
    expect(await actOn(client, first.id, 'mark_as_sent')).toMatchObject({
      sent: false,
      failure_code: 'transfers_suspended',
      transactions: [],
    })
    const second = await createTransfer(client, { recipient: (await payee(client, '1234560005')).id })
    expect(await actOn(client, second.id, 'mark_as_sent')).toMatchObject({ sent: true, failure_code: null })
    expect(await actOn(client, second.id, 'mark_as_paid')).toMatchObject({
      sent: false,
      paid: false,
      failure_code: 'transfer_failed',
      transactions: [{ key: 'transfer.sent.debit' }, { key: 'transfer.failed.credit' }],
    })
  })
})

describe('PATCH /transfers/:id', () => {
  test('changes amount and metadata of a transfer that waits', async ({ client }) => {
    const before = await createTransfer(client, { amount: 50_000, metadata: { a: '1' } })
    const params = { amount: 96_094, metadata: { b: '2' } }
    const after = expectSuccess(await client.patch<Transfer>(`/transfers/${before.id}`, params))
    expect(after).toEqual({ ...before, ...params, net: 93_094 })
  })

  test('may use what the transfer has reserved itself, and no more', async ({ client }) => {
    await createTransfer(client, { amount: 40_000 })
    const { id } = await createTransfer(client, { amount: 50_000 })
    expectError(await client.patch(`/transfers/${id}`, { amount: 56_095 }), 'invalid_transfer', {
      message: 'amount must be less than or equal to balance (56094 can be transferred)',
    })
    expectSuccess(await client.patch(`/transfers/${id}`, { amount: 56_094 }))
    expectError(await client.patch(`/transfers/${id}`, { amount: 3000 }), 'invalid_transfer', {
      message: 'amount must be greater than 3000',
    })
  })

  test('reports the outcome: success is paid', async ({ client }) => {
    const { id } = await transferIn.sent(client)
    const answer = await client.patch<Transfer>(`/transfers/${id}`, { success: true })
    expect(expectSuccess(answer)).toMatchObject({ paid: true, failure_code: null })
  })

  const codes = [
    'insufficient_balance',
    'invalid_recipient',
    'transfers_suspended',
    'transfer_deleted',
    'transfer_sent',
    'transfer_failed',
  ] as const

  test.for(codes.flatMap((code) => (['pending', 'sent'] as const).map((state) => ({ code, state }))))(
    'reports the outcome: failure with $code when $state',
    async ({ code, state }, { client, sandbox }) => {
      const { id } = await transferIn[state](client)
      const params = { success: 'false', failure_code: code, failure_message: 'Says the bank' }
      const failed = expectSuccess(await client.patch<Transfer>(`/transfers/${id}`, params))
      const shown = { sent: false, paid: false, failure_code: code, failure_message: 'Says the bank' }
      expect(failed).toMatchObject(shown)
      expect(failed.transactions).toHaveLength(state === 'sent' ? 2 : 0)
      expect(sandbox.events.last()).toMatchObject({ key: 'transfer.destroy', data: failed })
    },
  )

  test('a bank that returns one without a reason fails it', async ({ client, sandbox }) => {
    const { id } = await transferIn.sent(client)
    sandbox.simulate.failTransfer(id)
    expect(await readTransfer(client, id)).toMatchObject({
      failure_code: 'transfer_failed',
      failure_message: 'the bank of the recipient returned the transfer',
    })
  })
})

describe('each state refuses some actions', () => {
  const transfer = (what: string) => ['invalid_transfer', `transfer ${what}`] as const
  const gone = ['failed_deletion', 'this object could not be deleted'] as const
  const refusals = {
    pending: { mark_as_paid: transfer('was not sent'), success: transfer('was not sent') },
    sent: { mark_as_sent: transfer('was already sent'), change: transfer('was already sent'), delete: gone },
    paid: {
      mark_as_sent: transfer('was already sent'),
      mark_as_paid: transfer('was already paid'),
      success: transfer('was already paid'),
      failure: transfer('was already paid'),
      change: transfer('was already sent'),
      delete: gone,
    },
    failed: {
      mark_as_sent: transfer('has failed'),
      mark_as_paid: transfer('has failed'),
      failure: transfer('has failed'),
      change: transfer('has failed'),
      delete: gone,
    },
    deleted: {
      mark_as_sent: transfer('was deleted'),
      mark_as_paid: transfer('was deleted'),
      success: transfer('was deleted'),
      failure: transfer('was deleted'),
      change: transfer('was deleted'),
      delete: gone,
    },
  } as const
  const rows = (Object.keys(transferIn) as TransferStanding[]).flatMap((state) =>
    Object.entries(refusals[state]).map(([action, [error, message]]) => ({ state, action, error, message })),
  )
  const forms: Readonly<Record<string, Params>> = {
    change: { amount: 5000 },
    success: { success: true },
    failure: { success: false, failure_code: 'transfer_failed' },
  }

  test.for(rows)('$action when $state: $message', async (row, { client, sandbox }) => {
    const { state, action, error, message } = row
    const path = `/transfers/${(await transferIn[state](client)).id}`
    const ask = () => {
      if (action === 'delete') return client.delete(path)
      const form = forms[action]
      return form === undefined ? client.post(`${path}/${action}`) : client.patch(path, form)
    }
    await expectRefusal(sandbox, ask, error, { message })
  })
})
