import { describe, expect } from 'vitest'
import type { Schedule } from '../../../../src/index'
import type { Client } from '../../../support/client'
import { payee } from '../../../support/payouts'
import {
  courseOf,
  createSchedule,
  declining,
  keysOf,
  occurrencesOf,
  readSchedule,
  test,
  withCustomer,
} from '../../../support/schedules'
import { expectError, expectRefusal, expectSuccess } from '../../../support/set-up'

const act = (client: Client, id: string, action: 'suspend' | 'activate') =>
  client.post<Schedule>(`/schedules/${id}/${action}`)

describe('suspended, activated, deleted', () => {
  test('days on which it is suspended are skipped (assumption suspended-schedule)', async ({ setup }) => {
    const { client, sandbox } = setup
    const { id } = await createSchedule(setup)
    await sandbox.clock.advance('1d')
    expect(expectSuccess(await act(client, id, 'suspend'))).toMatchObject({
      status: 'suspended',
      active: false,
      state: 'Paused',
      next_occurrences_on: [],
    })
    await sandbox.clock.advance('5d')
    expect(await courseOf(client, id)).toBe('01-16 successful, 01-17 skipped')
    expect((await occurrencesOf(client, id))[1]?.message).toBe('schedule was suspended')
    const active = expectSuccess(await act(client, id, 'activate'))
    expect(active).toMatchObject({ status: 'running', active: true, state: 'Active' })
    expect(active.next_occurrences_on[0]).toBe('2026-01-22')
    await sandbox.clock.advance('1d')
    expect(await courseOf(client, id)).toBe(
      '01-16 successful, 01-17 skipped, 01-22 successful, 01-23 scheduled',
    )
  })

  test('activated before its day nothing is lost', async ({ setup }) => {
    const { id } = await createSchedule(setup)
    await act(setup.client, id, 'suspend')
    const active = expectSuccess(await act(setup.client, id, 'activate'))
    expect(active.next_occurrences_on[0]).toBe('2026-01-16')
    await setup.sandbox.clock.advance('1d')
    expect(await courseOf(setup.client, id)).toBe('01-16 successful, 01-17 scheduled')
  })

  test('without its own card it is not activated, whatever other card its customer has', async ({
    setup,
  }) => {
    const { client, customer, sandbox } = setup
    const token = (await client.token('5555555555554444')).id
    expectSuccess(await client.patch(`/customers/${customer}`, { card: token }))
    const card = (await client.cards(customer))[1]?.id ?? ''
    const { id } = await createSchedule(setup, { charge: { customer, card, amount: 10_000 } })
    await act(client, id, 'suspend')
    expectSuccess(await client.delete(`/customers/${customer}/cards/${card}`))
    const message = `card ${card} was not found`
    await expectRefusal(sandbox, () => act(client, id, 'activate'), 'not_found', { message })
  })

  test('activated with one day left it is expiring, with none expired', async ({ setup }) => {
    const { client, sandbox } = setup
    const { id } = await createSchedule(setup, { end_on: '2026-01-17' })
    await act(client, id, 'suspend')
    await sandbox.clock.advance('1d')
    expect((await act(client, id, 'activate')).body.status).toBe('expiring')
    await act(client, id, 'suspend')
    await sandbox.clock.advance('2d')
    expect((await act(client, id, 'activate')).body).toMatchObject({
      status: 'expired',
      ended_at: '2026-01-18T09:00:00.000Z',
    })
  })

  test('a day that was run before its time is not charged again after an activation', async () => {
    const setup = await withCustomer(declining)
    const { client, sandbox } = setup
    const { id } = await createSchedule(setup, { end_on: '2026-01-17' })
    sandbox.simulate.runSchedule(id)
    sandbox.simulate.runSchedule(id)
    await act(client, id, 'suspend')
    expect((await act(client, id, 'activate')).body.status).toBe('expired')
    expect(await courseOf(client, id)).toBe('01-16 failed, 01-17 failed')
  })

  test('suspending drops the tries that were to come', async () => {
    const setup = await withCustomer(declining)
    const { id } = await createSchedule(setup, { every: 10 })
    await setup.sandbox.clock.advance('1d')
    await act(setup.client, id, 'suspend')
    await setup.sandbox.clock.advance('3d')
    expect(setup.sandbox.charges.count()).toBe(1)
    expect((await occurrencesOf(setup.client, id))[0]?.retry_on).toBe(null)
  })

  test('a deleted schedule can be read and does nothing more', async ({ setup }) => {
    const { id } = await createSchedule(setup)
    const deleted = expectSuccess(await setup.client.delete<Schedule>(`/schedules/${id}`))
    expect(deleted).toMatchObject({
      status: 'deleted',
      deleted: true,
      active: false,
      next_occurrences_on: [],
      ended_at: '2026-01-15T09:00:00.000Z',
    })
    await setup.sandbox.clock.advance('5d')
    expect(setup.sandbox.charges.count()).toBe(0)
    expect(await courseOf(setup.client, id)).toBe('01-16 skipped')
  })
})

const ways = {
  running: async () => {},
  suspended: (client, id) => act(client, id, 'suspend'),
  deleted: (client, id) => client.delete(`/schedules/${id}`),
} satisfies Record<string, (client: Client, id: string) => Promise<unknown>>

describe('400 and 422: its state does not allow it', () => {
  test.for([
    ['running', 'activate', 'bad_request', 'schedule is already active'],
    ['suspended', 'suspend', 'bad_request', 'schedule is already suspended'],
    ['deleted', 'suspend', 'bad_request', 'schedule was deleted'],
    ['deleted', 'activate', 'bad_request', 'schedule was deleted'],
    ['deleted', 'delete', 'failed_deletion', 'schedule was already deleted'],
  ] as const)('a schedule that is %s: %s', async ([state, action, name, message], { setup }) => {
    const { id } = await createSchedule(setup)
    await ways[state](setup.client, id)
    const ask = () =>
      action === 'delete' ? setup.client.delete(`/schedules/${id}`) : act(setup.client, id, action)
    await expectRefusal(setup.sandbox, ask, name, { message })
  })
})

describe('a schedule loses its customer, card or recipient (assumption schedule-orphans)', () => {
  test('deleting the customer suspends the schedule, for good', async ({ setup }) => {
    const { id } = await createSchedule(setup)
    await setup.client.delete(`/customers/${setup.customer}`)
    expect((await readSchedule(setup.client, id)).status).toBe('suspended')
    expect(keysOf(setup.sandbox, /destroy|suspend/)).toEqual(['customer.destroy', 'schedule.suspend'])
    await setup.sandbox.clock.advance('3d')
    expect(setup.sandbox.charges.count()).toBe(0)
    expectError(await act(setup.client, id, 'activate'), 'not_found', { message: /was not found$/ })
  })

  test('deleting the last card suspends it; with a new one it can be activated', async ({ setup }) => {
    const { client, customer } = setup
    const { id } = await createSchedule(setup)
    const [card] = await client.cards(customer)
    await client.delete(`/customers/${customer}/cards/${card?.id}`)
    expect((await readSchedule(client, id)).status).toBe('suspended')
    expectError(await act(client, id, 'activate'), 'invalid_charge', { message: 'customer has no card' })
    await client.patch(`/customers/${customer}`, { card: (await client.token()).id })
    expect((await act(client, id, 'activate')).body.status).toBe('running')
    await setup.sandbox.clock.advance('1d')
    expect(setup.sandbox.charges.last()?.paid).toBe(true)
  })

  test('deleting another card leaves it alone', async ({ setup, client, customer }) => {
    await client.patch(`/customers/${customer}`, { card: (await client.token()).id })
    const [first, second] = await client.cards(customer)
    const byDefault = await createSchedule(setup)
    const named = await createSchedule(setup, { charge: { customer, card: second?.id, amount: 10_000 } })
    await client.delete(`/customers/${customer}/cards/${first?.id}`)
    expect((await readSchedule(client, byDefault.id)).status).toBe('running')
    await client.patch(`/customers/${customer}`, { card: (await client.token()).id })
    await client.delete(`/customers/${customer}/cards/${second?.id}`)
    expect((await readSchedule(client, byDefault.id)).status).toBe('running')
    expect((await readSchedule(client, named.id)).status).toBe('suspended')
  })

  test('deleting the recipient suspends its transfers', async ({ setup }) => {
    const { id: recipient } = await payee(setup.client)
    const transfer = { recipient, amount: 5000 }
    const { id } = await createSchedule(setup, { charge: undefined, transfer })
    await setup.client.delete(`/recipients/${recipient}`)
    expect((await readSchedule(setup.client, id)).status).toBe('suspended')
    expectError(await act(setup.client, id, 'activate'), 'not_found', { message: /was not found$/ })
  })
})
