import { describe, expect } from 'vitest'
import { createRecipient, payee } from '../../../support/payouts'
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
import { expectSuccess } from '../../../support/set-up'

describe('the days of a schedule', () => {
  test('charges happen at 01:30 UTC of their day, however far the clock is moved', async ({ setup }) => {
    const { id } = await createSchedule(setup, { every: 10, end_on: '2026-02-28' })
    await setup.sandbox.clock.set('2026-01-16T01:29:59.999Z')
    expect(setup.sandbox.charges.count()).toBe(0)
    await setup.sandbox.clock.advance('1ms')
    expect(setup.sandbox.charges.last()).toMatchObject({
      schedule: id,
      customer: setup.customer,
      amount: 10_000,
      paid: true,
      created_at: '2026-01-16T01:30:00.000Z',
    })
    await setup.sandbox.clock.advance('60d')
    const times = setup.sandbox.charges.list().map((charge) => charge.created_at.slice(0, 16))
    const days = ['2026-01-16', '2026-01-26', '2026-02-05', '2026-02-15', '2026-02-25']
    expect(times).toEqual(days.map((day) => `${day}T01:30`))
  })

  test('the record of the next day is made when the day before it has happened', async ({ setup }) => {
    const { id } = await createSchedule(setup, { every: 3 })
    expect(await courseOf(setup.client, id)).toBe('01-16 scheduled')
    await setup.sandbox.clock.advance('1d')
    expect(await courseOf(setup.client, id)).toBe('01-16 successful, 01-19 scheduled')
    expect((await readSchedule(setup.client, id)).next_occurrences_on[0]).toBe('2026-01-19')
  })

  test('the last day ahead makes it expiring, its passing expired', async ({ setup }) => {
    const { id } = await createSchedule(setup, { end_on: '2026-01-17' })
    expect((await readSchedule(setup.client, id)).status).toBe('running')
    await setup.sandbox.clock.advance('1d')
    expect(await readSchedule(setup.client, id)).toMatchObject({ status: 'expiring', active: true })
    await setup.sandbox.clock.advance('1d')
    expect(await readSchedule(setup.client, id)).toMatchObject({
      status: 'expired',
      active: false,
      next_occurrences_on: [],
      ended_at: '2026-01-17T01:30:00.000Z',
    })
    await setup.sandbox.clock.advance('30d')
    expect(setup.sandbox.charges.count()).toBe(2)
  })

  test('what is planned survives a snapshot', async ({ setup }) => {
    const { id } = await createSchedule(setup)
    setup.sandbox.restore(JSON.parse(JSON.stringify(setup.sandbox)))
    await setup.sandbox.clock.advance('2d')
    expect(await courseOf(setup.client, id)).toBe('01-16 successful, 01-17 successful, 01-18 scheduled')
  })

  test('the default card is the one of the day', async ({ setup }) => {
    await createSchedule(setup)
    const token = (await setup.client.token('5555555555554444')).id
    await setup.client.patch(`/customers/${setup.customer}`, { card: token })
    const cards = await setup.client.cards(setup.customer)
    await setup.client.patch(`/customers/${setup.customer}`, { default_card: cards[1]?.id })
    await setup.sandbox.clock.advance('1d')
    expect(setup.sandbox.charges.last()?.card?.last_digits).toBe('4444')
  })
})

describe('a charge that fails (assumption occurrence-retries)', () => {
  test('fails its occurrence, which is tried again on the next day', async () => {
    const setup = await withCustomer(declining)
    const { id } = await createSchedule(setup, { every: 30 })
    await setup.sandbox.clock.advance('1d')
    const [first] = await occurrencesOf(setup.client, id)
    expect(first).toMatchObject({
      status: 'failed',
      message: 'charge could not be captured',
      retry_on: '2026-01-17',
      processed_at: '2026-01-16T01:30:00.000Z',
      result: setup.sandbox.charges.last()?.id,
    })
    expect(setup.sandbox.charges.last()).toMatchObject({ status: 'failed', schedule: id })
  })

  test('is tried three times at most, and the next day comes all the same', async () => {
    const setup = await withCustomer(declining)
    const { id } = await createSchedule(setup, { every: 10 })
    await setup.sandbox.clock.advance('9d')
    expect(setup.sandbox.charges.count()).toBe(3)
    expect((await occurrencesOf(setup.client, id))[0]).toMatchObject({ status: 'failed', retry_on: null })
    await setup.sandbox.clock.advance('2d')
    expect(await courseOf(setup.client, id)).toBe('01-16 failed, 01-26 failed, 02-05 scheduled')
  })

  test('succeeds when it is tried again with a better card', async () => {
    const setup = await withCustomer(declining)
    const { client, customer, sandbox } = setup
    const { id } = await createSchedule(setup, { every: 10 })
    await sandbox.clock.advance('1d')
    const token = (await client.token()).id
    await client.patch(`/customers/${customer}`, { card: token })
    const good = (await client.cards(customer))[1]?.id
    await client.patch(`/customers/${customer}`, { default_card: good })
    await sandbox.clock.advance('1d')
    expect((await occurrencesOf(client, id))[0]).toMatchObject({
      status: 'successful',
      message: null,
      retry_on: null,
      processed_at: '2026-01-17T01:30:00.000Z',
      result: sandbox.charges.last()?.id,
    })
    expect(sandbox.charges.count()).toBe(2)
    await sandbox.clock.advance('5d')
    expect(sandbox.charges.count()).toBe(2)
  })

  test('on the last day keeps the schedule open until the last try', async () => {
    const setup = await withCustomer(declining)
    const { id } = await createSchedule(setup, { end_on: '2026-01-16' })
    await setup.sandbox.clock.advance('1d')
    expect(await readSchedule(setup.client, id)).toMatchObject({
      status: 'expiring',
      next_occurrences_on: [],
    })
    await setup.sandbox.clock.advance('2d')
    expect(await readSchedule(setup.client, id)).toMatchObject({
      status: 'expired',
      ended_at: '2026-01-18T01:30:00.000Z',
    })
  })

  test('by hand is tried again from its day on, once a day', async () => {
    const setup = await withCustomer(declining)
    const { id } = await createSchedule(setup, { every: 10 })
    setup.sandbox.simulate.runSchedule(id)
    expect((await occurrencesOf(setup.client, id))[0]).toMatchObject({ retry_on: '2026-01-16' })
    await setup.sandbox.clock.advance('1d')
    expect((await occurrencesOf(setup.client, id))[0]).toMatchObject({ retry_on: '2026-01-17' })
    expect(setup.sandbox.charges.count()).toBe(2)
  })

  test('leaves a schedule that expires nothing to run by hand, and can be deleted', async () => {
    const setup = await withCustomer(declining)
    const { id } = await createSchedule(setup, { end_on: '2026-01-16' })
    await setup.sandbox.clock.advance('1d')
    expect(() => setup.sandbox.simulate.runSchedule(id)).toThrow(
      'schedule has nothing left to run: it is expiring',
    )
    expectSuccess(await setup.client.delete(`/schedules/${id}`))
    expect(await readSchedule(setup.client, id)).toMatchObject({ status: 'deleted' })
    await setup.sandbox.clock.advance('5d')
    expect(setup.sandbox.charges.count()).toBe(1)
  })

  test('plans no further try where it succeeds', async ({ setup }) => {
    await createSchedule(setup, { every: 10 })
    await setup.sandbox.clock.advance('1d')
    const planned = setup.sandbox.snapshot().jobs.pending.filter(({ kind }) => /occurrence/.test(kind))
    expect(planned.map(({ runAt }) => new Date(runAt).toISOString())).toEqual(['2026-01-26T01:30:00.000Z'])
  })

  test('a card that requires its cardholder fails, because no cardholder is present', async () => {
    const setup = await withCustomer('4111111111140003')
    const { id } = await createSchedule(setup)
    await setup.sandbox.clock.advance('1d')
    expect((await occurrencesOf(setup.client, id))[0]?.status).toBe('failed')
    expect(setup.sandbox.charges.last()).toMatchObject({ status: 'failed', failure_code: 'payment_rejected' })
  })
})

describe('scheduled transfers (assumption schedule-transfers)', () => {
  const plan = async (transfer: Record<string, number>, verified = true) => {
    const setup = await withCustomer()
    await setup.client.charge({ amount: 100_000 })
    const { id: recipient } = await (verified ? payee : createRecipient)(setup.client)
    const params = { charge: undefined, every: 7, transfer: { recipient, ...transfer } }
    return { ...setup, recipient, id: (await createSchedule(setup, params)).id }
  }

  test('happen at 01:05 UTC and name their schedule', async () => {
    const { sandbox, client, id, recipient } = await plan({ amount: 20_000 })
    await sandbox.clock.advance('1d')
    expect(sandbox.transfers.last()).toMatchObject({
      schedule: id,
      recipient,
      amount: 20_000,
      created_at: '2026-01-16T01:05:00.000Z',
    })
    expect((await occurrencesOf(client, id))[0]).toMatchObject({
      status: 'successful',
      transfer_amount: 20_000,
      result: sandbox.transfers.last()?.id,
    })
    expect(keysOf(sandbox, /transfer|occurrence/)).toEqual([
      'schedule.occurrence.scheduled',
      'transfer.create',
      'schedule.occurrence.successful',
      'schedule.occurrence.scheduled',
    ])
  })

  test('of a share take it from what can be transferred', async () => {
    const { sandbox } = await plan({ percentage_of_balance: 12.5 })
    await sandbox.clock.advance('1d')
    expect(sandbox.transfers.last()?.amount).toBe(12_012)
  })

  test('of more than there is are skipped; the next day comes', async () => {
    const { sandbox, client, id } = await plan({ amount: 200_000 })
    await sandbox.clock.advance('1d')
    expect((await occurrencesOf(client, id))[0]).toMatchObject({
      status: 'skipped',
      message: 'balance is too low (96094 can be transferred)',
      result: null,
      retry_on: null,
      transfer_amount: 0,
    })
    expect(await courseOf(client, id)).toBe('01-16 skipped, 01-23 scheduled')
    expect(sandbox.transfers.count()).toBe(0)
    expect(keysOf(sandbox, /occurrence/)).toEqual([
      'schedule.occurrence.scheduled',
      'schedule.occurrence.scheduled',
    ])
  })

  test('to a recipient that is not verified are made, and wait for its verification', async () => {
    const { sandbox, client, id, recipient } = await plan({ amount: 20_000 }, false)
    await sandbox.clock.advance('1d')
    const transfer = sandbox.transfers.last()
    expect(transfer).toMatchObject({ sendable: false, sent: false, schedule: id })
    expect((await occurrencesOf(client, id))[0]).toMatchObject({ status: 'successful', result: transfer?.id })
    expectSuccess(await client.post(`/recipients/${recipient}/verify`))
    expect(sandbox.transfers.last()).toMatchObject({ id: transfer?.id, sent: true })
  })
})
