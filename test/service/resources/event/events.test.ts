import { describe, expect } from 'vitest'
import type { Event } from '../../../../src/index'
import type { ListBody } from '../../../support/client'
import { day, expectError, expectSuccess, later, setUp, start, test } from '../../../support/set-up'

describe('200: an event (2.6)', () => {
  test('holds the whole object, its location and the time of its creation', async ({ client }) => {
    const charge = await client.charge()
    const { data } = (await client.get<ListBody<Event>>('/events', { order: 'chronological' })).body
    expect(data[0]).toEqual({
      object: 'event',
      id: expect.stringMatching(/^evnt_test_[0-9a-z]{19}$/),
      livemode: false,
      location: `/events/${data[0]?.id}`,
      webhook_deliveries: [],
      data: charge,
      key: 'charge.create',
      created_at: start,
    })
    expect((await client.get(`/events/${data[0]?.id}`)).body).toEqual(data[0])
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

  test('events of one moment have the time of the clock, and keep their order', async () => {
    const { client, sandbox } = setUp()
    for (let i = 0; i < 5; i += 1) await client.refund((await client.charge()).id, { amount: 1 })
    await sandbox.clock.advance(3)
    await client.customer()
    const events = sandbox.events.list()
    const ofOne = ['charge.create', 'charge.complete', 'refund.create']
    expect(events.map(({ key }) => key)).toEqual([...Array(5).fill(ofOne).flat(), 'customer.create'])
    expect(events.map(({ created_at }) => created_at)).toEqual([...Array(15).fill(start), later(start, 3)])
  })
})

describe('200 and 404: events are kept for 90 days (6 rule 4, 8)', () => {
  test('then they are gone from every list and answer 404', async ({ client, sandbox }) => {
    const { id } = await client.authorized({ expires_at: later(start, 200 * day) })
    const old = sandbox.events.last()?.id
    await sandbox.clock.advance(90 * day)
    expectSuccess(await client.get(`/events/${old}`))
    await sandbox.clock.advance(1)
    expectError(await client.get(`/events/${old}`), 'not_found', { message: `event ${old} was not found` })
    for (const path of ['/events', `/charges/${id}/events`])
      expect((await client.get(path)).body).toMatchObject({ total: 0, data: [] })
    await client.post(`/charges/${id}/capture`)
    for (const path of ['/events', `/charges/${id}/events`])
      expect((await client.get(path)).body).toMatchObject({ total: 1, data: [{ key: 'charge.update' }] })
  })

  test('the typed reader keeps them as long as the API does', async ({ client, sandbox }) => {
    await client.charge()
    const id = sandbox.events.last()?.id ?? ''
    await sandbox.clock.advance('91d')
    expect([sandbox.events.get(id), sandbox.events.last(), sandbox.events.count()]).toEqual([
      undefined,
      undefined,
      0,
    ])
    expect(sandbox.events.list()).toEqual([])
  })
})
