import { describe, expect } from 'vitest'
import type { Event } from '../../../../src/index'
import type { ListBody } from '../../../support/client'
import { day, later, start, test } from '../../../support/set-up'

describe('200: an event (2.6)', () => {
  test('has the time of its creation, and its deliveries', async ({ client }) => {
    const charge = await client.charge()
    const { data } = (await client.get<ListBody<Event>>('/events', { order: 'chronological' })).body
    const location = `/events/${data[0]?.id}`
    expect(data[0]).toMatchObject({ location, webhook_deliveries: [], data: charge, created_at: start })
  })

  test('shows its object at that time, whatever happens later', async ({ client, sandbox }) => {
    const { id } = await client.authorized({ description: 'then' })
    const first = sandbox.events.last()
    await sandbox.clock.advance('1d')
    await client.post(`/charges/${id}/capture`)
    const captured = sandbox.events.last()
    await client.patch(`/charges/${id}`, { description: 'now', metadata: { a: '1' } })
    await client.refund(id)
    await sandbox.clock.advance('1d')
    const read = async (event: Event | undefined) => (await client.get(`/events/${event?.id}`)).body
    expect(await read(first)).toEqual(first)
    expect(await read(captured)).toEqual(captured)
    expect(captured?.data).toMatchObject({ description: 'then', refunded_amount: 0, can_perform_void: true })
  })

  test('events of one moment have its time, and keep their order', async ({ client, sandbox }) => {
    for (let i = 0; i < 5; i += 1) await client.refund((await client.charge()).id, { amount: 1 })
    await sandbox.clock.advance(3)
    await client.customer()
    const events = sandbox.events.list()
    const ofOne = ['charge.create', 'charge.complete', 'refund.create']
    expect(events.map(({ key }) => key)).toEqual([...Array(5).fill(ofOne).flat(), 'customer.create'])
    expect(events.map(({ created_at }) => created_at)).toEqual([...Array(15).fill(start), later(start, 3)])
  })
})

describe('events are kept for 90 days (6 rule 4, 8)', () => {
  test('then they are gone from every list and from the library', async ({ client, sandbox }) => {
    const { id } = await client.authorized({ expires_at: later(start, 200 * day) })
    const { events } = sandbox
    const old = events.last()?.id ?? ''
    await sandbox.clock.advance(90 * day + 1)
    for (const path of ['/events', `/charges/${id}/events`])
      expect((await client.get(path)).body).toMatchObject({ total: 0, data: [] })
    expect([events.get(old), events.last(), events.count()]).toEqual([undefined, undefined, 0])
    expect(events.list()).toEqual([])
    await client.post(`/charges/${id}/capture`)
    for (const path of ['/events', `/charges/${id}/events`])
      expect((await client.get(path)).body).toMatchObject({ total: 1, data: [{ key: 'charge.update' }] })
  })
})
