import { describe, expect } from 'vitest'
import type { Transfer } from '../../../../src/index'
import type { Client } from '../../../support/client'
import { balanceOf, createTransfer } from '../../../support/payouts'
import { clientWith, expectError, expectSuccess, test } from '../../../support/set-up'

const create = (client: Client, amount: number) => createTransfer(client, { amount })

type Step = readonly [what: string, total: number, transferable: number]

/** What each step does to an account with 96,094 satang and a transfer of 50,000. */
const ways: readonly (readonly Step[])[] = [
  [
    ['create', 96_094, 46_094],
    ['mark_as_sent', 46_094, 46_094],
    ['mark_as_paid', 46_094, 46_094],
  ],
  [
    ['create', 96_094, 46_094],
    ['fail', 96_094, 96_094],
  ],
  [
    ['create', 96_094, 46_094],
    ['mark_as_sent', 46_094, 46_094],
    ['fail', 96_094, 96_094],
  ],
  [
    ['create', 96_094, 46_094],
    ['change', 96_094, 76_094],
    ['delete', 96_094, 96_094],
  ],
]

const take = async (client: Client, what: string, id: string): Promise<void> => {
  const path = `/transfers/${id}`
  const outcome = { success: false, failure_code: 'transfer_failed' }
  if (what === 'fail') expectSuccess(await client.patch(path, outcome))
  else if (what === 'change') expectSuccess(await client.patch(path, { amount: 20_000 }))
  else if (what === 'delete') expectSuccess(await client.delete(path))
  else expectSuccess(await client.post(`${path}/${what}`))
}

describe('a transfer changes the balance (wire-facts 9.3)', () => {
  test.for(ways.map((steps) => ({ steps, name: steps.map(([what]) => what).join(', ') })))(
    '$name: an unsent one reduces transferable, a sent one the total, a failed one nothing',
    async ({ steps }, { client, sandbox }) => {
      await client.charge({ amount: 100_000 })
      let id = ''
      for (const [what, total, transferable] of steps) {
        if (what === 'create') id = (await create(client, 50_000)).id
        else await take(client, what, id)
        expect(await balanceOf(client)).toEqual([total, transferable])
        sandbox.restore(JSON.parse(JSON.stringify(sandbox)))
        expect(await balanceOf(client)).toEqual([total, transferable])
      }
    },
  )

  test('what several have reserved adds up; the last of it cannot be promised twice', async ({ client }) => {
    await client.charge({ amount: 100_000 })
    await create(client, 40_000)
    await create(client, 56_094)
    expect(await balanceOf(client)).toEqual([96_094, 0])
    expectError(await client.post('/transfers', { amount: 3001 }), 'invalid_transfer', {
      message: 'amount must be less than or equal to balance (0 can be transferred)',
    })
  })

  test('whichever is sent first gets what a refund has left', async ({ client }) => {
    const charge = await client.charge({ amount: 100_000 })
    const [first, second] = [await create(client, 40_000), await create(client, 56_094)]
    await client.refund(charge.id, { amount: 20_000 })
    expect(await balanceOf(client)).toEqual([76_094, -20_000])
    await take(client, 'mark_as_sent', second.id)
    expect(expectSuccess(await client.get(`/transfers/${first.id}`)).sendable).toBe(false)
    expectError(await client.post(`/transfers/${first.id}/mark_as_sent`), 'invalid_transfer', {
      message: 'transfer is not sendable: the balance does not cover the transfer',
    })
  })

  test('live money can be transferred when it is no longer held', async ({ sandbox }) => {
    const client = clientWith(sandbox, sandbox.live.keys)
    await client.charge({ amount: 100_000 })
    expectError(await client.post('/transfers', { amount: 10_000 }), 'invalid_transfer', {
      message: 'amount must be less than or equal to balance (0 can be transferred)',
    })
    await sandbox.clock.advance('7d')
    expect(expectSuccess(await client.post<Transfer>('/transfers')).amount).toBe(96_094)
    expect(await balanceOf(client)).toEqual([96_094, 0])
  })

  test('only a movement of the balance is a transaction', async ({ client, sandbox }) => {
    await client.charge({ amount: 100_000 })
    const { id } = await create(client, 50_000)
    await take(client, 'mark_as_sent', id)
    await take(client, 'mark_as_paid', id)
    const keys = sandbox.transactions.list().map((one) => [one.key, one.direction, one.amount])
    expect(keys).toEqual([
      ['charge.captured.net', 'credit', 96_094],
      ['transfer.sent.debit', 'debit', 50_000],
    ])
  })
})
