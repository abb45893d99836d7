/** GET /charges/:id/events: the history of one payment. */
import { describe, expect } from 'vitest'
import type { Event } from '../../../../src/index'
import type { Client, ListBody } from '../../../support/client'
import type { Params } from '../../../support/form'
import { test } from '../../../support/set-up'

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
  const order = { amount: 10_000, currency: 'thb' } as const
  const keysOf = async (client: Client, id: string, params: Params = {}) =>
    (await client.get<ListBody<Event>>(`/charges/${id}/events`, params)).body.data.map(({ key }) => key)

  test.for(['of its own', 'made with the charge'])(
    'begin with the making of a source %s',
    async (which, { client }) => {
      await client.post('/sources', { ...order, type: 'promptpay' })
      const made = (await client.post('/sources', { ...order, type: 'promptpay' })).body.id
      const source = which === 'of its own' ? made : { type: 'promptpay' }
      const { id } = (await client.post('/charges', { ...order, source })).body
      await client.post(`/charges/${id}/mark_as_paid`)
      const paid = ['charge.complete', 'source.update', 'source.successful']
      const all = ['source.create', 'charge.create', ...paid]
      expect(await keysOf(client, id, { order: 'chronological' })).toEqual(all)
      expect(await keysOf(client, id)).toEqual([...all].reverse())
      const page = { order: 'chronological', offset: 1, limit: 2 }
      expect(await keysOf(client, id, page)).toEqual(all.slice(1, 3))
    },
  )

  test('are those that are left, once its source was made 90 days ago', async ({ client, sandbox }) => {
    const source = (await client.post('/sources', { ...order, type: 'promptpay' })).body.id
    await sandbox.clock.advance('1d')
    const { id } = (await client.post('/charges', { ...order, source })).body
    await sandbox.clock.advance('89d12h')
    const left = ['charge.create', 'charge.update', 'source.failed']
    expect(await keysOf(client, id, { order: 'chronological' })).toEqual(left)
  })
})
