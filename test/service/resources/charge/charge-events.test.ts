/** GET /charges/:id/events: the history of one payment. */
import { describe, expect } from 'vitest'
import type { Charge, Event } from '../../../../src/index'
import type { Client, ListBody } from '../../../support/client'
import type { Params } from '../../../support/form'
import { setUp, test } from '../../../support/set-up'

describe('200: the events of a charge (4.2, 4.7)', () => {
  test('are those about it and its refunds, and no others', async ({ client }) => {
    const { id } = await client.authorized()
    await client.charge()
    await client.post(`/charges/${id}/capture`)
    await client.refund(id, { amount: 1 })
    await client.customer()
    const { body } = await client.get<ListBody<Event>>(`/charges/${id}/events`, { order: 'chronological' })
    expect(body.data.map(({ key }) => key)).toEqual(['charge.create', 'charge.update', 'refund.create'])
    expect(body.location).toBe(`/charges/${id}/events`)
  })
})

describe('200: the events of a charge by source (assumption `charge-events`)', () => {
  const keysOf = async (client: Client, id: string, params: Params = {}) =>
    (await client.get<ListBody<Event>>(`/charges/${id}/events`, params)).body.data.map(({ key }) => key)

  test.each(['of its own', 'made with the charge'])('begin with the making of a source %s', async (which) => {
    const { client } = setUp()
    const details = { type: 'promptpay', amount: 10_000, currency: 'thb' }
    await client.post('/sources', details)
    const made = await client.post<{ id: string }>('/sources', details)
    const source = which === 'of its own' ? made.body.id : { type: 'promptpay' }
    const charge = await client.post<Charge>('/charges', { amount: 10_000, currency: 'thb', source })
    await client.post(`/charges/${charge.body.id}/mark_as_paid`)
    const paid = ['charge.complete', 'source.update', 'source.successful']
    const all = ['source.create', 'charge.create', ...paid]
    expect(await keysOf(client, charge.body.id, { order: 'chronological' })).toEqual(all)
    expect(await keysOf(client, charge.body.id)).toEqual([...all].reverse())
    expect(await keysOf(client, charge.body.id, { order: 'chronological', offset: 1, limit: 2 })).toEqual(
      all.slice(1, 3),
    )
  })

  test('are those that are left, once the making of the source is 90 days old', async () => {
    const { client, sandbox } = setUp()
    const details = { type: 'promptpay', amount: 10_000, currency: 'thb' }
    const source = (await client.post<{ id: string }>('/sources', details)).body.id
    await sandbox.clock.advance('1d')
    const charge = await client.post<Charge>('/charges', { amount: 10_000, currency: 'thb', source })
    await sandbox.clock.advance('89d12h')
    expect(await keysOf(client, charge.body.id, { order: 'chronological' })).toEqual([
      'charge.create',
      'charge.update',
      'source.failed',
    ])
  })
})
