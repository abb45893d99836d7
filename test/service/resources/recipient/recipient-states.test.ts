import { describe, expect } from 'vitest'
import type { Recipient } from '../../../../src/index'
import {
  createRecipient,
  goodAccount,
  listRecipients,
  readRecipient,
  verifyRecipient,
} from '../../../support/payouts'
import { clientWith, expectError, expectSuccess, later, setUp, start, test } from '../../../support/set-up'

describe('verification (4.5)', () => {
  test.for(['post', 'patch'] as const)('by %s: from now on', async (method, { client, sandbox }) => {
    const { id } = await createRecipient(client)
    await sandbox.clock.advance('1h')
    const now = later(start, 3_600_000)
    const verified = expectSuccess(await client[method](`/recipients/${id}/verify`))
    expect(verified).toMatchObject({ verified: true, active: true, verified_at: now, activated_at: now })
  })

  test.for([
    ['0001', 'name_mismatch'],
    ['0002', 'account_not_found'],
    ['0003', 'bank_not_found'],
  ] as const)(
    'of a bank account that ends in %s fails with %s',
    async ([ending, code], { client, sandbox }) => {
      const bank_account = { ...goodAccount, number: `123456${ending}` }
      const { id } = await createRecipient(client, { bank_account })
      const failed = await verifyRecipient(client, id)
      expect(failed).toMatchObject({ verified: false, active: false, failure_code: code, verified_at: null })
      expect(sandbox.events.last()).toMatchObject({ key: 'recipient.update', data: failed })
      const params = { bank_account: { number: '1234567890' } }
      expect(expectSuccess(await client.patch(`/recipients/${id}`, params)).failure_code).toBeNull()
      expect(await verifyRecipient(client, id)).toMatchObject({ verified: true, failure_code: null })
    },
  )

  test('leading zeros make no ending: a bank verifies the account 0000001', async ({ client }) => {
    const { id } = await createRecipient(client, { bank_account: { ...goodAccount, number: '0000001' } })
    expect(await verifyRecipient(client, id)).toMatchObject({ verified: true, failure_code: null })
  })

  test('can be repeated', async ({ client }) => {
    const { id } = await createRecipient(client)
    await verifyRecipient(client, id)
    expect(await verifyRecipient(client, id)).toMatchObject({ verified: true })
  })

  test('activates once, and not where the bank refuses: an event of omise says so', async () => {
    const { client, sandbox } = setUp({ overrides: { eventKeys: 'omise' } })
    const number = '1234560001'
    const { id } = await createRecipient(client, { bank_account: { ...goodAccount, number } })
    const activated = () => sandbox.events.list(({ key }) => key === 'recipient.activate').length
    await verifyRecipient(client, id)
    expect(activated()).toBe(0)
    await client.patch(`/recipients/${id}`, { bank_account: { number: '1234567890' } })
    for (let i = 0; i < 2; i += 1) await verifyRecipient(client, id)
    expect(activated()).toBe(1)
  })

  test('does not exist in live mode', async ({ sandbox }) => {
    const client = clientWith(sandbox, sandbox.live.keys)
    const { id } = await createRecipient(client)
    expectError(await client.post(`/recipients/${id}/verify`), 'not_found', {
      message: 'this operation exists in test mode only',
    })
    expect(await readRecipient(client, id)).toMatchObject({ livemode: true, verified: false })
  })
})

describe('deletion', () => {
  test('shows it once more in full; then it is not found and not listed', async ({ client, sandbox }) => {
    const { id } = await createRecipient(client)
    const verified = await verifyRecipient(client, id)
    const deleted = expectSuccess(await client.delete<Recipient>(`/recipients/${id}`))
    expect(deleted).toEqual({ ...verified, deleted: true, active: false, verified: false })
    expect((await listRecipients(client)).data.map((one) => one.id)).not.toContain(id)
    expect(sandbox.recipients.get(id)).toEqual(deleted)
  })

  test.for(['get', 'patch', 'delete', 'verify'] as const)(
    '%s of a deleted recipient is 404',
    async (way, { client }) => {
      const { id } = await createRecipient(client)
      await client.delete(`/recipients/${id}`)
      const path = `/recipients/${id}`
      const answer = way === 'verify' ? await client.post(`${path}/verify`) : await client[way](path)
      expectError(answer, 'not_found', { message: `recipient ${id} was not found` })
    },
  )
})
