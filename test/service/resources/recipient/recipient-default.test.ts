import { describe, expect } from 'vitest'
import type { ListBody } from '../../../support/client'
import {
  createRecipient,
  defaultRecipient,
  listRecipients,
  readRecipient,
  verifyRecipient,
} from '../../../support/payouts'
import {
  clientWith,
  expectError,
  expectSuccess,
  later,
  plainSandbox,
  setUp,
  start,
  stateOf,
  test,
} from '../../../support/set-up'

describe('the default recipient', () => {
  test('is there from the start, verified and active, without a row or an event', async ({
    client,
    sandbox,
  }) => {
    const before = stateOf(sandbox)
    const { data, total } = await listRecipients(client)
    expect(total).toBe(1)
    expect(data[0]).toMatchObject({
      id: expect.stringMatching(/^recp_test_[0-9a-z]{19}$/),
      default: true,
      active: true,
      verified: true,
      description: 'Default recipient',
      bank_account: {
        bank_code: 'test',
        brand: 'Test Bank',
        last_digits: '6789',
        name: 'DEFAULT BANK ACCOUNT',
      },
      created_at: start,
      verified_at: start,
      activated_at: start,
    })
    expect(await readRecipient(client, data[0]?.id ?? '')).toEqual(data[0])
    expect(sandbox.recipients.list()).toEqual(data)
    expect(sandbox.recipients.last()).toEqual(data[0])
    expect(stateOf(sandbox)).toBe(before)
  })

  test('has the same id in every sandbox, and another one in live mode and in each account', async () => {
    const { client, sandbox } = setUp()
    const { id } = await defaultRecipient(client)
    expect(plainSandbox({ randomSeed: 'other' }).recipients.last()?.id).toBe(id)
    const live = await defaultRecipient(clientWith(sandbox, sandbox.live.keys))
    const other = await defaultRecipient(clientWith(sandbox, sandbox.createAccount().keys))
    expect(live.id).toMatch(/^recp_[0-9a-z]{19}$/)
    expect(new Set([id, live.id.replace('_', '_test_'), other.id]).size).toBe(3)
    expectError(await client.get(`/recipients/${live.id}`), 'not_found', { message: /^recipient recp_/ })
  })

  test('uses no random ids: a seed gives the same ids with and without a read of it', async () => {
    const ids = await Promise.all(
      [false, true].map(async (looks) => {
        const { client } = setUp()
        if (looks) await listRecipients(client)
        return (await createRecipient(client)).id
      }),
    )
    expect(ids[0]).toBe(ids[1])
  })

  test.for(['1h', '0s'])(
    'is before a recipient made %s later, also once it changes',
    async (time, { client, sandbox }) => {
      await sandbox.clock.advance(time)
      const { id } = await createRecipient(client)
      const order = async () =>
        (await client.get<ListBody>('/recipients', { order: 'chronological' })).body.data.map((one) => one.id)
      const before = await order()
      expect(before[1]).toBe(id)
      expectSuccess(await client.patch(`/recipients/${before[0]}`, { description: 'Ours' }))
      expect(await order()).toEqual(before)
      const newer = await client.get<ListBody>('/recipients', { from: later(start, 1) })
      expect(newer.body.total).toBe(time === '1h' ? 1 : 0)
    },
  )

  test('can be changed, which says so, but not deleted', async ({ client, sandbox }) => {
    const { id } = await defaultRecipient(client)
    expectError(await client.delete(`/recipients/${id}`), 'failed_deletion')
    const params = { bank_account: { brand: 'scb', number: '9876543210' } }
    const changed = expectSuccess(await client.patch(`/recipients/${id}`, params))
    expect(changed).toMatchObject({ default: true, verified: false, active: true })
    expect(changed.bank_account).toMatchObject({ bank_code: 'scb', name: 'DEFAULT BANK ACCOUNT' })
    expect(await verifyRecipient(client, id)).toMatchObject({ verified: true })
    expectError(await client.delete(`/recipients/${id}`), 'failed_deletion')
    expect(sandbox.events.list().map((event) => event.key)).toEqual(['recipient.update', 'recipient.verify'])
  })

  test('survives a restart, and comes back with a reset', async ({ client, sandbox }) => {
    const original = await defaultRecipient(client)
    expectSuccess(await client.patch(`/recipients/${original.id}`, { description: 'Ours' }))
    sandbox.restore(JSON.parse(JSON.stringify(sandbox)))
    expect((await defaultRecipient(client)).description).toBe('Ours')
    sandbox.reset()
    expect(await defaultRecipient(client)).toEqual(original)
  })
})
